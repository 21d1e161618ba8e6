import type { Mark, Piece } from './inline-pieces.ts';
import { isPunctuation, isSpace } from './escape.ts';

const isEmphasis = (mark: Mark): boolean => mark.kind !== 'link';

const edge = (piece: Piece | undefined, side: 'first' | 'last'): string | undefined => {
  if (piece === undefined || piece.kind === 'break') return '';
  if (piece.kind === 'code') return '`';
  if (piece.kind === 'text' || piece.kind === 'verbatim')
    return (side === 'first' ? piece.value[0] : piece.value.at(-1)) ?? '';
  if (isEmphasis(piece.mark)) return undefined;
  return piece.kind === 'open' ? '[' : ')';
};

/** The character after piece `at`, other emphasis skipped. */
function following(pieces: readonly Piece[], at: number): string {
  for (let index = at + 1; ; index++) {
    const character = edge(pieces[index], 'first');
    if (character !== undefined) return character;
  }
}

function preceding(pieces: readonly Piece[], at: number): string {
  for (let index = at - 1; ; index--) {
    const character = edge(pieces[index], 'last');
    if (character !== undefined) return character;
  }
}

/** Whether a run of `*` may open or close emphasis here (CommonMark, section 6.2: flanking runs). */
const mayStand = (outside: string, inside: string): boolean =>
  !isSpace(inside) && (!isPunctuation(inside) || isSpace(outside) || isPunctuation(outside));

const leadingPunctuation = /^([\p{P}\p{S}]+)\s*/u;
/** Tried at the beginning of each run only, so that a long run in the middle of a text is read once. */
const trailingPunctuation = /(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u;

function addText(pieces: Piece[], value: string): void {
  if (value === '') return;
  const last = pieces.at(-1);
  if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', value: last.value + value };
  else pieces.push({ kind: 'text', value });
}

/**
 * Moves punctuation between a mark and a word out of the mark: `**Цена:**100` is not emphasis in Markdown, so
 * `<b>Цена:</b>100` is written with the colon outside.
 */
export function moveOutPunctuation(pieces: readonly Piece[]): readonly Piece[] {
  const moved: Piece[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as Piece;
    const next = pieces[index + 1];
    if (piece.kind === 'open' && isEmphasis(piece.mark) && next?.kind === 'text') {
      const [opening = '', punctuation = ''] = leadingPunctuation.exec(next.value) ?? [];
      if (punctuation !== '' && !mayStand(preceding(moved, moved.length), punctuation)) {
        addText(moved, opening);
        moved.push(piece);
        addText(moved, next.value.slice(opening.length));
        index += 1;
        continue;
      }
    }
    const last = moved.at(-1);
    if (piece.kind === 'close' && isEmphasis(piece.mark) && last?.kind === 'text') {
      const punctuation = trailingPunctuation.exec(last.value)?.[0] ?? '';
      if (punctuation !== '' && !mayStand(following(pieces, index), punctuation)) {
        moved.pop();
        addText(moved, last.value.slice(0, -punctuation.length));
        moved.push(piece);
        addText(moved, punctuation);
        continue;
      }
    }
    if (piece.kind === 'text') addText(moved, piece.value);
    else moved.push(piece);
  }
  return moved;
}

interface Pair {
  readonly open: number;
  readonly close: number;
  readonly parent: Pair | undefined;
}

function pairsOf(pieces: readonly Piece[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const stack: { open: number; close: number; parent: Pair | undefined }[] = [];
  pieces.forEach((piece, index) => {
    if (piece.kind === 'open' && isEmphasis(piece.mark)) {
      const pair = { open: index, close: -1, parent: stack.at(-1) };
      stack.push(pair);
      pairs.push(pair);
    } else if (piece.kind === 'close' && isEmphasis(piece.mark)) {
      const pair = stack.pop();
      if (pair !== undefined) pair.close = index;
    }
  });
  return pairs;
}

/** For each piece the character before and after it, other emphasis skipped. */
function charactersBeside(pieces: readonly Piece[]): { before: readonly string[]; after: readonly string[] } {
  const before: string[] = [];
  let last = '';
  for (const piece of pieces) {
    before.push(last);
    last = edge(piece, 'last') ?? last;
  }
  const after: string[] = Array.from({ length: pieces.length });
  let next = '';
  for (let at = pieces.length - 1; at >= 0; at--) {
    after[at] = next;
    next = edge(pieces[at], 'first') ?? next;
  }
  return { before, after };
}

const isOutsideWord = (character: string): boolean => isSpace(character) || isPunctuation(character);

/**
 * The delimiter of each mark, by the index of its opening and closing piece. A mark that Markdown cannot express at its
 * position has none.
 */
export function emphasisDelimiters(pieces: readonly Piece[]): ReadonlyMap<number, string> {
  const delimiters = new Map<number, string>();
  const pairs = pairsOf(pieces);
  if (pairs.length === 0) return delimiters;
  const beside = charactersBeside(pieces);
  for (const { open, close, parent } of pairs) {
    const { mark } = pieces[open] as { readonly mark: Mark };
    const before = beside.before[open] ?? '';
    const after = beside.after[close] ?? '';
    const isPossible =
      close > open + 1 &&
      mayStand(before, beside.after[open] ?? '') &&
      mayStand(after, beside.before[close] ?? '');
    if (!isPossible) continue;

    const outer = parent === undefined ? undefined : delimiters.get(parent.open)?.[0];
    const parentKind =
      parent === undefined ? undefined : (pieces[parent.open] as { readonly mark: Mark }).mark.kind;
    const touchesOpen = parent !== undefined && parent.open === open - 1;
    const touchesClose = parent !== undefined && parent.close === close + 1;
    // `***x***` is strong inside of em, which is right when both end together.
    const isTriple = touchesOpen && touchesClose && mark.kind === 'strong' && parentKind === 'em';
    const touchesAlike = outer === '*' && (touchesOpen || touchesClose) && !isTriple;
    const character = touchesAlike && isOutsideWord(before) && isOutsideWord(after) ? '_' : '*';
    const delimiter = mark.kind === 'del' ? '~~' : mark.kind === 'strong' ? character.repeat(2) : character;
    delimiters.set(open, delimiter);
    delimiters.set(close, delimiter);
  }
  return delimiters;
}
