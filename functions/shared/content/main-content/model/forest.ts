import { NarrowedForest } from './narrowed-forest.ts';

export interface PackedForest {
  readonly bias: number;
  readonly columns: readonly string[];
  /** For each column, its thresholds in rising order. */
  readonly edges: readonly (readonly number[])[];
  /**
   * All trees one after another, parents before children and left before right: a split is `column * maxEdges +
   * edge`, a leaf is -1.
   */
  readonly nodes: readonly number[];
  /** Values of the leaves in the same order, in units of 1 / `leafUnits`. */
  readonly leaves: readonly number[];
}

export const maxEdges = 64;
export const leafUnits = 1000;

/** After this many trees, a row with a chance below 2 % or above 98 % is not scored further. */
const firstTrees = 80;
const sureScore = 4;

/** Some of the trees of a forest. */
export interface Grove {
  /** What all rows have before the trees are added. */
  readonly base: number;
  readonly roots: readonly number[];
}

/** Trees ready to be walked. A node's left child is the next node. */
export interface Forest {
  /** A row with a sure score after the first trees is not scored further. */
  readonly first: Grove;
  readonly others: Grove;
  /** Column of a split in the rows that are scored, -1 for a leaf. */
  readonly columns: Int16Array;
  /** Threshold of a split (`value <= threshold` goes left), value of a leaf. */
  readonly values: Float32Array;
  readonly rights: Int32Array;
}

/** Throws RangeError when the trees use a column that rows no longer have. */
export function readForest(packed: PackedForest, names: readonly string[]): Forest {
  const { nodes, edges, leaves, bias } = packed;
  const places = packed.columns.map((name) => {
    const place = names.indexOf(name);
    if (place < 0) throw new RangeError(`The model was trained on "${name}", which is no longer measured.`);
    return place;
  });
  const columns = new Int16Array(nodes.length).fill(-1);
  const values = new Float32Array(nodes.length);
  const rights = new Int32Array(nodes.length);
  const roots: number[] = [];
  const awaitingRight: number[] = [];
  let leaf = 0;
  let startsTree = true;
  nodes.forEach((node, at) => {
    if (startsTree) roots.push(at);
    startsTree = false;
    if (node >= 0) {
      const column = Math.trunc(node / maxEdges);
      columns[at] = places[column] ?? 0;
      values[at] = edges[column]?.[node % maxEdges] ?? 0;
      awaitingRight.push(at);
      return;
    }
    values[at] = (leaves[leaf] ?? 0) / leafUnits;
    leaf += 1;
    const above = awaitingRight.pop();
    if (above === undefined) startsTree = true;
    else rights[above] = at + 1;
  });
  return {
    first: { base: bias, roots: roots.slice(0, firstTrees) },
    others: { base: 0, roots: roots.slice(firstTrees) },
    columns,
    values,
    rights,
  };
}

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
  { base, roots }: Grove,
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
