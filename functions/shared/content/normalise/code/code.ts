import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { codeLanguage, labelledLanguage } from './code-language.ts';
import { isGutter } from './code-parts.ts';
import { codeText } from './code-text.ts';
import { writeDescriptions } from './descriptions.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { shownText } from '#shared/content/dom/screen-readers.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { attributesThatHide } from '#shared/content/normalise/hidden/hidden.ts';

/** Editors that show code without `<pre>`. */
const editorNames = new Set(['codemirror-code', 'cm-content', 'view-lines', 'ace_text-layer']);

const codeTableNames = new Set([
  'highlighttable',
  'lntable',
  'rouge-table',
  'hljs-ln',
  'crayon-table',
  'js-file-line-container',
  'codetable',
]);

const isInside = (element: Element, blocks: ReadonlySet<Element>): boolean => {
  for (let at: ParentNode | null = element.parent; at !== null; at = at.parent)
    if (blocks.has(at as Element)) return true;
  return false;
};

/** A table with line numbers in its first column (Pygments, Rouge, Hexo, GitHub). */
function isCodeTable(table: Element, index: ElementIndex): boolean {
  if (classesOf(table).some((token) => codeTableNames.has(token))) return true;
  const cell = findElement(table, ({ name }) => name === 'td');
  if (cell === undefined || index.textLength(cell) === 0 || index.holds(cell, 'table')) return false;
  return isGutter(cell) && rawText(cell).trim() !== '';
}

const blockCodeNames = new Set(['block', 'code-block', 'codeblock', 'display-block']);

/** `<code>` with several lines that is alone in its block: a block by style only. */
function isBlockCode(code: Element, index: ElementIndex): boolean {
  const { parent } = code;
  if (classesOf(code).some((name) => blockCodeNames.has(name))) return true;
  if (parent === null || !isTag(parent) || parent.name === 'pre') return false;
  const isAlone = parent.children.every(
    (child) => child === code || (!isTag(child) && rawText({ children: [child] }).trim() === ''),
  );
  const isStyled = /white-space\s*:\s*pre|display\s*:\s*(?:block|grid)/i.test(code.attribs['style'] ?? '');
  const hasLines = index.holds(code, 'br', 'div', 'p');
  return (isAlone && hasLines) || (isStyled && rawText(code).trim().includes('\n'));
}

const isPre = ({ name }: Element): boolean => name === 'pre' || name === 'listing' || name === 'xmp';

/** Whether a box holds the source of a Mermaid diagram, before a script draws it. */
const isDiagram = (element: Element): boolean =>
  classesOf(element).includes('mermaid') &&
  element.children.every((child) => !isTag(child) || child.name === 'br');

/** Doxygen writes code as a box for each line, some of which fold. */
function isFragment(element: Element): boolean {
  if (!hasClass(element, 'fragment')) return false;
  const first = element.children.find(isTag);
  return first?.name === 'div' && (hasClass(first, 'line') || hasClass(first, 'foldopen'));
}

/** Removes the tooltips of Doxygen behind the lines of code. */
function dropTooltips(fragment: Element): void {
  for (const child of fragment.children) {
    if (!isTag(child) || !hasClass(child, 'ttc')) continue;
    makeSilent(child);
    if (child.next !== null && isText(child.next) && child.next.data.trim() === '') child.next.data = '';
  }
}

function isBlockDiv(element: Element): boolean {
  const classes = classesOf(element);
  if (isDiagram(element) || classes.some((name) => editorNames.has(name))) return true;
  const isMarked = 'data-lang' in element.attribs || 'data-language' in element.attribs;
  if (!isMarked || !classes.some((name) => /code|snippet|highlight/.test(name))) return false;
  return (
    findElement(element, (inner) => isPre(inner) || /^(?:code|p|table|h[1-6]|ul)$/.test(inner.name)) ===
    undefined
  );
}

/** The lines of GeSHi, which Pastebin numbers outside `<pre>`. */
const isLineOfGeshi = ({ name, attribs: { class: names = '' } }: Element): boolean =>
  name === 'div' && /^de[12]$/.test(names);
const isNumberedCode = ({ children }: Element): boolean => {
  const item = children.find(isTag);
  return item?.name === 'li' && item.children.some((line) => isTag(line) && isLineOfGeshi(line));
};

