import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { numberOf } from '#shared/content/main-content/blocks/repetition.ts';

/** Fewer look-alikes without a name are a coincidence: three columns of a page, two tables in a row. */
const fewestNameless = 4;
const fewestNamed = 2;
/** How far above a block the repeated element around it may begin. */
const reach = 16;

const fewestAlike = (tree: BlockTree, node: number): number => {
  const element = elementAt(tree, node);
  if (element === undefined || element.name === 'td') return Number.POSITIVE_INFINITY;
  return element.attribs['class'] === undefined ? fewestNameless : fewestNamed;
};

/** The most repeated element around the block that is more than the block itself; columns of a row are none. */
function repeatedAround({ tree, repetition }: BlockContext, block: number): number {
  let found = -1;
  let most = 0;
  let node = tree.blocks[block]?.container ?? -1;
  for (let up = 0; up < reach && node >= 0; up++) {
    const alike = repetition.alike[node] ?? 0;
    const isMore = (tree.to[node] ?? 0) - (tree.from[node] ?? 0) > 1;
    if (isMore && alike > most && alike >= fewestAlike(tree, node)) {
      found = node;
      most = alike;
    }
    node = tree.parent[node] ?? -1;
  }
  return found;
}

/**
 * For every block the number of its group of peers: blocks at the same place of repeated elements, as the names
 * of a list of posts, or the prices of a row of cards. -1 for blocks outside of anything repeated.
 */
export function blockPeers(context: BlockContext): Int32Array {
  const { tree } = context;
  const { kinds, kindCount } = context.repetition;
  // A place is the one before and the step from there, which is cheaper to look up than a path in words.
  const places = new Map<number, number>();
  const groups = new Map<number, number>();
  const peers = new Int32Array(tree.blocks.length).fill(-1);
  tree.blocks.forEach(({ container }, block) => {
    const repeated = repeatedAround(context, block);
    if (repeated < 0) return;
    let place = numberOf(places, -2 - (tree.parent[repeated] ?? -1));
    for (let node = container; node >= repeated; node = tree.parent[node] ?? -1)
      place = numberOf(places, place * (kindCount + 1) + (kinds[node] ?? -1));
    peers[block] = numberOf(groups, place);
  });
  return peers;
}
