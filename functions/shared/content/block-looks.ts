import { type BlockFrame, opinionFeatures, opinionValues } from './block-features-opinion.ts';
import { blockFeatureNames, pageFeatureNames } from './block-features.ts';
import { pageTypes } from './page-type.ts';

/** What the columns of the rows mean that the first look at a block is scored on. */
export const firstLookColumns: readonly string[] = [...blockFeatureNames, ...pageFeatureNames];

export const secondLookColumns: readonly string[] = [
  ...firstLookColumns,
  ...opinionFeatures.map(({ name }) => name),
  ...pageTypes.map((type) => `type.${type}`),
];

/**
 * Rows of the second look: those of the first, then what the first thought of the block and its surroundings,
 * then the page type.
 */
export function secondLookRows(
  frame: BlockFrame,
  firstRows: Float32Array,
  first: Float32Array,
  typeChances: Float32Array,
): Float32Array {
  const known = firstLookColumns.length;
  const added = opinionFeatures.length;
  const width = secondLookColumns.length;
  const opinions = opinionValues(frame, first);
  const rows = new Float32Array(frame.count * width);
  for (let block = 0; block < frame.count; block++) {
    const row = block * width;
    rows.set(firstRows.subarray(block * known, (block + 1) * known), row);
    rows.set(opinions.subarray(block * added, (block + 1) * added), row + known);
    rows.set(typeChances, row + known + added);
  }
  return rows;
}
