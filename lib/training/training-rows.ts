import { blockColumns, blockRows } from '#shared/content/main-content/features/block-features.ts';
import { wordCountsOf } from '#shared/content/main-content/blocks/page.ts';
import type { Rows } from '#shared/content/main-content/model/score-rows.ts';
import type { WordOdds } from '#shared/content/main-content/model/word-odds.ts';

import { binEdges, binRows, type BinnedRows } from './bin-rows.ts';
import { seededRandom } from './seeded-random.ts';
import type { Example } from './training-set.ts';

/** Weight of a page by its set. Invented pages teach layouts, not what people consider content. */
const setWeights: Readonly<Record<string, number>> = {
  'wcxb-dev': 1,
  unlabelled: 1,
  trafilatura: 0.7,
  invented: 0.4,
};

/** A page is known as a whole when at least this share of its blocks is annotated. */
const minKnownShare = 0.5;
/** Weight of a known block of a page of which only a few blocks are known. */
const knownBlockWeight = 1.5;
/** Every page weighs as much as this many blocks of weight 1, whatever its length. */
const pageWeight = 100;
/** A block's weight grows slower than its length. */
const lengthPower = 0.5;
/** Rare page types weigh more, but less than in proportion to their rarity. */
const rarityPower = 0.5;
/** Lower bound, so that a page with little content does not put all its weight on a few words. */
const minContentShare = 0.05;

const commonest = 'article';

/** For each page type of `wcxb-dev`, its weight relative to an article. */
function rarityOf(examples: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { set, type } of examples) if (set === 'wcxb-dev') counts.set(type, (counts.get(type) ?? 0) + 1);
  const most = counts.get(commonest) ?? 1;
  return new Map([...counts].map(([type, count]) => [type, Math.max(1, most / count) ** rarityPower]));
}

const isWhole = (known: Float32Array): boolean =>
  known.reduce((sum, isKnown) => sum + isKnown, 0) >= minKnownShare * known.length;

/**
 * Weights of a page's blocks. Pages are scored by F1, where a wrong block costs more the less content the page has:
 * so weights are divided by the geometric mean of the page's length and its content's length.
 */
function blockWeights(example: Example, rarity: number): Float32Array {
  const { known, shares, context, set } = example;
  const setWeight = setWeights[set] ?? 1;
  if (!isWhole(known)) return known.map((isKnown) => isKnown * knownBlockWeight);
  const lengths = wordCountsOf(context.tree).map((words) => (words + 1) ** lengthPower);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const content = lengths.reduce((sum, length, block) => sum + length * (shares[block] ?? 0), 0);
  const scale = (setWeight * rarity * pageWeight) / Math.sqrt(all * Math.max(content, all * minContentShare));
  return lengths.map((length, block) => length * scale * (known[block] ?? 0));
}

/** Longer pages are represented by a sample of about this many blocks. */
const maxBlocks = 160;

/** Sets the weights of all but a sample to 0 and raises those of the sample in proportion. */
function sampled(weights: Float32Array, random: () => number): Float32Array {
  const share = maxBlocks / weights.length;
  return share >= 1 ? weights : weights.map((weight) => (random() < share ? weight / share : 0));
}

/** The blocks with a weight of all examples, one row each. */
export interface TrainingRows {
  readonly rows: BinnedRows;
  readonly targets: Float32Array;
  readonly weights: Float32Array;
  /** For each row, the index of its example. */
  readonly owners: Int32Array;
  /** For each row, the index of its block in the example. */
  readonly blocks: Int32Array;
  /** For each example, the features of all its blocks, one after another. */
  readonly features: readonly Float32Array[];
}

const edgeSample = 60_000;
const edgeSeed = 7;

export const binned = (values: Float32Array, width: number): BinnedRows =>
  binRows(values, width, binEdges(values, width, edgeSample, edgeSeed));

/** The rows of a page, computed at once. */
export function allOf({ count, width, write }: Rows): Float32Array {
  const values = new Float32Array(count * width);
  write(0, count, values);
  return values;
}

/** Computes the features of all examples; `oddsFor` returns the word odds to use for an example. */
export function trainingRows(
  examples: readonly Example[],
  oddsFor: (example: Example) => WordOdds,
): TrainingRows {
  const rarity = rarityOf(examples);
  const random = seededRandom(edgeSeed);
  const weightsOf = examples.map((example) => {
    const own = blockWeights(example, example.set === 'wcxb-dev' ? (rarity.get(example.type) ?? 1) : 1);
    return isWhole(example.known) ? sampled(own, random) : own;
  });
  const count = weightsOf.reduce((sum, own) => sum + own.filter((weight) => weight > 0).length, 0);
  const width = blockColumns.length;
  const values = new Float32Array(count * width);
  const targets = new Float32Array(count);
  const weights = new Float32Array(count);
  const owners = new Int32Array(count);
  const blocks = new Int32Array(count);
  const features = examples.map((example) => allOf(blockRows(example.context, oddsFor(example))));
  let row = 0;
  examples.forEach((example, at) => {
    const own = features[at] ?? new Float32Array();
    weightsOf[at]?.forEach((weight, block) => {
      if (weight === 0) return;
      values.set(own.subarray(block * width, (block + 1) * width), row * width);
      targets[row] = example.shares[block] ?? 0;
      weights[row] = weight;
      owners[row] = at;
      blocks[row] = block;
      row += 1;
    });
  });
  return { rows: binned(values, width), targets, weights, owners, blocks, features };
}
