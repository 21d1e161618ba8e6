import { blockColumns } from '#shared/content/main-content/features/block-features.ts';
import {
  type PackedWordOdds,
  readWordOdds,
  type WordOdds,
} from '#shared/content/main-content/model/word-odds.ts';
import type { PackedContentModel } from '#shared/content/main-content/content-model.ts';

import { countWords, wordOdds } from './count-words.ts';
import { sitePart } from './data-parts.ts';
import { growForest, type GrowOptions } from './grow-trees.ts';
import { packForest } from './pack-forest.ts';
import { trainingRows } from './training-rows.ts';
import type { Example } from './training-set.ts';

const growing: GrowOptions = {
  trees: 200,
  leaves: 24,
  learningRate: 0.07,
  minWeight: 20,
  ridge: 5,
  rowShare: 0.5,
  featureShare: 0.3,
  seed: 3,
};

/** Word odds of all examples except those left out. */
type OddsWithout = (isLeftOut: (example: Example) => boolean) => PackedWordOdds;

/** The word odds for an example: always without its own site, whichever parts are held out. */
function oddsForExamples(oddsWithout: OddsWithout): (example: Example) => WordOdds {
  const bySites = new Map<string, WordOdds>();
  return (example) => {
    const own = sitePart(example);
    const odds = bySites.get(own) ?? readWordOdds(oddsWithout((other) => sitePart(other) === own));
    bySites.set(own, odds);
    return odds;
  };
}

/**
 * Prepares training on `examples`, whose parts of the data are `parts`. The returned function trains a model on all
 * examples, or on all except one part.
 */
export function trainModel(
  examples: readonly Example[],
  parts: readonly string[],
): (part?: string) => PackedContentModel {
  const counted = countWords(examples);
  const oddsWithout: OddsWithout = (isLeftOut) =>
    wordOdds(counted.filter(({ example }) => !isLeftOut(example)));
  const partOf = new Map(examples.map((example, at) => [example, parts[at]]));
  const { rows, targets, weights, owners } = trainingRows(examples, oddsForExamples(oddsWithout));
  return (part) => {
    const isLeftOut = (of: string | undefined): boolean => part !== undefined && of === part;
    const others = weights.map((weight, row) => (isLeftOut(parts[owners[row] ?? 0]) ? 0 : weight));
    return {
      words: oddsWithout((example) => isLeftOut(partOf.get(example))),
      blocks: packForest(growForest(rows, targets, others, growing), rows.edges, blockColumns),
    };
  };
}
