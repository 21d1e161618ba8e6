import { type BlockFrame, opinionFeatures, opinionWriter } from './block-features-opinion.ts';
import { blockFeatureNames, pageFeatureNames } from './block-features.ts';
import { pageTypes } from './page-type.ts';

/** What the columns of the rows mean that the first look at a block is scored on. */
export const firstLookColumns: readonly string[] = [...blockFeatureNames, ...pageFeatureNames];

export const secondLookColumns: readonly string[] = [
  ...firstLookColumns,
  ...opinionFeatures.map(({ name }) => name),
  ...pageTypes.map((type) => `type.${type}`),
];

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
  const known = firstLookColumns.length;
  const width = secondLookColumns.length;
  const rows = new Float32Array(frame.count * width);
  for (let block = 0; block < frame.count; block++)
    rows.set(firstRows.subarray(block * known, (block + 1) * known), block * width);
  addFirstLook(frame, rows, first, typeChances);
  return rows;
}
