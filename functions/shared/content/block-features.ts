import type { BlockContext } from './block-context.ts';
import { aroundFeatures } from './block-features-around.ts';
import { pageFeatures } from './block-features-page.ts';
import { containerFeatures } from './block-features-container.ts';
import { placeFeatures } from './block-features-place.ts';
import { textFeatures } from './block-features-text.ts';
import { unitFeatures } from './block-features-unit.ts';
import { type FeatureGroup, groupOf } from './feature-group.ts';

const groups: readonly FeatureGroup[] = [
  ...textFeatures,
  ...placeFeatures,
  containerFeatures,
  groupOf(aroundFeatures),
  unitFeatures,
];
export const blockFeatureNames: readonly string[] = groups.flatMap((group) => group.names);
export const pageFeatureNames: readonly string[] = pageFeatures.map(({ name }) => name);

export const pageValues = (context: BlockContext): Float32Array =>
  Float32Array.from(pageFeatures, ({ of }) => of(context));

/** Rows hold the features of the block, then those of its page, then room for others up to `width`. */
export function blockValues(
  context: BlockContext,
  ofPage: Float32Array,
  width = blockFeatureNames.length + pageFeatureNames.length,
): Float32Array {
  const values = new Float32Array(context.page.count * width);
  const writers = groups.map((group) => group.of(context));
  for (let block = 0; block < context.page.count; block++) {
    let at = block * width;
    writers.forEach((write, group) => {
      write(block, values, at);
      at += groups[group]?.names.length ?? 0;
    });
    values.set(ofPage, at);
  }
  return values;
}
