import { blockColumns } from '#shared/content/main-content/features/block-features.ts';
import { chanceColumns } from '#shared/content/main-content/features/chances.ts';
import { type Forest, type PackedForest, readForest } from '#shared/content/main-content/model/forest.ts';
import {
  type PackedWordOdds,
  readWordOdds,
  type WordOdds,
} from '#shared/content/main-content/model/word-odds.ts';

/** The trained weights as `bin/train-content-model.ts` writes them. */
export interface PackedContentModel {
  readonly words: PackedWordOdds;
  readonly blocks: PackedForest;
  readonly chances: PackedForest;
}

export interface ContentModel {
  readonly words: WordOdds;
  /** Judges each block by its features. */
  readonly blocks: Forest;
  /** Judges it once more, by the chances of the blocks around it. */
  readonly chances: Forest;
}

export const readContentModel = ({ words, blocks, chances }: PackedContentModel): ContentModel => ({
  words: readWordOdds(words),
  blocks: readForest(blocks, blockColumns),
  chances: readForest(chances, chanceColumns),
});
