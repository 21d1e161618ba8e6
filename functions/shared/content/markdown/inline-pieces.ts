/** A span of emphasis, deletion or a link. */
export interface Mark {
  readonly kind: 'strong' | 'em' | 'del' | 'link';
  readonly href?: string;
  readonly title?: string;
  /** Set for a link around blocks, which is written in the first of them only. */
  readonly once?: boolean;
}

export type Piece =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'code'; readonly value: string }
  /** Markdown: an image, math, the mark of a note. */
  | { readonly kind: 'verbatim'; readonly value: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'open' | 'close'; readonly mark: Mark };

interface Opened {
  readonly mark: Mark;
  /** The mark whose end tag ends it: in `<b>a</b><b>b</b>`, which is joined, the second one. */
  readonly owner: Mark;
}

const spaces = /[\t\n\f\r \u00a0\u2007\u202f]+/g;
const zeroWidth = /[\u200b\ufeff]/g;
const invisible = /[\u00ad\u200b\u2060\ufeff]/g;
/** Joins letters of some scripts and the parts of an emoji; Webflow writes it into empty paragraphs. */
const joiner = '\u200d';
const joinsNothing = /(?<=\s)\u200d+(?=$|[\s\p{P}\p{N}\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])/gu;
const leadingJoiners = /^\u200d+(?=$|[\s\p{P}\p{N}\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])/u;
const trailingJoiners = /(?<!\u200d)\u200d+$/;
const onlyJoiners = /^\u200d+$/;
/** Characters before which a joiner has no effect. */
const standsAlone = /^[\p{P}\p{N}\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;
/** White space that needs collapsing, and invisible characters; most texts have neither. */
const unusual = /[\t\n\f\r\u00a0\u00ad\u2007\u200b\u202f\u2060\ufeff]| {2}/;

/** A letter or digit beside an image that is no part of its word. Scripts without spaces between words have none there. */
const unspaced = String.raw`[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const beginsWithWord = new RegExp(String.raw`^(?!${unspaced})[\p{L}\p{N}]`, 'u');
const beginsWithPrice = /^\p{Sc}/u;
const endsWithWord = new RegExp(String.raw`(?!${unspaced})[\p{L}\p{N}]$`, 'u');

/**
 * Collects the inline content of one block. White space is collapsed and moved out of marks, empty marks are dropped,
 * neighbours of one kind are joined, breaks at the edges are dropped.
 */
export class InlinePieces {
  #pieces: Piece[] = [];
  #space = false;
  #break = false;
  /** Punctuation that waits for what it separates from the text before it. */
  #sign = '';
  /** Whether a joiner that is a text node of its own follows the last text. */
  #joiner = false;
  /** Whether the last content is an image. */
  #image = false;
  /** Whether a block was left out behind a word. */
  #gap = false;
  /** Open marks without content so far. */
  #waiting: Mark[] = [];
  #active: Opened[] = [];

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** Whether the last piece is a break: a second one ends the paragraph. */
  get endsWithBreak(): boolean {
    return this.#break;
  }

  text(raw: string): void {
    if (onlyJoiners.test(raw)) {
      this.#joiner = !(this.isEmpty || this.#space || this.#break);
      return;
    }
    const joined = raw.includes(joiner) ? this.#withoutJoiners(raw) : raw;
    const value = unusual.test(joined) ? joined.replace(invisible, '').replace(spaces, ' ') : joined;
    if (value === '') return;
    // Wider spaces, as between words of Chinese or Japanese, are trimmed as well.
    const begun = value.trimStart();
    if (begun.length < value.length) this.#space = true;
    if (begun === '') return;
    const core = begun.trimEnd();
    if (this.#image && !this.#break && beginsWithWord.test(core)) this.#space = true;
    if (this.#gap && (beginsWithWord.test(core) || beginsWithPrice.test(core))) this.#space = true;
    const isJoined = this.#joiner && !this.#space && !this.#break && !standsAlone.test(core);
    this.#joiner = false;
    this.#settle(core);
    this.#push(isJoined ? joiner + core : core);
    this.#space = core.length < begun.length;
  }

  /** A joiner at the beginning of a text node may join what is before the node. */
  #withoutJoiners(raw: string): string {
    const text = raw.replace(joinsNothing, '');
    return this.isEmpty || this.#space || this.#break ? text.replace(leadingJoiners, '') : text;
  }

  verbatim(value: string): void {
    this.#settle();
    this.#pieces.push({ kind: 'verbatim', value });
  }

  /** An image is apart from the words beside it. */
  image(value: string): void {
    const last = this.#pieces.findLast(({ kind }) => kind !== 'open' && kind !== 'close');
    if (last?.kind === 'text' && !this.#break && endsWithWord.test(last.value)) this.#space = true;
    this.verbatim(value);
    this.#image = true;
  }

  /** A block that is left out: the words before and after it are not one word. */
  gap(): void {
    const last = this.#pieces.findLast(({ kind }) => kind !== 'open' && kind !== 'close');
    this.#gap = last?.kind === 'text' && !this.#break && endsWithWord.test(last.value);
  }

  code(source: string): void {
    const value = source.replace(zeroWidth, '');
    if (value === '') return;
    this.#settle();
    this.#pieces.push({ kind: 'code', value });
  }

  lineBreak(): void {
    this.#space = false;
    this.#break = this.#pieces.length > 0;
  }

  space(): void {
    this.#space = true;
  }

  /** Writes punctuation and a space before the next content; nothing if none follows. */
  separate(sign: string): void {
    this.#sign = sign;
    this.#space = true;
  }

  open(mark: Mark): void {
    this.#waiting.push(mark);
  }

  close(mark: Mark): void {
    if (this.#waiting.at(-1) === mark) {
      this.#waiting.pop();
      return;
    }
    const last = this.#active.at(-1);
    if (last?.owner !== mark) return;
    this.#active.pop();
    this.#pieces.push({ kind: 'close', mark: last.mark });
  }

  /** Returns the pieces of a block. Marks that are still open continue in the next block. */
  take(): readonly Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (this.#active.length > 0) {
      for (const { mark } of this.#active.toReversed()) pieces.push({ kind: 'close', mark });
      const goingOn = this.#active.filter(({ mark }) => mark.once !== true);
      this.#waiting = [...goingOn.map(({ owner }) => owner), ...this.#waiting];
      this.#active = [];
    }
    this.#space = false;
    this.#break = false;
    this.#image = false;
    this.#gap = false;
    this.#sign = '';
    const last = pieces.at(-1);
    if (last?.kind === 'text' && last.value.endsWith(joiner)) {
      const value = last.value.replace(trailingJoiners, '');
      pieces.splice(-1, 1, ...(value === '' ? [] : [{ ...last, value }]));
    }
    return pieces;
  }

  /** `text` is what follows, unless it is code or verbatim. */
  #settle(text?: string): void {
    if (this.#pieces.length > 0 && this.#sign !== '') this.#push(this.#sign);
    if (this.#pieces.length > 0 && this.#break) this.#pieces.push({ kind: 'break' });
    else if (this.#pieces.length > 0 && this.#space) this.#push(' ');
    const isJoined = !this.#space && !this.#break;
    this.#space = false;
    this.#break = false;
    this.#image = false;
    this.#gap = false;
    this.#sign = '';
    if (this.#waiting.length === 0) return;
    for (const mark of this.#waiting) {
      if (isJoined && this.#rejoin(mark, text)) continue;
      this.#pieces.push({ kind: 'open', mark });
      this.#active.push({ mark, owner: mark });
    }
    this.#waiting = [];
  }

  #rejoin(mark: Mark, text = ''): boolean {
    const [content, last] = this.#pieces.slice(-2);
    if (last?.kind !== 'close' || last.mark.kind !== mark.kind) return false;
    if (mark.kind === 'link') {
      // Editors split a link within a word.
      const isOneWord = content?.kind === 'text' && /\p{L}$/u.test(content.value) && /^\p{Ll}/u.test(text);
      if (!isOneWord || last.mark.href !== mark.href || last.mark.title !== mark.title) return false;
    }
    this.#pieces.pop();
    this.#active.push({ mark: last.mark, owner: mark });
    return true;
  }

  #push(value: string): void {
    const last = this.#pieces.at(-1);
    if (last?.kind === 'text')
      this.#pieces[this.#pieces.length - 1] = { kind: 'text', value: last.value + value };
    else this.#pieces.push({ kind: 'text', value });
  }
}
