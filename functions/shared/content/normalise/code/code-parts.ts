import type { Element } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';

const gutterNames = new Set([
  'lineno',
  'linenos',
  'linenodiv',
  'lnt',
  'ln',
  'gl',
  'gutter',
  'rouge-gutter',
  'linenumber',
  'linenumbers',
  'line-number',
  'line-numbers',
  'line-numbers-rows',
  'line-numbers-wrapper',
  'line-num',
  'linenum',
  'line_number',
  'hljs-ln-numbers',
  'hljs-ln-n',
  'blob-num',
  'code-line-number',
  'codemirror-linenumber',
  'codemirror-gutter-wrapper',
  'codemirror-gutters',
  'cm-gutters',
  'cm-gutter',
  'ace_gutter',
  'ec-gutter',
  'react-syntax-highlighter-line-number',
  'number-line',
  'line__number',
  'listing_lines',
]);
const onlyNumbers = /^[\s\d.:|]*$/;

const lineNames = new Set([
  'line',
  'cl',
  'code-line',
  'gatsby-highlight-code-line',
  'docusaurus-highlight-code-line',
  'highlight-line',
  'highlighted-line',
  'codeline',
  'token-line',
  'view-line',
  'cm-line',
  'ace_line',
  'codemirror-line',
  'ec-line',
  'hljs-ln-line',
  'blob-code',
  'row',
]);

/** Classes that Prism, highlight.js and CodeMirror give to the words of code. */
const wordName = /^(?:token$|hljs-|cm-)/;

/**
 * Whether a highlighter colours an element as a word of the code. Its other classes say what the word is, be it a header,
 * a line or a line number.
 */
export function isWord(element: Element): boolean {
  if (element.name !== 'span') return false;
  const classes = classesOf(element);
  return (
    classes.some((name) => wordName.test(name)) &&
    (classes.includes('token') || !classes.some((name) => gutterNames.has(name) || lineNames.has(name)))
  );
}

/** Whether readers cannot select an element, and so not copy it: no word of the code is so. */
const isUnselectable = ({ attribs }: Element): boolean =>
  /user-select\s*:\s*none/i.test(attribs['style'] ?? '') || attribs['unselectable'] === 'on';

function isNamedGutter(element: Element): boolean {
  const cannotBeSelected = isUnselectable(element);
  if (isWord(element) && !cannotBeSelected) return false;
  const { attribs, name } = element;
  const classes = classesOf(element);
  const isNamed =
    name === 'pre' || name === 'code'
      ? classes.some((token) => token === 'lineno' || token === 'linenos' || token === 'gutter')
      : classes.some((token) => gutterNames.has(token)) || 'data-line-number' in attribs || cannotBeSelected;
  return isNamed && onlyNumbers.test(rawText(element));
}

/** Line numbers, in a separate column or at the start of each line. */
export function isGutter(element: Element): boolean {
  if (isNamedGutter(element)) return true;
  return (
    element.name === 'td' &&
    onlyNumbers.test(rawText(element)) &&
    findElement(element, isNamedGutter) !== undefined
  );
}

const tools = /(?:^|[-_])(?:toolbar|btn|button|tooltip|hover-info|header|toggle)(?:$|[-_])/;

/** No language has a word of this kind. */
const copying = /(?:^|[-_])(?:copy|clipboard)(?:$|[-_])/;

/** The controls around the code: they copy it, or name its file. */
export const isTool = (element: Element): boolean =>
  element.name === 'button' ||
  element.name === 'select' ||
  element.name === 'textarea' ||
  classesOf(element).some((token) => copying.test(token) || (tools.test(token) && !isWord(element)));

/** An element with one line of the code. */
export const isLine = (element: Element): boolean =>
  'data-line' in element.attribs ||
  (classesOf(element).some((token) => lineNames.has(token)) && !isWord(element));
