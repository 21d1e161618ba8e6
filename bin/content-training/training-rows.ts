import { pageTypes } from '#shared/content/page-type.ts';

import type { GrowOptions } from './grow-trees.ts';
import {
  binEdges,
  binRows,
  type BinnedRows,
  type Forest,
  forestScores,
  growForest,
  seededRandom,
} from './grow-trees.ts';
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
export function rarityOf(examples: readonly Example[]): ReadonlyMap<string, number> {
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
  const { known, shares, frame, set } = example;
  const setWeight = setWeights[set];
  if (setWeight === undefined) return known.map((isKnown) => isKnown * knownBlockWeight);
  const lengths = frame.words.map((words) => (words + 1) ** lengthPower);
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

export interface LabelledRows {
  readonly rows: BinnedRows;
  readonly targets: Float32Array;
  readonly weights: Float32Array;
  /** For every row the number of its example. */
  readonly owners: Int32Array;
}

/** All blocks of all examples, one row each. */
export interface TrainingRows extends LabelledRows {
  /** For every example its first row, and one past the last of all. */
  readonly starts: readonly number[];
}

const edgeSample = 60_000;
const edgeSeed = 7;

/** `rowsOf` gives an example's rows of `width` values. */
export function trainingRows(
  examples: readonly Example[],
  width: number,
  rowsOf: (example: Example, at: number) => Float32Array,
): TrainingRows {
  const starts = [0];
  for (const { frame } of examples) starts.push((starts.at(-1) ?? 0) + frame.count);
  const count = starts.at(-1) ?? 0;
  const values = new Float32Array(count * width);
  const targets = new Float32Array(count);
  const weights = new Float32Array(count);
  const owners = new Int32Array(count);
  const rarity = rarityOf(examples);
  const random = seededRandom(edgeSeed);
  examples.forEach((example, at) => {
    const start = starts[at] ?? 0;
    values.set(rowsOf(example, at), start * width);
    targets.set(example.shares, start);
    const rare = example.set === 'wcxb-dev' ? (rarity.get(example.type) ?? 1) : 1;
    const own = blockWeights(example, rare);
    weights.set(example.set in setWeights ? thinned(own, random) : own, start);
    owners.fill(at, start, start + example.frame.count);
  });
  const edges = binEdges(values, width, edgeSample, edgeSeed);
  return { rows: binRows(values, width, edges), targets, weights, owners, starts };
}

const logistic = (score: number): number => 1 / (1 + Math.exp(-score));

export interface CrossFit {
  /** Grown on everything. */
  readonly forest: Forest;
  /** By part, grown on everything else. */
  readonly without: ReadonlyMap<string, Forest>;
  /** For every row the chance by the forest that was grown without its part. */
  readonly chances: Float32Array;
}

/** `parts` says for every example which part of the data it belongs to. */
export function crossFit(
  { rows, targets, weights, owners }: LabelledRows,
  parts: readonly string[],
  options: GrowOptions,
): CrossFit {
  const chances = new Float32Array(rows.count);
  const without = new Map<string, Forest>();
  for (const part of [...new Set(parts)].sort()) {
    const isOfPart = (row: number): boolean => parts[owners[row] ?? 0] === part;
    const others = weights.map((weight, row) => (isOfPart(row) ? 0 : weight));
    const forest = growForest(rows, targets, others, options);
    without.set(part, forest);
    const own = Int32Array.from(owners, (_, row) => row).filter(isOfPart);
    const scores = forestScores(forest, rows, own);
    for (const row of own) chances[row] = logistic(scores[row] ?? 0);
  }
  return { forest: growForest(rows, targets, weights, options), without, chances };
}

/** Which of the page types an example is known to be of; multilingual pages are news. */
export function knownPageType({ set, type }: Example): string | undefined {
  if (set === 'multilingual') return 'article';
  return (pageTypes as readonly string[]).includes(type) ? type : undefined;
}
