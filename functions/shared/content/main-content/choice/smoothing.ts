import { weighedSum, weightOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';

/** Gives all blocks of a unit the mean chance of its words, so that no threshold splits it. */
function levelUnits(tree: BlockTree, units: readonly Unit[], chances: Float32Array): Float32Array {
  const level = Float32Array.from(chances);
  const words = weighedSum(tree, () => 1);
  const weighted = weighedSum(tree, (block) => chances[block] ?? 0);
  for (const { from, to } of units) level.fill(weighted.over(from, to) / words.over(from, to), from, to);
  return level;
}

/** Weight of the mean of the peers against a block's own chance. */
const peerShare = 0.6;

/** Moves the chances of peers towards their mean: if nine of ten posts are content, so is the tenth. */
function averagePeers(tree: BlockTree, peers: Int32Array, chances: Float32Array): Float32Array {
  const words = new Map<number, number>();
  const weighted = new Map<number, number>();
  peers.forEach((group, block) => {
    const count = weightOf(tree, block);
    words.set(group, (words.get(group) ?? 0) + count);
    weighted.set(group, (weighted.get(group) ?? 0) + count * (chances[block] ?? 0));
  });
  return chances.map((chance, block) => {
    const group = peers[block] ?? -1;
    if (group < 0) return chance;
    const mean = (weighted.get(group) ?? 0) / (words.get(group) ?? 1);
    return chance + peerShare * (mean - chance);
  });
}

/** `peers` as of `blockPeers`. */
export const smoothChances = (
  tree: BlockTree,
  units: readonly Unit[],
  peers: Int32Array,
  chances: Float32Array,
): Float32Array => levelUnits(tree, units, averagePeers(tree, peers, chances));
