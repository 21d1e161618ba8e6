import type { Forest, TreeGroup } from './forest.ts';
import { NarrowedForest } from './narrowed-forest.ts';

/** Rows of `width` numbers, which are computed when they are scored: those of a large page would take 70 MB. */
export interface Rows {
  readonly count: number;
  readonly width: number;
  /** Writes the rows `from … to - 1`, the first of them at the beginning. */
  readonly write: (from: number, to: number, values: Float32Array) => void;
}

/** Rows that are in memory one after another. */
export const rowsIn = (all: Float32Array, width: number): Rows => ({
  count: all.length / width,
  width,
  write: (from, to, values) => values.set(all.subarray(from * width, to * width)),
});

const logistic = (score: number): number => 1 / (1 + Math.exp(-score));

function withTrees(
  score: number,
  { base, roots }: TreeGroup,
  { columns, values, rights }: Forest,
  rows: Float32Array,
  start: number,
): number {
  let sum = score + base;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] ?? 0;
    let column = columns[node] ?? -1;
    while (column >= 0) {
      const isLeft = (rows[start + column] ?? 0) <= (values[node] ?? 0);
      node = isLeft ? node + 1 : (rights[node] ?? 0);
      column = columns[node] ?? -1;
    }
    sum += values[node] ?? 0;
  }
  return sum;
}

/** A chance below 2 % or above 98 % is sure. */
const sureScore = 4;

function scoreOf(forest: Forest, rows: Float32Array, start: number): number {
  const score = withTrees(0, forest.first, forest, rows, start);
  return Math.abs(score) > sureScore ? score : withTrees(score, forest.others, forest, rows, start);
}

/** Rows that are scored together; they fit into the cache of a processor. */
const rowsAtOnce = 256;
/** Neighbours on a page with more rows are alike; on shorter pages, narrowing the forest takes longer than it saves. */
const minRowsToNarrow = 1024;

export function chancesOf(forest: Forest, { count, width, write }: Rows): Float32Array {
  const chances = new Float32Array(count);
  const values = new Float32Array(Math.min(count, rowsAtOnce) * width);
  const narrowed = count > minRowsToNarrow ? new NarrowedForest(forest, width) : undefined;
  for (let from = 0; from < count; from += rowsAtOnce) {
    const to = Math.min(count, from + rowsAtOnce);
    write(from, to, values);
    narrowed?.fit(values.subarray(0, (to - from) * width));
    for (let row = from; row < to; row++)
      chances[row] = logistic(scoreOf(narrowed ?? forest, values, (row - from) * width));
  }
  return chances;
}
