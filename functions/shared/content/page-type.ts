import { chancesOf, type Forest } from './block-forest.ts';

export const pageTypes = [
  'article',
  'documentation',
  'forum',
  'product',
  'listing',
  'collection',
  'service',
] as const;

/** What kind of page it is: a collection shows goods or works, a listing entries to read or apply for. */
export type PageType = (typeof pageTypes)[number];

export interface PageTypeDecision {
  readonly type: PageType;
  /** In the order of `pageTypes`; they add up to 1. */
  readonly chances: Float32Array;
}

/** One forest a type, in the order of `pageTypes`, each asked alone; the most certain one decides. */
export function decidePageType(forests: readonly Forest[], pageRow: Float32Array): PageTypeDecision {
  const chances = Float32Array.from(forests, (forest) => chancesOf(forest, pageRow, pageRow.length)[0] ?? 0);
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  for (let at = 0; at < chances.length; at++) chances[at] = (chances[at] ?? 0) / all;
  const best = chances.indexOf(Math.max(...chances));
  return { type: pageTypes[best] ?? 'article', chances };
}
