import { type ElementCounts, isAppRoot, noElements, regionOf, roleOf, type Region } from './element-roles.ts';
import { type MarkupPiece, scanMarkup } from './markup-scan.ts';

/** What a document shows and what it is made of, as far as a judgement needs it. All text is lower case. */
export interface PageSketch extends Readonly<ElementCounts> {
  readonly title: string;
  /** Text outside of navigation, banners of consent, loading signs and what is hidden. */
  readonly words: string;
  /** Text of navigation, page header and footer, and of banners of consent. */
  readonly frame: string;
  /** Inside of `<noscript>`, tags included. */
  readonly noscript: string;
  /** The tags of the page and its scripts: what its author wrote for machines, never what it says to readers. */
  readonly code: string;
  /** Places for values, `{{ name }}`, that no script has filled. */
  readonly templates: number;
  /** Whether the elements that applications are drawn into hold words; `none` if there are no such elements. */
  readonly appRoot: 'none' | 'empty' | 'filled';
}

/** Who says so much is neither a wall nor a shell, and need not be read further. */
const enoughWords = 20_000;
const codeLimit = 200_000;
const scriptLimit = 20_000;
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

/** An element being read, known by the depth of elements of its own name: others are often left open. */
interface OpenElement {
  readonly name: string;
  depth: number;
}

function isOpenAfter(element: OpenElement, piece: MarkupPiece): boolean {
  if (piece.kind === 'text' || piece.name !== element.name) return true;
  element.depth += piece.kind === 'start' ? 1 : -1;
  return element.depth > 0;
}

const tidy = (text: string): string =>
  text
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Pieces of text, joined when all are there: a growing string would be copied for each. */
function textPieces() {
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

/** One reading of a document from front to back. */
function createSketch() {
  const counts: ElementCounts = { ...noElements };
  const [words, frame, noscript, code] = [textPieces(), textPieces(), textPieces(), textPieces()];
  let title = '';
  let templates = 0;
  let appRoot: PageSketch['appRoot'] = 'none';
  let regionText = textPieces();
  let region: (OpenElement & { readonly kind: Region }) | undefined;
  let root: (OpenElement & { readonly wordsBefore: number }) | undefined;

  const leaveRegion = (isClosed = true): void => {
    // A header that is never closed holds the page.
    const isPage = region?.kind === 'frame' && !isClosed;
    if (region !== undefined && (isPage || regionText.length() > longestRegion[region.kind]))
      words.add(regionText.toText());
    else if (region !== undefined && region.kind !== 'loading') frame.add(regionText.toText());
    regionText = textPieces();
    region = undefined;
  };
  const leaveRoot = (): void => {
    if (root !== undefined && words.length() > root.wordsBefore) appRoot = 'filled';
    root = undefined;
  };
  const readText = (raw: string): void => {
    if (region?.kind === 'hidden') return;
    const filled = raw.replaceAll(template, '');
    if (filled.length < raw.length) templates += 1;
    const text = tidy(filled);
    if (region === undefined && text.length <= waitingLimit && waiting.test(text)) return;
    (region === undefined ? words : regionText).add(text);
  };
  const readContent = ({ name, tag, content }: MarkupPiece & { kind: 'start' }): void => {
    if (code.length() < codeLimit) {
      code.add(tag);
      if (name === 'script' || name === 'noscript') code.add(content.slice(0, scriptLimit));
    }
    if (name === 'title' && title === '') title = tidy(content.slice(0, scriptLimit));
    if (name === 'noscript') noscript.add(content.slice(0, scriptLimit));
  };
  const readStart = (piece: MarkupPiece & { kind: 'start' }): void => {
    const { name, tag } = piece;
    readContent(piece);
    const role = roleOf(piece);
    if (role !== undefined && (role !== 'media' || region === undefined)) counts[role] += 1;
    // A header with a heading or a paragraph in it is the beginning of a text, not a bar.
    if (region?.name === 'header' && region.kind === 'frame' && /^(?:h[1-3]|p)$/.test(name)) leaveRegion();
    if (root === undefined && isAppRoot(name, tag)) {
      root = { name, depth: 1, wordsBefore: words.length() };
      if (appRoot === 'none') appRoot = 'empty';
    }
    const kind = region === undefined ? regionOf(name, tag) : undefined;
    if (kind !== undefined) region = { name, depth: 1, kind };
  };

  return {
    read(piece: MarkupPiece): void {
      if (region !== undefined && !isOpenAfter(region, piece)) leaveRegion();
      if (root !== undefined && !isOpenAfter(root, piece)) leaveRoot();
      if (piece.kind === 'text') readText(piece.text);
      else if (piece.kind === 'start') readStart(piece);
    },
    saysEnough: () => words.length() > enoughWords,
    finish(): PageSketch {
      leaveRegion(false);
      leaveRoot();
      const texts = { words: words.toText(), frame: frame.toText(), noscript: noscript.toText() };
      return { ...counts, ...texts, code: code.toText(), title, templates, appRoot };
    },
  };
}

/** Reads a document once, as far as it must be read to tell a page from a wall and from a shell. */
export function sketchPage(html: string): PageSketch {
  const sketch = createSketch();
  for (const piece of scanMarkup(html)) {
    sketch.read(piece);
    if (sketch.saysEnough()) break;
  }
  return sketch.finish();
}
