import { blockColumns } from '#shared/content/main-content/features/block-features.ts';
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
}

export interface ContentModel {
  readonly words: WordOdds;
  readonly blocks: Forest;
}

export const readContentModel = ({ words, blocks }: PackedContentModel): ContentModel => ({
  words: readWordOdds(words),
  blocks: readForest(blocks, blockColumns),
});
