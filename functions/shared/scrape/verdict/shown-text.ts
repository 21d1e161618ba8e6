import type { Region } from './element-roles.ts';
import { isLoadingText, textPieces, tidyText } from './text-pieces.ts';

/** The longest text of each region, in characters: an element named so with more text is the page itself. */
const maxRegionCharacters: Readonly<Record<Region, number>> = {
  hidden: 0,
  loading: 200,
  consent: 3000,
  frame: 8000,
};

const template = /\{\{[^{}]{0,200}\}\}/g;

/** The text that a document shows, in lower case. */
export interface DocumentText {
  /** Text outside of navigation, consent banners, loading signs and hidden elements. */
  readonly words: string;
  /** Text of navigation, page header and footer, and of consent banners. */
  readonly frame: string;
  /** Places for values, `{{ name }}`, that no script has filled. */
  readonly templates: number;
  /** Number of such places in the page's own text, outside of code. */
  readonly unfilled: number;
}

/**
 * Sorts the text that a document shows into the words of the page and the text of its frame. Regions do not nest:
 * inside one, all text belongs to it.
 */
export class ShownText {
  readonly #words = textPieces();
  readonly #frame = textPieces();
  #templates = 0;
  #unfilled = 0;
  #regionText = textPieces();
  #region: Region | undefined;

  get isInRegion(): boolean {
    return this.#region !== undefined;
  }

  get wordCharacters(): number {
    return this.#words.length();
  }

  openRegion(region: Region): void {
    this.#region = region;
  }

  closeRegion(): void {
    const region = this.#region;
    if (region === undefined) return;
    if (this.#regionText.length() > maxRegionCharacters[region]) this.#words.add(this.#regionText.toText());
    else if (region !== 'loading') this.#frame.add(this.#regionText.toText());
    this.#regionText = textPieces();
    this.#region = undefined;
  }

  add(raw: string, isCode = false): void {
    // Most texts of a document are the white space between its tags.
    if (this.#region === 'hidden' || !/\S/.test(raw)) return;
    const filled = raw.includes('{{') ? raw.replaceAll(template, '') : raw;
    if (filled.length < raw.length) {
      this.#templates += 1;
      if (this.#region === undefined && !isCode) this.#unfilled += 1;
    }
    const text = tidyText(filled);
    if (this.#region !== undefined) this.#regionText.add(text);
    else if (!isLoadingText(text)) this.#words.add(text);
  }

  finish(): DocumentText {
    this.closeRegion();
    return {
      words: this.#words.toText(),
      frame: this.#frame.toText(),
      templates: this.#templates,
      unfilled: this.#unfilled,
    };
  }
}
