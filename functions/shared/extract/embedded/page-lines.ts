import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';

/** One line of a page as a reader sees it, with what its markup says of it. */
export interface Line {
  readonly text: string;
  /** 1 to 6, 0 for what is no heading. */
  readonly level: number;
  /** In a list. */
  readonly isItem: boolean;
  /** The bold words that open the line; all of it when nothing follows. */
  readonly bold: string;
  /** Crossed out: an old price. */
  readonly struck: readonly string[];
  /** The text without what is crossed out. */
  readonly current: string;
  readonly links: readonly Link[];
  readonly images: readonly string[];
  /** `datetime` of `<time>`. */
  readonly times: readonly string[];
}

interface Link {
  readonly text: string;
  readonly href: string;
}

/** A block element and the lines it covers, from `start` up to `end`. */
export interface Block {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Block[];
}

export interface PageLines {
  readonly lines: readonly Line[];
  readonly root: Block;
}

const mostLines = 20_000;
const longestLine = 20_000;
/** Of the text of a line in the markup, most of which may be white space. */
const longestSource = 4 * longestLine;
const boldNames = /^(?:b|strong|th|dt)$/;
const struckNames = /^(?:del|s|strike)$/;

interface Style {
  readonly level: number;
  readonly isItem: boolean;
  readonly isBold: boolean;
  readonly isStruck: boolean;
  readonly href: string | undefined;
}

interface Piece extends Style {
  readonly text: string;
}

const lineText = (parts: readonly string[]): string =>
  parts.join('').replace(/\s+/g, ' ').trim().slice(0, longestLine);

class LineReader {
  readonly lines: Line[] = [];
  #pieces: Piece[] = [];
  #length = 0;
  #images: string[] = [];
  #times: string[] = [];

  block(element: Element, style: Style): Block {
    this.flush();
    const start = this.lines.length;
    const children = this.nodes(element.children, style);
    this.flush();
    return { name: element.name, start, end: this.lines.length, children };
  }

  nodes(nodes: readonly ChildNode[], style: Style): readonly Block[] {
    return nodes.flatMap((node) => {
      if (isText(node)) {
        const text = node.data.slice(0, longestSource - this.#length);
        this.#length += text.length;
        if (text !== '') this.#pieces.push({ ...style, text });
        return [];
      }
      return isTag(node) ? this.#element(node, style) : [];
    });
  }

  #element(element: Element, style: Style): readonly Block[] {
    const { name, attribs } = element;
    if (name === 'br' || name === 'hr') {
      this.flush();
      return [];
    }
    if (name === 'img' && attribs['src'] !== undefined) this.#images.push(attribs['src']);
    if (name === 'time' && attribs['datetime'] !== undefined) this.#times.push(attribs['datetime']);
    if (isSilent(name)) return [];
    const heading = /^h([1-6])$/.exec(name)?.[1];
    const inner: Style = {
      level: heading === undefined ? style.level : Number(heading),
      isItem: style.isItem || name === 'li',
      isBold: style.isBold || boldNames.test(name),
      isStruck: style.isStruck || struckNames.test(name),
      href: name === 'a' ? (attribs['href'] ?? style.href) : style.href,
    };
    return isBlock(element) ? [this.block(element, inner)] : this.nodes(element.children, inner);
  }

  flush(): void {
    const pieces = this.#pieces;
    const text = lineText(pieces.map((piece) => piece.text));
    this.#pieces = [];
    this.#length = 0;
    if (text === '' || this.lines.length >= mostLines) return;
    const written = pieces.filter((piece) => piece.text.trim() !== '');
    const opening = written.findIndex(({ isBold }) => !isBold);
    const hrefs = new Map<string, string>();
    for (const { href, text: part } of written)
      if (href !== undefined) hrefs.set(href, `${hrefs.get(href) ?? ''}${part}`);
    this.lines.push({
      text,
      level: written[0]?.level ?? 0,
      isItem: written[0]?.isItem === true,
      bold: lineText(written.slice(0, opening < 0 ? undefined : opening).map((piece) => piece.text)),
      struck: written.filter(({ isStruck }) => isStruck).map((piece) => lineText([piece.text])),
      current: lineText(written.map((piece) => (piece.isStruck ? ' ' : piece.text))),
      links: [...hrefs].map(([href, part]) => ({ href, text: lineText([part]) })),
      images: this.#images,
      times: this.#times,
    });
    this.#images = [];
    this.#times = [];
  }
}

/** What lines say without what is crossed out, up to a length. */
export function textOfLines(
  lines: readonly Line[],
  { start, end }: Pick<Block, 'start' | 'end'>,
  longest: number,
): string {
  let text = '';
  for (let at = start; at < end && text.length < longest; at += 1)
    text = text === '' ? (lines[at]?.current ?? '') : `${text} ${lines[at]?.current ?? ''}`;
  return text.slice(0, longest);
}

/** The lines of clean HTML and the blocks they stand in. */
export function readLines(html: string): PageLines {
  const reader = new LineReader();
  const { body } = parseHtml(html);
  const root = reader.block(body, {
    level: 0,
    isItem: false,
    isBold: false,
    isStruck: false,
    href: undefined,
  });
  return { lines: reader.lines, root };
}
