import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
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
function isWord(element: Element): boolean {
  if (element.name !== 'span') return false;
  const classes = classesOf(element);
  return (
    classes.some((name) => wordName.test(name)) &&
    (classes.includes('token') || !classes.some((name) => gutterNames.has(name) || lineNames.has(name)))
  );
}

function isNamedGutter(element: Element): boolean {
  if (isWord(element)) return false;
  const { attribs, name } = element;
  const classes = classesOf(element);
  const isNamed =
    name === 'pre' || name === 'code'
      ? classes.some((token) => token === 'lineno' || token === 'linenos' || token === 'gutter')
      : classes.some((token) => gutterNames.has(token)) ||
        'data-line-number' in attribs ||
        /user-select\s*:\s*none/i.test(attribs['style'] ?? '') ||
        attribs['unselectable'] === 'on';
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

const tools = /(?:^|[-_])(?:copy|clipboard|toolbar|btn|button|tooltip|hover-info|header|toggle)(?:$|[-_])/;

const isTool = (element: Element): boolean =>
  element.name === 'button' ||
  element.name === 'select' ||
  element.name === 'textarea' ||
  (classesOf(element).some((token) => tools.test(token)) && !isWord(element));

const isLine = (element: Element): boolean =>
  'data-line' in element.attribs ||
  (classesOf(element).some((token) => lineNames.has(token)) && !isWord(element));

/**
 * Line numbers without a known class: elements with one number each, at the start of a line, counting up by one. They
 * must be on most lines, because sections are numbered too.
 */
function countedGutter(block: Element): ReadonlySet<Element> {
  const numbered: Element[] = [];
  const visit = (element: Element): void => {
    let isFirst = true;
    for (const child of element.children) {
      if (isText(child)) {
        if (child.data.trim() !== '') isFirst = false;
      } else if (isTag(child)) {
        if (isFirst && /^\s*\d{1,5}\s*$/.test(rawText(child, 12)) && !isWord(child)) numbered.push(child);
        else visit(child);
        isFirst = false;
      }
    }
  };
  visit(block);
  const values = numbered.map((element) => Number(rawText(element).trim()));
  const isCounting =
    values.length > 1 && values.every((value, at) => at === 0 || value === (values[at - 1] ?? 0) + 1);
  const beside = numbered.filter(
    ({ parent, next }) => next !== null && parent !== null && rawText(parent).trim().length > 5,
  );
  const lines = rawText(block).trim().split('\n').length;
  const isOnMostLines = numbered.length > lines / 2;
  return new Set(isCounting && isOnMostLines && beside.length > numbered.length / 2 ? numbered : []);
}

/** An identifier that Medium gives to each paragraph. */
const paragraphId = /^[\da-f]{4}$/;

/** Whether a block consists of paragraphs in `<span id>`, as Medium writes code with empty lines. */
function isOfParagraphs({ children }: Element): boolean {
  return (
    children.length > 1 &&
    children.every(
      (part) => isTag(part) && part.name === 'span' && paragraphId.test(part.attribs['id'] ?? ''),
    )
  );
}

class CodeCollector {
  readonly #gutter: ReadonlySet<Element>;
  readonly #chunks: string[] = [];
  #last = '\n';
  /** Whether a line element has ended without a newline after it. */
  #lineEnded = false;

  constructor(gutter: ReadonlySet<Element>) {
    this.#gutter = gutter;
  }

  get text(): string {
    return this.#chunks.join('');
  }

  nodes(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.#text(node.data);
      else if (isTag(node)) this.#element(node);
    }
  }

  #text(data: string): void {
    if (data === '') return;
    if (this.#lineEnded) {
      this.#lineEnded = false;
      // A newline in the source between two line elements already ends the line.
      const newline = /^[ \t]*\n/.exec(data)?.[0];
      this.#push('\n');
      return this.#text(newline === undefined ? data : data.slice(newline.length));
    }
    this.#push(data);
  }

  #element(element: Element): void {
    const { name } = element;
    if (name === 'br') {
      this.#lineEnded = false;
      return this.#push('\n');
    }
    if (name === 'script' || name === 'style' || name === 'template' || name === 'svg') return;
    if (this.#gutter.has(element) || isGutter(element) || isTool(element)) return;
    const isOwnLine =
      (isBlock(element) && name !== 'pre' && name !== 'td' && name !== 'table' && name !== 'tbody') ||
      isLine(element);
    if (!isOwnLine) return this.nodes(element.children);
    const isNested = findElement(element, (inner) => isLine(inner) || inner.name === 'div') !== undefined;
    if (this.#lineEnded || (this.#last !== '\n' && !isNested)) {
      this.#lineEnded = false;
      this.#push('\n');
    }
    const { length } = this.#chunks;
    this.nodes(element.children);
    if (isNested) return;
    // A line element may end with a newline.
    this.#lineEnded = this.#last !== '\n' || this.#chunks.length === length;
  }

  #push(data: string): void {
    if (data === '') return;
    this.#chunks.push(data);
    this.#last = data.at(-1) ?? '';
  }
}

/** The code of a block without line numbers, labels and buttons. */
export function codeText(block: Element): string {
  if (isOfParagraphs(block))
    return block.children
      .filter(isTag)
      .map((part) => codeText(part).replace(/\n$/, ''))
      .join('\n\n');
  const collector = new CodeCollector(countedGutter(block));
  collector.nodes(block.children);
  return collector.text;
}
