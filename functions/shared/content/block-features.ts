import type { BlockContext } from './block-context.ts';
import { aroundFeatures } from './block-features-around.ts';
import { pageFeatures } from './block-features-page.ts';
import { placeFeatures } from './block-features-place.ts';
import { textFeatures } from './block-features-text.ts';

/** One number about a block. Names are stable: a model names the features it was trained on. */
export interface BlockFeature {
  readonly name: string;
  readonly of: (context: BlockContext, block: number) => number;
}

/** One row of numbers a block, in the order of `names`. */
export interface FeatureTable {
  readonly names: readonly string[];
  readonly width: number;
  readonly values: Float32Array;
}

const perBlock: readonly BlockFeature[] = [...textFeatures, ...placeFeatures, ...aroundFeatures];
export const blockFeatureNames: readonly string[] = perBlock.map(({ name }) => name);
export const pageFeatureNames: readonly string[] = pageFeatures.map(({ name }) => name);

export const pageValues = (context: BlockContext): Float32Array =>
  Float32Array.from(pageFeatures, ({ of }) => of(context));

/** Rows hold the features of the block, then those of its page. */
export function blockValues(context: BlockContext, ofPage: Float32Array): FeatureTable {
  const names = [...blockFeatureNames, ...pageFeatureNames];
  const width = names.length;
  const values = new Float32Array(context.page.count * width);
  for (let block = 0; block < context.page.count; block++) {
    const row = block * width;
    for (let at = 0; at < perBlock.length; at++) values[row + at] = perBlock[at]?.of(context, block) ?? 0;
    values.set(ofPage, row + perBlock.length);
  }
  return { names, width, values };
}
