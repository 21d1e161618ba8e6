import { isTag, isText } from 'domhandler';

import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

const word = /[\p{L}\p{N}_]+/gu;
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** Lower-cased words; scripts without spaces are cut into characters. */
export function tokensOf(text: string): string[] {
  return (text.toLowerCase().match(word) ?? []).flatMap((found) =>
    ideographs.test(found) ? (found.match(pieces) ?? []) : [found],
  );
}

/** The whole text of every block. */
export function blockTexts(tree: BlockTree): string[] {
  const parts: string[][] = tree.blocks.map(() => []);
  tree.nodes.forEach((node, at) => {
    const block = parts[tree.from[at] ?? -1];
    if (block === undefined) return;
    if (isText(node)) block.push(node.data);
    else if (isTag(node) && node.name === 'br') block.push('\n');
  });
  return parts.map((texts) => texts.join(''));
}

const bits = 30;
const mask = 2 ** bits - 1;

/** For each token of `a`, the index of its match in a longest common subsequence with `b`, or -1. */
function commonSubsequence(a: readonly string[], b: readonly string[]): Int32Array {
  const partner = new Int32Array(a.length).fill(-1);
  const width = Math.ceil(b.length / bits);
  if (width === 0) return partner;
  const places = new Map<string, Int32Array>();
  b.forEach((token, at) => {
    let place = places.get(token);
    if (place === undefined) places.set(token, (place = new Int32Array(width)));
    place[Math.trunc(at / bits)] = (place[Math.trunc(at / bits)] ?? 0) | (1 << (at % bits));
  });
  const rows = lcsRows(a, places, width);
  const isSet = (row: number, at: number): boolean =>
    ((rows[row * width + Math.trunc(at / bits)] ?? 0) & (1 << (at % bits))) !== 0;
  let row = a.length;
  let column = b.length;
  while (row > 0 && column > 0) {
    if (isSet(row, column - 1)) column -= 1;
    else if (!isSet(row - 1, column - 1)) row -= 1;
    else {
      row -= 1;
      column -= 1;
      partner[row] = column;
    }
  }
  return partner;
}

/** Hyyrö's bit-vector LCS with every row kept: a zero bit is a column where the subsequence grows. */
function lcsRows(a: readonly string[], places: ReadonlyMap<string, Int32Array>, width: number): Int32Array {
  const rows = new Int32Array((a.length + 1) * width);
  rows.fill(mask, 0, width);
  a.forEach((token, at) => {
    const place = places.get(token);
    const above = at * width;
    const row = above + width;
    if (place === undefined) {
      rows.copyWithin(row, above, above + width);
      return;
    }
    let carry = 0;
    for (let k = 0; k < width; k++) {
      const v = rows[above + k] ?? 0;
      const u = v & (place[k] ?? 0);
      const sum = v + u + carry;
      carry = sum > mask ? 1 : 0;
      rows[row + k] = (sum & mask) | (v & ~(place[k] ?? 0) & mask);
    }
  });
  return rows;
}

const minRun = 3;

/** Drops matches shorter than a run: common words such as "the" match in order on every page. */
function keepRuns(partner: Int32Array, starts: readonly number[], lengths: readonly number[]): void {
  starts.forEach((start, block) => {
    const length = lengths[block] ?? 0;
    const least = Math.min(minRun, length);
    let run = 0;
    for (let at = start; at <= start + length; at++) {
      const continues = run > 0 && at < start + length && partner[at] === (partner[at - 1] ?? -1) + 1;
      if (continues) {
        run += 1;
        continue;
      }
      if (run > 0 && run < least) partner.fill(-1, at - run, at);
      run = at < start + length && (partner[at] ?? -1) >= 0 ? 1 : 0;
    }
  });
}

const gram = 4;
const grams = (tokens: readonly string[]): string[] =>
  tokens.length < gram ? [] : tokens.slice(gram - 1).map((_, at) => tokens.slice(at, at + gram).join(' '));

/** Tokens of the page times tokens of the truth: larger pages are not aligned. */
const maxAlignmentCells = 3e9;

/**
 * For each block, the share of its words that are in the truth text, in order and in runs. Text that the truth has in
 * another place counts too, as far as no other block has matched it.
 */
export function alignedShares(
  blocks: readonly (readonly string[])[],
  truth: readonly string[],
): Float32Array {
  const shares = new Float32Array(blocks.length);
  const tokens = blocks.flat();
  if (tokens.length * truth.length > maxAlignmentCells) return shares;
  const partner = commonSubsequence(tokens, truth);
  const lengths = blocks.map(({ length }) => length);
  let sum = 0;
  const starts = lengths.map((length) => (sum += length) - length);
  keepRuns(partner, starts, lengths);
  const used = new Set<number>(partner);
  const left = new Map<string, number>();
  grams(truth).forEach((words, at) => {
    if (!used.has(at)) left.set(words, (left.get(words) ?? 0) + 1);
  });
  blocks.forEach((block, at) => {
    const start = starts[at] ?? 0;
    const matched = partner.subarray(start, start + block.length).filter((to) => to >= 0).length;
    shares[at] = block.length === 0 ? 0 : matched / block.length;
    const own = grams(block);
    if ((shares[at] ?? 0) >= 0.5 || own.length < 2) return;
    const elsewhere = own.filter((words) => (left.get(words) ?? 0) > 0);
    if (elsewhere.length < own.length * 0.7) return;
    for (const words of elsewhere) left.set(words, (left.get(words) ?? 0) - 1);
    shares[at] = elsewhere.length / own.length;
  });
  return shares;
}
