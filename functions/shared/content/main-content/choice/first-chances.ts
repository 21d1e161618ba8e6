import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { wordCountsOf } from '#shared/content/main-content/blocks/page.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';
import type { FirstChances } from '#shared/content/main-content/features/chances.ts';
import { bestThreshold } from './expected-f1.ts';
import { smoothChances } from './smoothing.ts';

/** What the chances of the first forest say of a page, for the rows of the second. */
export function firstChances(
  { tree }: BlockContext,
  units: readonly Unit[],
  peers: Int32Array,
  chances: Float32Array,
): FirstChances {
  const smoothed = smoothChances(tree, units, peers, chances);
  return { chances, smoothed, threshold: bestThreshold(wordCountsOf(tree), smoothed), peers };
}
