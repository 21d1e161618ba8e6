import type { BlockContext } from './block-context.ts';
import { type BlockFrame, opinionFeatures, opinionWriter } from './block-features-opinion.ts';
import { wordFeatureNames, wordsWriter } from './block-features-words.ts';
import { blockFeatureNames, pageFeatureNames } from './block-features.ts';
import type { WordOdds } from './block-word-odds.ts';
import { pageTypes } from './page-type.ts';

/** What the columns of the rows mean that the first look at a block is scored on. */
export const firstLookColumns: readonly string[] = [
  ...blockFeatureNames,
  ...pageFeatureNames,
  ...wordFeatureNames,
];
/** Of these columns the ones that no odds of words are needed for. */
const ownColumns = blockFeatureNames.length + pageFeatureNames.length;

export const secondLookColumns: readonly string[] = [
  ...firstLookColumns,
  ...opinionFeatures.map(({ name }) => name),
  ...pageTypes.map((type) => `type.${type}`),
];

/** Puts what the words in and around each block say after its own values, in rows of `width`. */
export function addWordOdds(context: BlockContext, odds: WordOdds, rows: Float32Array, width: number): void {
  const write = wordsWriter(context, odds);
  for (let block = 0; block < context.page.count; block++) write(block, rows, block * width + ownColumns);
}

/** `rows` copied into wider rows. */
function widened(rows: Float32Array, from: number, to: number): Float32Array {
  const count = rows.length / from;
  const wider = new Float32Array(count * to);
  for (let row = 0; row < count; row++) wider.set(rows.subarray(row * from, (row + 1) * from), row * to);
  return wider;
}

/** Rows of the first look from the values that need no odds of words. */
export function firstLookRows(context: BlockContext, ownRows: Float32Array, odds: WordOdds): Float32Array {
  const rows = widened(ownRows, ownColumns, firstLookColumns.length);
  addWordOdds(context, odds, rows, firstLookColumns.length);
  return rows;
}

/** Puts what the first look thought of each block and its surroundings, and the page type, at the end of its row. */
export function addFirstLook(
  frame: BlockFrame,
  rows: Float32Array,
  first: Float32Array,
  typeChances: Float32Array,
): void {
  const width = secondLookColumns.length;
  const opinions = opinionWriter(frame, first);
  for (let block = 0; block < frame.count; block++) {
    const at = block * width + firstLookColumns.length;
    opinions(block, rows, at);
    rows.set(typeChances, at + opinionFeatures.length);
  }
}

/** Rows of the second look from those of the first. */
export function secondLookRows(
  frame: BlockFrame,
  firstRows: Float32Array,
  first: Float32Array,
  typeChances: Float32Array,
): Float32Array {
  const rows = widened(firstRows, firstLookColumns.length, secondLookColumns.length);
  addFirstLook(frame, rows, first, typeChances);
  return rows;
}
