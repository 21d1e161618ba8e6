import { maxEdges, leafUnits, type PackedForest } from '#shared/content/main-content/model/forest.ts';

import type { Forest, GrownTree } from './grow-trees.ts';

/** Significant digits of thresholds; bins are much further apart. */
const digits = 5;

/** Visits a tree in the order of packed forests: parent, left, right. */
function walk(
  tree: GrownTree,
  node: number,
  onSplit: (node: number) => void,
  onLeaf: (output: number) => void,
): void {
  if (node < 0 || tree.feature.length === 0) {
    onLeaf(tree.leaf[node < 0 ? -1 - node : 0] ?? 0);
    return;
  }
  onSplit(node);
  walk(tree, tree.left[node] ?? 0, onSplit, onLeaf);
  walk(tree, tree.right[node] ?? 0, onSplit, onLeaf);
}

/** For each feature that the trees use, the bins at which they split, rising. */
function usedBins(trees: readonly GrownTree[]): ReadonlyMap<number, readonly number[]> {
  const used = new Map<number, Set<number>>();
  for (const { feature, bin } of trees)
    feature.forEach((number, node) => {
      const bins = used.get(number) ?? new Set();
      used.set(number, bins.add(bin[node] ?? 0));
    });
  return new Map([...used].map(([feature, bins]) => [feature, [...bins].sort((a, b) => a - b)]));
}

/** The forest as the product stores it; `names` are the features' names. */
export function packForest(
  forest: Forest,
  edges: readonly Float64Array[],
  names: readonly string[],
): PackedForest {
  const used = usedBins(forest.trees);
  const features = [...used.keys()].sort((a, b) => a - b);
  const nodes: number[] = [];
  const leaves: number[] = [];
  for (const tree of forest.trees)
    walk(
      tree,
      0,
      (node) => {
        const feature = tree.feature[node] ?? 0;
        const edge = used.get(feature)?.indexOf(tree.bin[node] ?? 0) ?? 0;
        nodes.push(features.indexOf(feature) * maxEdges + edge);
      },
      (output) => {
        nodes.push(-1);
        leaves.push(Math.round(output * leafUnits));
      },
    );
  return {
    bias: Number(forest.bias.toPrecision(digits)),
    columns: features.map((feature) => names[feature] ?? ''),
    edges: features.map((feature) =>
      (used.get(feature) ?? []).map((bin) => Number((edges[feature]?.[bin] ?? 0).toPrecision(digits))),
    ),
    nodes,
    leaves,
  };
}
