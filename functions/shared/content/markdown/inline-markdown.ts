import { codeSpan } from './code.ts';
import { emphasisDelimiters, moveOutPunctuation } from './inline-emphasis.ts';
import type { Piece } from './inline-pieces.ts';
import { escapeLineStart, escapeMarkdown, linkDestination, linkTitle } from './escape.ts';

/** The block of inline content; it decides how a line break is written and which characters are escaped. */
export type InlinePlace = 'paragraph' | 'heading' | 'cell';

const lineBreaks: Readonly<Record<InlinePlace, string>> = {
  paragraph: '\\\n',
  heading: ' ',
  cell: '<br>',
};

/** Readers of GFM take the backslash of a line break behind a URL as a part of it. */
const breakBehindUrl = '  \n';
/** In brackets, it is that of a link or an image. */
const bareUrl = /(?:^|[^\w(</])(?:https?:\/\/|www\.)/i;

const endsWithUrl = (text: string): boolean => bareUrl.test(text.slice(text.lastIndexOf(' ') + 1));

/** A link whose text is its URL: `<https://example.com>`. */
function autolink(pieces: readonly Piece[], index: number): string | undefined {
  const open = pieces[index];
  if (open?.kind !== 'open' || open.mark.kind !== 'link') return undefined;
  const text = pieces[index + 1];
  if (text?.kind !== 'text' || pieces[index + 2]?.kind !== 'close') return undefined;
  const { href, title } = open.mark;
  if (href === undefined || title !== undefined || /[\s<>]/.test(text.value)) return undefined;
  const isSame = href === text.value && /^[a-z][a-z\d+.-]{1,31}:/i.test(href);
  return isSame || href === `mailto:${text.value}` ? `<${text.value}>` : undefined;
}

class InlineWriter {
  readonly #pieces: readonly Piece[];
  readonly #delimiters: ReadonlyMap<number, string>;
  readonly #place: InlinePlace;
  readonly #chunks: string[] = [];
  readonly #inNote: boolean;
  #last = '';
  /** Code that waits for what follows: between two spans without anything between them, the backticks would be one run. */
  #code = '';
  #inLink = false;

  constructor(pieces: readonly Piece[], place: InlinePlace, inNote: boolean) {
    this.#inNote = inNote;
    this.#pieces = moveOutPunctuation(pieces);
    this.#delimiters = emphasisDelimiters(this.#pieces);
    this.#place = place;
  }

  write(): string {
    const pieces = this.#pieces;
    for (let index = 0; index < pieces.length; index++) {
      // Readers without footnotes take `[^1]: <URL>` for a link definition and do not show it.
      const short = this.#inNote ? undefined : autolink(pieces, index);
      if (short === undefined) this.#piece(pieces[index] as Piece, index);
      else {
        this.#add(short);
        index += 2;
      }
    }
    this.#endCode();
    return this.#chunks.join('');
  }

  #add(chunk: string): void {
    if (chunk === '') return;
    this.#endCode();
    this.#chunks.push(chunk);
    this.#last = chunk.at(-1) ?? '';
  }

  #endCode(): void {
    if (this.#code === '') return;
    this.#chunks.push(codeSpan(this.#code, this.#place === 'cell'));
    this.#code = '';
  }

  #piece(piece: Piece, index: number): void {
    switch (piece.kind) {
      case 'text':
        return this.#add(this.#escaped(piece.value, index));
      case 'code':
        this.#code += piece.value;
        this.#last = '`';
        return;
      case 'verbatim':
        return this.#add(piece.value);
      case 'break':
        this.#add(this.#lineBreak());
        this.#last = '';
        return;
      case 'open':
        if (piece.mark.kind !== 'link') return this.#add(this.#delimiters.get(index) ?? '');
        this.#inLink = true;
        return this.#add('[');
      case 'close':
        if (piece.mark.kind !== 'link') return this.#add(this.#delimiters.get(index) ?? '');
        this.#inLink = false;
        return this.#add(
          `](${linkDestination(piece.mark.href ?? '')}${linkTitle(piece.mark.title, piece.mark.href)})`,
        );
    }
  }

  #lineBreak(): string {
    const isBehindUrl = this.#place === 'paragraph' && endsWithUrl(this.#chunks.at(-1) ?? '');
    return isBehindUrl ? breakBehindUrl : lineBreaks[this.#place];
  }

  #escaped(value: string, index: number): string {
    return escapeMarkdown(value, {
      before: this.#last,
      after: this.#firstCharacterAfter(index),
      inLink: this.#inLink,
      inTable: this.#place === 'cell',
    });
  }

  #firstCharacterAfter(index: number): string {
    for (let at = index + 1; at < this.#pieces.length; at++) {
      const piece = this.#pieces[at] as Piece;
      if (piece.kind === 'break') return '';
      if (piece.kind === 'code') return '`';
      if (piece.kind === 'text' || piece.kind === 'verbatim') return piece.value[0] ?? '';
      if (piece.mark.kind === 'link') return piece.kind === 'open' ? '[' : ']';
      const delimiter = this.#delimiters.get(at);
      if (delimiter !== undefined) return delimiter[0] ?? '';
    }
    return '';
  }
}

/** The container of a paragraph. */
interface Around {
  readonly beginsItem: boolean;
  readonly inNote: boolean;
}

const nothing: Around = { beginsItem: false, inNote: false };

/** The lines of a paragraph, or the one line of a heading or cell. */
export function renderInline(
  pieces: readonly Piece[],
  place: InlinePlace,
  { beginsItem, inNote }: Around = nothing,
): readonly string[] {
  const [only] = pieces;
  // Most paragraphs and cells are text only and need no analysis of marks.
  const text =
    pieces.length === 1 && only?.kind === 'text'
      ? escapeMarkdown(only.value, { before: '', after: '', inLink: false, inTable: place === 'cell' })
      : new InlineWriter(pieces, place, inNote).write();
  if (place === 'cell') return [text];
  if (place === 'heading')
    return [text.replace(/(^|\s|\\)(#+)$/, (_, before: string, hashes: string) => `${before}\\${hashes}`)];
  const lines = text.split('\n').map(escapeLineStart);
  // A list item that begins with "[x]" would be a task.
  if (beginsItem && pieces[0]?.kind === 'text' && /^\[[ x]\]\s/i.test(lines[0] ?? ''))
    lines[0] = `\\${lines[0]}`;
  return lines;
}
