import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import { numberOf } from '#shared/content/main-content/blocks/repetition.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** Fewer elements of one kind without a class are a coincidence: three columns of a page, two tables in a row. */
const minAlikeWithoutClass = 4;
const minAlikeWithClass = 2;
const maxLevels = 16;

const minAlikeOf = (tree: BlockTree, node: number): number => {
  const element = elementAt(tree, node);
  if (element === undefined || element.name === 'td') return Number.POSITIVE_INFINITY;
  return element.attribs['class'] === undefined ? minAlikeWithoutClass : minAlikeWithClass;
};

/**
 * The most repeated element around the block that holds more than the block. Table cells are columns, not
 * repetition.
 */
function repeatedAround({ tree, repetition }: BlockContext, block: number): number {
  let found = -1;
  let most = 0;
  let node = tree.blocks[block]?.container ?? -1;
  for (let up = 0; up < maxLevels && node >= 0; up++) {
    const alike = repetition.alike[node] ?? 0;
    const isMore = (tree.to[node] ?? 0) - (tree.from[node] ?? 0) > 1;
    if (isMore && alike > most && alike >= minAlikeOf(tree, node)) {
      found = node;
      most = alike;
    }
    node = tree.parent[node] ?? -1;
  }
  return found;
}

/**
 * For each block, the number of its group of peers: blocks at the same place in repeated elements, such as the
 * names in a list of posts or the prices in a row of cards. -1 for blocks outside of repeated elements.
 */
export function blockPeers(context: BlockContext): Int32Array {
  const { tree } = context;
  const { kinds, kindCount } = context.repetition;
  // A place is the number of the place above it and one step, which is cheaper to look up than a path of names.
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
