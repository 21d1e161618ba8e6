import type { Region } from './element-roles.ts';
import type { PageSketch } from './page-sketch.ts';

/** The longest text of each region, in characters: an element named so with more text is the page itself. */
const maxRegionCharacters: Readonly<Record<Region, number>> = {
  hidden: 0,
  loading: 200,
  consent: 3000,
  frame: 8000,
};

const template = /\{\{[^{}]{0,200}\}\}/g;
const loadingText =
  /^(?:(?:now |page |идёт |идет )?(?:loading|загрузка|загружаем|redirecting|перенаправление|initiali[sz]ing)|please wait|just a (?:sec|moment)|one moment|подождите|пожалуйста,? подождите|секунду)[^.…!]{0,60}[\s.…!]*$/;
const maxLoadingTextCharacters = 100;

const unevenSpace = /[^\S ]| {2}/;

/** Text in lower case with single spaces. */
export const tidyText = (text: string): string =>
  (unevenSpace.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim().toLowerCase();

/** "Loading…" and the like. */
export const isLoadingText = (raw: string): boolean =>
  raw.length <= maxLoadingTextCharacters && loadingText.test(tidyText(raw));

/** Pieces of text, joined once: a growing string would be copied for each. */
export function textPieces() {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(text: string): void {
      if (text === '') return;
      pieces.push(text);
      length += text.length;
    },
    length: () => length,
    toText: () => pieces.join(' '),
  };
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

  finish(): Pick<PageSketch, 'words' | 'frame' | 'templates' | 'unfilled'> {
    this.closeRegion();
    return {
      words: this.#words.toText(),
      frame: this.#frame.toText(),
      templates: this.#templates,
      unfilled: this.#unfilled,
    };
  }
}