function codeBlocks(index: ElementIndex): readonly Element[] {
  const blocks = new Set<Element>();
  const add = (element: Element) => {
    if (!isInside(element, blocks)) blocks.add(element);
  };
  for (const table of index.named('table')) if (isCodeTable(table, index)) add(table);
  for (const name of ['pre', 'listing', 'xmp'])
    for (const pre of index.named(name)) if (pre.name === name) add(pre);
  for (const code of index.named('code')) {
    // Some highlighters put <pre> into <code>: the outer element is a wrapper.
    if (index.holds(code, 'pre', 'listing', 'xmp', 'table')) code.name = 'div';
    else if (isBlockCode(code, index)) add(code);
  }
  for (const element of index.named('div')) {
    if (isFragment(element)) {
      dropTooltips(element);
      add(element);
    } else if (isBlockDiv(element)) add(element);
  }
  for (const list of index.named('ol')) if (isNumberedCode(list)) add(list);
  // A table inside <pre> is the gutter layout: the outer element is the block.
  return [...blocks].filter((block) => !isInside(block, blocks));
}

/** Counts the code blocks in each wrapper, so that a class of the article does not name the language of them all. */
function blockCounter(blocks: readonly Element[]): (element: Element) => number {
  const counts = new Map<ParentNode, number>();
  for (const block of blocks)
    for (let at = block.parent, level = 0; at !== null && level < 6; at = at.parent, level++)
      counts.set(at, (counts.get(at) ?? 0) + 1);
  return (element) => counts.get(element) ?? 0;
}

const toolCaption =
  /^(?:copy(?: code| to clipboard)?|copied!?|run|wrap|expand|collapse|копировать(?: код)?|скопировать)$/i;

const wrapperName = /code|highlight|snippet|language|sourcecode|listing|syntax/;

/** A bar has a language name and some buttons; longer text is content. */
const maxBarCharacters = 200;

