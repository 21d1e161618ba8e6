import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { ancestor } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { changeOf, type ChangeSign, diffOf } from './changed-lines.ts';
import { isGutter, isLine, isTool, isWord } from './code-parts.ts';

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

/** Highlighters put at most this many elements around a part of a line. */
const maxLineLevels = 4;

class CodeCollector {
  readonly #gutter: ReadonlySet<Element>;
  readonly #chunks: string[] = [];
  #last = '\n';
  /** Whether a line element has ended without a newline after it. */
  #lineEnded = false;
  /** The place of the line that is written, from 0. */
  #line = 0;
  /** The change of the line element that is read. */
  #change: ChangeSign | undefined;
  readonly #changes = new Map<number, ChangeSign>();
  /** Whether a line has text, by lines around others: each may be around thousands. */
  readonly #hasText = new Map<Element, boolean>();

  constructor(gutter: ReadonlySet<Element>) {
    this.#gutter = gutter;
  }

  get text(): string {
    return this.#chunks.join('');
  }

  /** The changed lines by their places, from 0. */
  get changes(): ReadonlyMap<number, ChangeSign> {
    return this.#changes;
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
    if (this.#isEmptyInLine(element)) return;
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
    const change = this.#change;
    this.#change = changeOf(element) ?? change;
    this.nodes(element.children);
    if (!isNested) {
      // A line element may end with a newline.
      this.#lineEnded = this.#last !== '\n' || this.#chunks.length === length;
      if (this.#lineEnded) this.#noteChange(this.#line);
    }
    this.#change = change;
  }

  /** Whether an element is an empty line inside a line with text, which shows no line: VuePress closes the first one too late. */
  #isEmptyInLine(element: Element): boolean {
    if (element.children.length > 0 || !isLine(element)) return false;
    const around = ancestor(element, maxLineLevels, isLine);
    if (around === undefined) return false;
    const hasText = this.#hasText.get(around) ?? rawText(around, 1) !== '';
    this.#hasText.set(around, hasText);
    return hasText;
  }

  #push(data: string): void {
    if (data === '') return;
    for (const [at, part] of data.split('\n').entries()) {
      if (at > 0) this.#line += 1;
      if (part !== '') this.#noteChange(this.#line);
    }
    this.#chunks.push(data);
    this.#last = data.at(-1) ?? '';
  }

  #noteChange(line: number): void {
    if (this.#change !== undefined) this.#changes.set(line, this.#change);
  }
}

interface CodeText {
  readonly text: string;
  /** Whether the lines begin with the signs of a diff, since classes say which are removed and added. */
  readonly isDiff: boolean;
}

/** The code of a block without line numbers, labels and buttons. `language` is the declared one. */
export function codeText(block: Element, language: string | undefined): CodeText {
  if (isOfParagraphs(block)) {
    const paragraphs = block.children
      .filter(isTag)
      .map((part) => codeText(part, language).text.replace(/\n$/, ''));
    return { text: paragraphs.join('\n\n'), isDiff: false };
  }
  const collector = new CodeCollector(countedGutter(block));
  collector.nodes(block.children);
  const { text, changes } = collector;
  const diff = diffOf(text, changes, language);
  return { text: diff ?? text, isDiff: diff !== undefined };
}
