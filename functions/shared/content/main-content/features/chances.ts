import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type RunningSum, weighedSum, weightOf } from '#shared/content/main-content/blocks/page.ts';
import type { Rows } from '#shared/content/main-content/model/score-rows.ts';
import { containerAround } from './container.ts';
import { log, ratio } from './feature-group.ts';
import { unitAround } from './unit.ts';

/** The chances of the first forest, and what was already found out about them. */
export interface FirstChances {
  readonly chances: Float32Array;
  /** As of `smoothChances`. */
  readonly smoothed: Float32Array;
  /** As of `bestThreshold`, of the smoothed chances. */
  readonly threshold: number;
  /** As of `blockPeers`. */
  readonly peers: Int32Array;
}

const boxLevels = [0, 1, 2, 5] as const;
const sureBoxLevel = 2;

/**
 * Names of the columns: chances of the block, of those around it, and of its page. The length of the page and the
 * chance of its headline are left out, because they tell which corpus a page comes from.
 */
export const chanceColumns: readonly string[] = [
  'own',
  'smoothed',
  'threshold',
  'overThreshold',
  ...boxLevels.map((level) => `box${level}`),
  `box${sureBoxLevel}.sure`,
  'peers',
  'peers.count',
  'group',
  'group.count',
  'unit.alike',
  'heading',
  'section',
  'page',
  'page.sure',
  'sureBefore',
  'sureAfter',
  'words',
  'linkDensity',
].map((name) => `chance.${name}`);

/** The value of what a block or a page lacks. */
const none = -1;
const sureChance = 0.5;

const leastChance = 1e-4;
/** The logarithm of the odds of a chance. */
const logOdds = (chance: number): number => Math.log((chance + leastChance) / (1 - chance + leastChance));

interface Sum {
  weight: number;
  chances: number;
  count: number;
}

/** Sums of the chances of blocks with a common key, by the key. */
function sumsBy({ tree }: BlockContext, chances: Float32Array, keyOf: (block: number) => unknown) {
  const sums = new Map<unknown, Sum>();
  chances.forEach((chance, block) => {
    const key = keyOf(block);
    if (key === undefined) return;
    const sum = sums.get(key) ?? { weight: 0, chances: 0, count: 0 };
    const weight = weightOf(tree, block);
    sum.weight += weight;
    sum.chances += weight * chance;
    sum.count += 1;
    sums.set(key, sum);
  });
  return (block: number): Sum | undefined => {
    const key = keyOf(block);
    return key === undefined ? undefined : sums.get(key);
  };
}

/** For each block, the next heading after it; the number of blocks without one. */
function headingsAfter({ page }: BlockContext): Int32Array {
  const after = new Int32Array(page.count);
  let next = page.count;
  for (let block = page.count - 1; block >= 0; block--) {
    after[block] = next;
    if ((page.headingLevel[block] ?? 0) > 0) next = block;
  }
  return after;
}

const share = (part: RunningSum, whole: RunningSum, from: number, to: number): number => {
  const all = whole.over(from, to);
  return all > 0 ? part.over(from, to) / all : none;
};

/**
 * Rows for the second forest: what the first one thinks of a block, of the blocks around it and of the page (stacked
 * sequential learning; Cohen and Carvalho, IJCAI 2005). Means are weighed by words.
 */
export function chanceRows(
  context: BlockContext,
  { chances, smoothed, threshold, peers }: FirstChances,
): Rows {
  const { tree, page, repetition, headingBefore } = context;
  const { count } = page;
  const width = chanceColumns.length;
  const all = weighedSum(tree, () => 1);
  const likely = weighedSum(tree, (block) => chances[block] ?? 0);
  const sure = weighedSum(tree, (block) => Number((chances[block] ?? 0) > sureChance));
  const mean = (from: number, to: number): number => share(likely, all, from, to);
  const sureShare = (from: number, to: number): number => share(sure, all, from, to);
  const ofNode = (of: (from: number, to: number) => number, node: number): number =>
    node < 0 ? none : of(tree.from[node] ?? 0, tree.to[node] ?? 0);
  const ofPeers = sumsBy(context, chances, (block) => ((peers[block] ?? -1) < 0 ? undefined : peers[block]));
  const ofGroup = sumsBy(context, chances, (block) => repetition.groupOf[block]);
  const nextHeading = headingsAfter(context);
  const allSure = sure.over(0, count);
  const ofPage = [mean(0, count), sureShare(0, count)];

  const writeSum = (values: Float32Array, at: number, sum: Sum | undefined): void => {
    values[at] = sum === undefined ? none : ratio(sum.chances, sum.weight);
    values[at + 1] = sum === undefined ? 0 : log(sum.count);
  };
  const writeBlock = (block: number, values: Float32Array, start: number): void => {
    let at = start;
    values[at++] = logOdds(chances[block] ?? 0);
    values[at++] = logOdds(smoothed[block] ?? 0);
    values[at++] = threshold;
    values[at++] = (smoothed[block] ?? 0) - threshold;
    for (const level of boxLevels) values[at++] = ofNode(mean, containerAround(context, block, level));
    values[at++] = ofNode(sureShare, containerAround(context, block, sureBoxLevel));
    writeSum(values, at, ofPeers(block));
    writeSum(values, at + 2, ofGroup(block));
    at += 4;
    const unit = unitAround(context, block);
    values[at++] = unit < 0 ? 0 : (repetition.alike[unit] ?? 0);
    const heading = headingBefore[block] ?? -1;
    values[at++] = heading < 0 ? none : (chances[heading] ?? 0);
    values[at++] = mean(Math.max(0, heading), nextHeading[block] ?? count);
    values.set(ofPage, at);
    at += ofPage.length;
    values[at++] = allSure > 0 ? sure.over(0, block) / allSure : none;
    values[at++] = allSure > 0 ? sure.over(block + 1, count) / allSure : none;
    const words = page.words.over(block, block + 1);
    values[at++] = log(words);
    values[at] = ratio(page.linkWords.over(block, block + 1), words);
  };
  const write = (from: number, to: number, values: Float32Array): void => {
    for (let block = from; block < to; block++) writeBlock(block, values, (block - from) * width);
  };
  return { count, width, write };
}
