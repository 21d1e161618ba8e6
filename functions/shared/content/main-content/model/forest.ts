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

/** A row with a sure score after this many trees is not scored further. */
const firstTrees = 80;

/** Some of the trees of a forest. */
export interface TreeGroup {
  /** What all rows have before the trees are added. */
  readonly base: number;
  readonly roots: readonly number[];
}

/** Trees ready to be walked. A node's left child is the next node. */
export interface Forest {
  /** A row with a sure score after the first trees is not scored further. */
  readonly first: TreeGroup;
  readonly others: TreeGroup;
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
