import { firstLookColumns, secondLookColumns } from './block-looks.ts';
import { pageFeatureNames } from './block-features.ts';
import { type Forest, type PackedForest, readForest } from './block-forest.ts';
import { candidateColumns } from './candidate-features.ts';
import { type PackedWordOdds, readWordOdds, type WordOdds } from './block-word-odds.ts';
import { pageTypes } from './page-type.ts';

/** The trained weights as `bin/train-content-model.ts` writes them. */
export interface PackedContentModel {
  /** By page type. */
  readonly pageTypes: Readonly<Record<string, PackedForest>>;
  readonly words: PackedWordOdds;
  readonly first: PackedForest;
  readonly second: PackedForest;
  readonly candidates: PackedForest;
}

export interface ContentModel {
  /** In the order of page-type.ts. */
  readonly pageTypes: readonly Forest[];
  readonly words: WordOdds;
  readonly first: Forest;
  readonly second: Forest;
  readonly candidates: Forest;
}

export function readContentModel(packed: PackedContentModel): ContentModel {
  return {
    pageTypes: pageTypes.map((type) => {
      const forest = packed.pageTypes[type];
      if (forest === undefined) throw new RangeError(`The model knows nothing of the page type "${type}".`);
      return readForest(forest, pageFeatureNames);
    }),
    words: readWordOdds(packed.words),
    first: readForest(packed.first, firstLookColumns),
    second: readForest(packed.second, secondLookColumns),
    candidates: readForest(packed.candidates, candidateColumns),
  };
}
