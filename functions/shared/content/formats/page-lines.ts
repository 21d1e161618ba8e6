import type { ChildNode } from 'domhandler';

import { isBlockName } from '#shared/content/dom/element-display.ts';
import {
  type MarkupAttributes,
  type MarkupOptions,
  type MarkupSink,
  walkCleanMarkup,
} from './clean-markup.ts';

/** One line of text as a reader sees it, with the facts that its markup declares. */
export interface Line {
  readonly text: string;
  /** Level of the heading, 1 to 6; 0 for other text. */
  readonly level: number;
  /** Whether the line is in a list. */
  readonly isItem: boolean;
  /** The bold text that opens the line. */
  readonly bold: string;
  /** Text that is crossed out, such as an old price. */
  readonly struck: readonly string[];
  /** The text without the crossed-out parts. */
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
  /** URLs of all links and images, as written in the page. */
  readonly urls: readonly string[];
}

const maxLines = 20_000;
const maxLineCharacters = 20_000;
/** The text of one line in the markup may be mostly white space. */
const maxSourceCharacters = 4 * maxLineCharacters;
const boldNames = /^(?:b|strong|th|dt)$/;
const struckNames = /^(?:del|s|strike)$/;

interface Style {
  readonly level: number;
  readonly isItem: boolean;
  readonly isBold: boolean;
  readonly isStruck: boolean;
  readonly href: string | undefined;
}

const plain: Style = { level: 0, isItem: false, isBold: false, isStruck: false, href: undefined };

interface Piece extends Style {
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly style: Style;
  readonly isBlock: boolean;
  readonly start: number;
  readonly children: Block[];
  /** Whether something has been written inside. */
  isFilled: boolean;
}

const opened = (name: string, style: Style, isBlock: boolean, start: number): OpenElement => ({
  name,
  style,
  isBlock,
  start,
  children: [],
  isFilled: false,
});

const lineText = (parts: readonly string[]): string =>
  parts.join('').replace(/\s+/g, ' ').trim().slice(0, maxLineCharacters);

function lineOf(pieces: readonly Piece[], text: string): Omit<Line, 'images' | 'times'> {
  const written = pieces.filter((piece) => piece.text.trim() !== '');
  const opening = pieces.findIndex(({ isBold, text: part }) => !isBold && part.trim() !== '');
  const hrefs = new Map<string, string>();
  for (const [at, { href, text: part }] of pieces.entries()) {
    if (href === undefined) continue;
    // The link goes on, or the line has another one to the same URL.
    const space = pieces[at - 1]?.href === href ? '' : ' ';
    hrefs.set(href, `${hrefs.get(href) ?? ''}${space}${part}`);
  }
  return {
    text,
    level: written[0]?.level ?? 0,
    isItem: written[0]?.isItem === true,
    bold: lineText(pieces.slice(0, opening < 0 ? undefined : opening).map((piece) => piece.text)),
    struck: written.filter(({ isStruck }) => isStruck).map((piece) => lineText([piece.text])),
    current: lineText(pieces.map((piece) => (piece.isStruck ? ' ' : piece.text))),
    links: [...hrefs]
      .map(([href, part]) => ({ href, text: lineText([part]) }))
      .filter((link) => link.text !== ''),
  };
}

/** The lines of a page without text. */
export const noLines: PageLines = {
  lines: [],
  root: { name: 'body', start: 0, end: 0, children: [] },
  urls: [],
};

class LineSink implements MarkupSink {
  readonly #lines: Line[] = [];
  readonly #urls = new Set<string>();
  readonly #root = opened('body', plain, true, 0);
  readonly #open: OpenElement[] = [this.#root];
  #pieces: Piece[] = [];
  #sourceCharacters = 0;
  #images: string[] = [];
  #times: string[] = [];

  readonly open = (name: string, attributes: MarkupAttributes): void => {
    const isBlock = name === 'cite' ? this.#opensQuotation() : isBlockName(name);
    if (isBlock) this.#endLine();
    const style = this.#styleIn(name, attributes);
    this.#open.push(opened(name, style, isBlock, this.#lines.length));
  };

  readonly close = (): void => {
    const element = this.#open.pop();
    if (element === undefined || !element.isFilled) return;
    this.#fill();
    if (element.isBlock) this.#closeBlock(element);
    else this.#around.children.push(...element.children);
  };

  readonly single = (name: string, attributes: MarkupAttributes): void => {
    if (name === 'br' || name === 'hr') this.#endLine();
    const src = attributes.find(([attribute]) => attribute === 'src')?.[1];
    if (src === undefined) return;
    this.#fill();
    this.#urls.add(src);
    this.#images.push(src);
  };

  readonly text = (data: string): void => {
    const text = data.slice(0, maxSourceCharacters - this.#sourceCharacters);
    this.#sourceCharacters += text.length;
    if (text === '') return;
    if (text.trim() !== '') this.#fill();
    this.#pieces.push({ ...this.#around.style, text });
  };

  finish(): PageLines {
    this.#endLine();
    const { name, start, children } = this.#root;
    return {
      lines: this.#lines,
      root: { name, start, end: this.#lines.length, children },
      urls: [...this.#urls],
    };
  }

  get #around(): OpenElement {
    return this.#open.at(-1) ?? this.#root;
  }

  #fill(): void {
    this.#around.isFilled = true;
  }

  #styleIn(name: string, attributes: MarkupAttributes): Style {
    const { style } = this.#around;
    const heading = /^h([1-6])$/.exec(name)?.[1];
    const named = (wanted: string) => attributes.find(([attribute]) => attribute === wanted)?.[1];
    const href = name === 'a' ? named('href') : undefined;
    if (href !== undefined) this.#urls.add(href);
    const datetime = name === 'time' ? named('datetime') : undefined;
    if (datetime !== undefined) this.#times.push(datetime);
    return {
      level: heading === undefined ? style.level : Number(heading),
      isItem: style.isItem || name === 'li',
      isBold: style.isBold || boldNames.test(name),
      isStruck: style.isStruck || struckNames.test(name),
      href: href ?? style.href,
    };
  }

  /** Forums name the author of a quotation in a line before it. */
  #opensQuotation(): boolean {
    return this.#around.name === 'blockquote' && !this.#around.isFilled;
  }

  #closeBlock({ name, start, children }: OpenElement): void {
    this.#endLine();
    this.#around.children.push({ name, start, end: this.#lines.length, children });
  }

  #endLine(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#sourceCharacters = 0;
    const text = lineText(pieces.map((piece) => piece.text));
    if (text === '' || this.#lines.length >= maxLines) return;
    this.#lines.push({ ...lineOf(pieces, text), images: this.#images, times: this.#times });
    this.#images = [];
    this.#times = [];
  }
}

/** The chosen part of a normalised document as lines, and the blocks that hold them. */
export function writeLines(nodes: readonly ChildNode[], options: MarkupOptions = {}): PageLines {
  const sink = new LineSink();
  walkCleanMarkup(nodes, options, sink);
  return sink.finish();
}

/** The text of lines without the crossed-out parts, at most `maxCharacters` of it. */
export function textOfLines(
  lines: readonly Line[],
  { start, end }: Pick<Block, 'start' | 'end'>,
  maxCharacters: number,
): string {
  let text = '';
  for (let at = start; at < end && text.length < maxCharacters; at += 1)
    text = text === '' ? (lines[at]?.current ?? '') : `${text} ${lines[at]?.current ?? ''}`;
  return text.slice(0, maxCharacters);
}
