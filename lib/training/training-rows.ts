import { blockColumns, blockRows } from '#shared/content/main-content/features/block-features.ts';
import { lengthsOf } from '#shared/content/main-content/block-page.ts';
import type { WordOdds } from '#shared/content/main-content/block-word-odds.ts';

import { binEdges, binRows, type BinnedRows, seededRandom } from './grow-trees.ts';
import type { Example } from './training-set.ts';

/** How much a page of a set counts. Invented pages teach layouts, not what people think content is. */
const setWeights: Readonly<Record<string, number>> = {
  'wcxb-dev': 1,
  multilingual: 0.6,
  invented: 0.4,
};

/** Few blocks of these pages are known; each counts on its own. */
const knownBlockWeight = 1.5;
/** A page counts as much as this many blocks of weight 1, whatever its length. */
const pageWeight = 100;
/** Long blocks matter more, but ten words in one block less than ten blocks of a word. */
const lengthPower = 0.5;
/** Rare page types count more, less than in proportion. */
const rarityPower = 0.5;
/** A page that is nearly all frame must not give its few words of content all its weight. */
const leastContentShare = 0.05;

const commonest = 'article';

/** Of `wcxb-dev`, how much more than an article a page of each type counts. */
function rarityOf(examples: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { set, type } of examples) if (set === 'wcxb-dev') counts.set(type, (counts.get(type) ?? 0) + 1);
  const most = counts.get(commonest) ?? 1;
  return new Map([...counts].map(([type, count]) => [type, Math.max(1, most / count) ** rarityPower]));
}

/**
 * Weights of a page's blocks. A page is scored by F1, so that a wrong block costs the more the less content the
 * page has: weights are divided by the geometric mean of the page's length and that of its content.
 */
function blockWeights(example: Example, rarity: number): Float32Array {
  const { known, shares, context, set } = example;
  const setWeight = setWeights[set];
  if (setWeight === undefined) return known.map((isKnown) => isKnown * knownBlockWeight);
  const lengths = lengthsOf(context.tree).map((words) => (words + 1) ** lengthPower);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const content = lengths.reduce((sum, length, block) => sum + length * (shares[block] ?? 0), 0);
  const scale =
    (setWeight * rarity * pageWeight) / Math.sqrt(all * Math.max(content, all * leastContentShare));
  return lengths.map((length, block) => length * scale * (known[block] ?? 0));
}

/** Of longer pages a sample of this many blocks speaks for all. */
const mostBlocks = 160;

/** Weights with some rows set to 0 and the others raised to make up for them. */
function thinned(weights: Float32Array, random: () => number): Float32Array {
  const share = mostBlocks / weights.length;
  return share >= 1 ? weights : weights.map((weight) => (random() < share ? weight / share : 0));
}

/** The blocks that count of all examples, one row each. */
export interface TrainingRows {
  readonly rows: BinnedRows;
  readonly targets: Float32Array;
  readonly weights: Float32Array;
  /** For every row the number of its example. */
  readonly owners: Int32Array;
}

const edgeSample = 60_000;
const edgeSeed = 7;

/** `oddsFor` gives the odds of words that an example is told. */
export function trainingRows(
  examples: readonly Example[],
  oddsFor: (example: Example) => WordOdds,
): TrainingRows {
  const rarity = rarityOf(examples);
  const random = seededRandom(edgeSeed);
  const weightsOf = examples.map((example) => {
    const own = blockWeights(example, example.set === 'wcxb-dev' ? (rarity.get(example.type) ?? 1) : 1);
    return example.set in setWeights ? thinned(own, random) : own;
  });
  const count = weightsOf.reduce((sum, own) => sum + own.filter((weight) => weight > 0).length, 0);
  const width = blockColumns.length;
  const values = new Float32Array(count * width);
  const targets = new Float32Array(count);
  const weights = new Float32Array(count);
  const owners = new Int32Array(count);
  let row = 0;
  examples.forEach((example, at) => {
    const own = blockRows(example.context, oddsFor(example)).values;
    weightsOf[at]?.forEach((weight, block) => {
      if (weight === 0) return;
      values.set(own.subarray(block * width, (block + 1) * width), row * width);
      targets[row] = example.shares[block] ?? 0;
      weights[row] = weight;
      owners[row] = at;
      row += 1;
    });
  });
  const edges = binEdges(values, width, edgeSample, edgeSeed);
  return { rows: binRows(values, width, edges), targets, weights, owners };
}
