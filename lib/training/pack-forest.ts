import { edgesAtMost, leafUnits, type PackedForest } from '#shared/content/main-content/block-forest.ts';

import type { Forest, GrownTree } from './grow-trees.ts';

/** Thresholds keep this many digits; bins are far wider apart. */
const digits = 5;

/** Walks a tree as packed forests store it: parents first, left before right. */
function walk(
  tree: GrownTree,
  node: number,
  onSplit: (node: number) => void,
  onLeaf: (answer: number) => void,
): void {
  if (node < 0 || tree.feature.length === 0) {
    onLeaf(tree.leaf[node < 0 ? -1 - node : 0] ?? 0);
    return;
  }
  onSplit(node);
  walk(tree, tree.left[node] ?? 0, onSplit, onLeaf);
  walk(tree, tree.right[node] ?? 0, onSplit, onLeaf);
}

/** For every feature that is asked about the bins that are told apart, rising. */
function usedBins(trees: readonly GrownTree[]): ReadonlyMap<number, readonly number[]> {
  const used = new Map<number, Set<number>>();
  for (const { feature, bin } of trees)
    feature.forEach((asked, node) => {
      const bins = used.get(asked) ?? new Set();
      used.set(asked, bins.add(bin[node] ?? 0));
    });
  return new Map([...used].map(([feature, bins]) => [feature, [...bins].sort((a, b) => a - b)]));
}

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
        nodes.push(features.indexOf(feature) * edgesAtMost + edge);
      },
      (answer) => {
        nodes.push(-1);
        leaves.push(Math.round(answer * leafUnits));
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
