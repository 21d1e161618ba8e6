import { regionOf, type Region } from './element-roles.ts';
import type { MarkupPiece } from './markup-scan.ts';
import { isOpenAfter, type OpenElement } from './open-element.ts';
import { textPieces, tidyText } from './text-pieces.ts';

/** What each region says at most, in characters: an element called so that says more is the page itself. */
const longestRegion: Readonly<Record<Region, number>> = {
  hidden: 0,
  loading: 200,
  consent: 3000,
  frame: 8000,
};

const template = /\{\{[^{}]{0,200}\}\}/g;
const waiting =
  /^(?:(?:now |page |идёт |идет )?(?:loading|загрузка|загружаем|redirecting|перенаправление|initiali[sz]ing)|please wait|just a (?:sec|moment)|one moment|подождите|пожалуйста,? подождите|секунду)[^.…!]{0,60}[\s.…!]*$/;
const waitingLimit = 100;

/** Sorts what a document shows into the words of the page and the text of its frame, piece by piece. */
export function createShownText() {
  const [words, frame] = [textPieces(), textPieces()];
  let templates = 0;
  let regionText = textPieces();
  let region: (OpenElement & { readonly kind: Region }) | undefined;

  const leaveRegion = (isClosed = true): void => {
    // A header that is never closed holds the page.
    const isPage = region?.kind === 'frame' && !isClosed;
    if (region !== undefined && (isPage || regionText.length() > longestRegion[region.kind]))
      words.add(regionText.toText());
    else if (region !== undefined && region.kind !== 'loading') frame.add(regionText.toText());
    regionText = textPieces();
    region = undefined;
  };
  const readText = (raw: string): void => {
    if (region?.kind === 'hidden') return;
    const filled = raw.replaceAll(template, '');
    if (filled.length < raw.length) templates += 1;
    const text = tidyText(filled);
    if (region === undefined && text.length <= waitingLimit && waiting.test(text)) return;
    (region === undefined ? words : regionText).add(text);
  };
  const readStart = (name: string, tag: string): void => {
    // A header with a heading or a paragraph in it is the beginning of a text, not a bar.
    if (region?.name === 'header' && region.kind === 'frame' && /^(?:h[1-3]|p)$/.test(name)) leaveRegion();
    const kind = region === undefined ? regionOf(name, tag) : undefined;
    if (kind !== undefined) region = { name, depth: 1, kind };
  };

  return {
    read(piece: MarkupPiece): void {
      if (region !== undefined && !isOpenAfter(region, piece)) leaveRegion();
      if (piece.kind === 'text') readText(piece.text);
      else if (piece.kind === 'start') readStart(piece.name, piece.tag);
    },
    isInRegion: () => region !== undefined,
    /** Of the words so far, in characters. */
    length: () => words.length(),
    finish() {
      leaveRegion(false);
      return { words: words.toText(), frame: frame.toText(), templates };
    },
  };
}
