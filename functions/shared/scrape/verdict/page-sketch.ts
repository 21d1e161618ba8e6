import { type ElementCounts, isAppRoot, noElements, roleOf } from './element-roles.ts';
import { type MarkupPiece, scanMarkup } from './markup-scan.ts';
import { isOpenAfter, type OpenElement } from './open-element.ts';
import { createShownText } from './shown-text.ts';
import { textPieces, tidyText } from './text-pieces.ts';

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
/** One reading of a document from front to back. */
function createSketch() {
  const counts: ElementCounts = { ...noElements };
  const [shown, noscript, code] = [createShownText(), textPieces(), textPieces()];
  let title = '';
  let appRoot: PageSketch['appRoot'] = 'none';
  let root: (OpenElement & { readonly wordsBefore: number }) | undefined;

  const leaveRoot = (): void => {
    if (root !== undefined && shown.length() > root.wordsBefore) appRoot = 'filled';
    root = undefined;
  };
  const readContent = ({ name, tag, content }: MarkupPiece & { kind: 'start' }): void => {
    if (code.length() < codeLimit) {
      code.add(tag);
      if (name === 'script' || name === 'noscript') code.add(content.slice(0, scriptLimit));
    }
    if (name === 'title' && title === '') title = tidyText(content.slice(0, scriptLimit));
    if (name === 'noscript' && noscript.length() < codeLimit) noscript.add(content.slice(0, scriptLimit));
  };
  const readStart = (piece: MarkupPiece & { kind: 'start' }): void => {
    const { name, tag } = piece;
    readContent(piece);
    const role = roleOf(piece);
    if (role !== undefined && (role !== 'media' || !shown.isInRegion())) counts[role] += 1;
    if (root !== undefined || !isAppRoot(name, tag)) return;
    root = { name, depth: 1, wordsBefore: shown.length() };
    if (appRoot === 'none') appRoot = 'empty';
  };

  return {
    read(piece: MarkupPiece): void {
      shown.read(piece);
      if (root !== undefined && !isOpenAfter(root, piece)) leaveRoot();
      if (piece.kind === 'start') readStart(piece);
    },
    saysEnough: () => shown.length() > enoughWords,
    finish(): PageSketch {
      const texts = shown.finish();
      leaveRoot();
      return { ...counts, ...texts, noscript: noscript.toText(), code: code.toText(), title, appRoot };
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