/** A button, or a link that a script answers. */
const isTool = ({ name, attribs: { href = '' } }: Element): boolean =>
  name === 'button' || (name === 'a' && /^(?:#$|javascript:)/i.test(href));

const wordsOfBar = ({ children }: Element): readonly string[] =>
  children.flatMap((child) => {
    if (isText(child)) return child.data.split(/\s+/).filter((word) => word !== '');
    return isTag(child) && !isTool(child) && !isSilent(child.name) ? wordsOfBar(child) : [];
  });

/** `src/index.ts`, `.env`: not the name of a language. */
const namesFile = /^(?:[\w@.()[\]-]+\/)*[\w@.()[\]-]*\.[a-z]\w{0,7}$/i;

/** Reads the language from the bar above a block, and removes the bar. */
function readLabel(block: Element, countBlocks: (element: Element) => number): string | undefined {
  const wrapper = ancestor(
    block,
    3,
    (element) =>
      countBlocks(element) === 1 &&
      wrapperName.test(`${element.attribs['class'] ?? ''} ${element.attribs['data-testid'] ?? ''}`),
  );
  if (wrapper === undefined) return undefined;
  for (const child of wrapper.children) {
    if (!isTag(child) || child === block || findElement(child, (inner) => inner === block) !== undefined)
      continue;
    const caption = rawText(child, maxBarCharacters).trim();
    if (caption.length >= maxBarCharacters) continue;
    const words = wordsOfBar(child);
    // phpBB writes "Code: Select all", in the language of the forum.
    const isBarOfTools =
      words.length <= 1 &&
      !namesFile.test(words[0] ?? '') &&
      !/^h[1-6]$/.test(child.name) &&
      findElement(child, isTool) !== undefined;
    if (isBarOfTools || toolCaption.test(caption.replace(/\s+/g, ' '))) makeSilent(child);
    const language = labelledLanguage(words[0] ?? '');
    if (language === undefined || words.length > 4) continue;
    makeSilent(child);
    return language;
  }
  return undefined;
}

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '');

/** The part of a block with the code, beside an editor or a header. Code with text around its `code` is whole: `WHERE <code>condition</code>`. */
function codePart(block: Element): Element {
  if (block.name === 'code') return block;
  const editor = findElement(block, (inner) => classesOf(inner).some((name) => editorNames.has(name)));
  if (editor !== undefined) return editor;
  const code = findElement(block, ({ name }) => name === 'code');
  if (code === undefined || code.parent === block || hasOwnText(block)) return block;
  const around = rawText(block).length - rawText(code).length;
  return around < 60 && findElement(block, (inner) => inner.name === 'code' && inner !== code) === undefined
    ? code
    : block;
}

function labelInside(block: Element, part: Element): string | undefined {
  if (part === block) return undefined;
  for (const child of block.children) {
    if (child === part) return undefined;
    const language = isText(child)
      ? labelledLanguage(child.data)
      : isTag(child)
        ? labelInside(child, part)
        : undefined;
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Drops the column of line numbers right before or behind a block: VitePress writes it there. */
function dropGutterBeside(block: Element): void {
  for (const side of ['prev', 'next'] as const) {
    const beside = elementBeside(block, side, { onlySpace: true });
    if (beside !== undefined && isGutter(beside) && rawText(beside).trim() !== '') makeSilent(beside);
  }
}

/** A figure is around a block and a few wrappers. */
const maxFigureLevels = 3;

/** The figures around blocks, each once. */
function figuresAround(blocks: readonly Element[]): ReadonlySet<Element> {
  const figures = blocks.map((block) => ancestor(block, maxFigureLevels, ({ name }) => name === 'figure'));
  return new Set(figures.filter((figure) => figure !== undefined));
}

/** The name of a kind of frame is short, without digits and punctuation, in every language. */
const nameOfFrame = /^[\p{L}\p{M}-]+(?:\s+[\p{L}\p{M}-]+){0,2}$/u;
const maxFrameNameCharacters = 60;

/**
 * Drops the caption of code that only screen readers get and that names its frame: Expressive Code calls one "Terminal
 * window".
 */
function dropSpokenCaption(figure: Element): void {
  const caption = figure.children.filter(isTag).find(({ name }) => name === 'figcaption');
  if (caption === undefined) return;
  const text = rawText(caption, maxFrameNameCharacters).trim();
  if (text.length >= maxFrameNameCharacters || !nameOfFrame.test(text)) return;
  if (shownText(caption).trim() === '') makeSilent(caption);
}

const isFileName = (element: Element): boolean =>
  element.name === 'th' && classesOf(element).includes('filename');

/** Takes the name of a file out of a table of numbered lines: MkDocs writes it into their header. */
function takeFileName(block: Element): string | undefined {
  const header = block.name === 'table' ? findElement(block, isFileName) : undefined;
  if (header === undefined) return undefined;
  const name = rawText(header).trim();
  makeSilent(header);
  return name === '' ? undefined : name;
}

/** Makes `<pre>` of a block, below the name of its file. */
function becomePre(block: Element, children: ChildNode[], fileName: string | undefined): void {
  const attribs = attributesThatHide(block);
  if (fileName === undefined) return becomeElement(block, 'pre', attribs, children);
  const name = newElement('p', {}, [newText(fileName)]);
  becomeElement(block, 'div', attribs, [name, newElement('pre', {}, children)]);
}

/** Sphinx names no language where it is its default one. */
const isPythonSession = (text: string): boolean => /^\s*>>> \S/.test(text);

/** Turns every code block into `<pre><code class="language-…">` with plain text. */
export function normalizeCode(index: ElementIndex, trace?: Trace): void {
  // MDN hides parts of a live example by the class `hidden`.
  for (const pre of index.named('pre')) if (classesOf(pre).includes('hidden')) makeSilent(pre);
  // mdBook hides the lines that an example needs to compile, and shows them at a button.
  for (const line of index.named('span'))
    if (line.attribs['class'] === 'boring' && ancestor(line, 2, ({ name }) => name === 'code') !== undefined)
      makeSilent(line);
  writeDescriptions(index);
  const blocks = codeBlocks(index);
  const countBlocks = blockCounter(blocks);
  for (const figure of figuresAround(blocks)) dropSpokenCaption(figure);
  for (const block of blocks) {
    const fileName = takeFileName(block);
    const part = codePart(block);
    dropGutterBeside(block);
    const label = labelInside(block, part) ?? readLabel(block, countBlocks);
    const declared = codeLanguage(block, countBlocks) ?? label;
    const { text, isDiff } = codeText(part, declared);
    const language = isDiff ? 'diff' : (declared ?? (isPythonSession(text) ? 'pycon' : undefined));
    const attribs: Record<string, string> = language === undefined ? {} : { class: `language-${language}` };
    const isEmpty = text.trim() === '';
    if (isEmpty && block.name !== 'pre') continue;
    const code = newElement('code', attribs, [newText(text)]);
    const { children } = block;
    // A block without <code> stays as it is: the writers treat it differently from a block that waits for a script.
    becomePre(block, isEmpty ? children : [code], fileName);
    trace?.add({
      step: 'code',
      verdict: language ?? 'no language',
      reason: 'marked up as code',
      subject: text.trim().slice(0, 40),
    });
  }
}
