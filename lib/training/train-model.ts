import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { blockPeers } from '#shared/content/main-content/choice/peers.ts';
import { firstChances } from '#shared/content/main-content/choice/first-chances.ts';
import type { PackedContentModel } from '#shared/content/main-content/content-model.ts';
import { blockColumns } from '#shared/content/main-content/features/block-features.ts';
import { chanceColumns, chanceRows } from '#shared/content/main-content/features/chances.ts';
import { type PackedForest, readForest } from '#shared/content/main-content/model/forest.ts';
import { chancesOf, rowsIn } from '#shared/content/main-content/model/score-rows.ts';
import {
  type PackedWordOdds,
  readWordOdds,
  type WordOdds,
} from '#shared/content/main-content/model/word-odds.ts';

import { countWords, wordOdds } from './count-words.ts';
import { sitePart } from './data-parts.ts';
import { growForest, type GrowOptions } from './grow-trees.ts';
import { packForest } from './pack-forest.ts';
import { allOf, binned, trainingRows } from './training-rows.ts';
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

/** The second forest has fewer columns, each of which says more. */
const growingSecond: GrowOptions = {
  ...growing,
  trees: 60,
  leaves: 12,
  learningRate: 0.1,
  featureShare: 0.5,
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

/** The rows of the second forest for an example whose blocks have these chances. */
function secondRows({ context }: Example, chances: Float32Array): Float32Array {
  const units = indivisibleUnits(context.tree);
  return allOf(chanceRows(context, firstChances(context, units, blockPeers(context), chances)));
}

/**
 * Prepares training on `examples`, whose parts of the data are `parts`. The returned function trains a model on all
 * examples, or on all except one part. The second forest learns from chances of forests that never saw the site of an
 * example, nor the part that is left out.
 */
export function trainModel(
  examples: readonly Example[],
  parts: readonly string[],
): (part?: string) => PackedContentModel {
  const counted = countWords(examples);
  const oddsWithout: OddsWithout = (isLeftOut) =>
    wordOdds(counted.filter(({ example }) => !isLeftOut(example)));
  const partOf = new Map(examples.map((example, at) => [example, parts[at]]));
  const { rows, targets, weights, owners, blocks, features } = trainingRows(
    examples,
    oddsForExamples(oddsWithout),
  );
  const siteParts = examples.map(sitePart);
  const weightsWithout = (leftOut: ReadonlySet<string | undefined>): Float32Array =>
    weights.map((weight, row) => {
      const at = owners[row] ?? 0;
      return leftOut.has(parts[at]) || leftOut.has(siteParts[at]) ? 0 : weight;
    });
  const forests = new Map<string, PackedForest>();
  /** The first forest, grown without these parts. */
  const forestWithout = (...leftOut: readonly string[]): PackedForest => {
    const key = leftOut.toSorted().join(' ');
    const forest =
      forests.get(key) ??
      packForest(
        growForest(rows, targets, weightsWithout(new Set(leftOut)), growing),
        rows.edges,
        blockColumns,
      );
    forests.set(key, forest);
    return forest;
  };
  const secondWithout = (part: readonly string[]): PackedForest => {
    const width = chanceColumns.length;
    const own = examples.map((example, at): Float32Array | undefined => {
      const site = siteParts[at] ?? '';
      if (part.includes(site) || part.includes(parts[at] ?? '')) return undefined;
      const forest = readForest(forestWithout(...part, site), blockColumns);
      const values = features[at] ?? new Float32Array();
      return secondRows(example, chancesOf(forest, rowsIn(values, blockColumns.length)));
    });
    const values = new Float32Array(owners.length * width);
    owners.forEach((at, row) => {
      const block = blocks[row] ?? 0;
      const ofBlock = own[at]?.subarray(block * width, (block + 1) * width);
      if (ofBlock !== undefined) values.set(ofBlock, row * width);
    });
    const second = binned(values, width);
    const forest = growForest(second, targets, weightsWithout(new Set(part)), growingSecond);
    return packForest(forest, second.edges, chanceColumns);
  };
  return (part) => {
    const leftOut = part === undefined ? [] : [part];
    return {
      words: oddsWithout((example) => part !== undefined && partOf.get(example) === part),
      blocks: forestWithout(...leftOut),
      chances: secondWithout(leftOut),
    };
  };
}
