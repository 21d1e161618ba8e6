import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { weighedSum, weightOf } from '#shared/content/main-content/blocks/page.ts';
import { blockPeers } from './peers.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { Unit } from '#shared/content/main-content/blocks/units.ts';

/** Gives all blocks of a unit the mean chance of its words, so that no threshold lies between them. */
export function levelUnits(tree: BlockTree, units: readonly Unit[], chances: Float32Array): Float32Array {
  const level = Float32Array.from(chances);
  const words = weighedSum(tree, () => 1);
  const kept = weighedSum(tree, (block) => chances[block] ?? 0);
  for (const { from, to } of units) level.fill(kept.over(from, to) / words.over(from, to), from, to);
  return level;
}

/** How far a block gives up its own chance for the mean of its peers. */
const peerShare = 0.6;

/** Draws the chances of peers together: of ten posts, the ninth is content when the others are. */
export function drawPeersTogether(tree: BlockTree, peers: Int32Array, chances: Float32Array): Float32Array {
  const words = new Map<number, number>();
  const kept = new Map<number, number>();
  peers.forEach((group, block) => {
    const count = weightOf(tree, block);
    words.set(group, (words.get(group) ?? 0) + count);
    kept.set(group, (kept.get(group) ?? 0) + count * (chances[block] ?? 0));
  });
  return chances.map((chance, block) => {
    const group = peers[block] ?? -1;
    if (group < 0) return chance;
    const mean = (kept.get(group) ?? 0) / (words.get(group) ?? 1);
    return chance + peerShare * (mean - chance);
  });
}

/** Chances smoothed along the tree: among peers, then within what is kept or dropped as one. */
export function smoothChances(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
): Float32Array {
  const { tree } = context;
  return levelUnits(tree, units, drawPeersTogether(tree, blockPeers(context), chances));
}
