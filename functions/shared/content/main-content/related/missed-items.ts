import { type BlockPage, nameOf } from '#shared/content/main-content/blocks/page.ts';

const minItems = 4;
const minKeptShare = 0.5;
const minChance = 0.3;

/** The items of lists, by their list, in document order. */
function itemsByList({ tree }: BlockPage): readonly (readonly number[])[] {
  const lists = new Map<number, number[]>();
  for (let node = 0; node < tree.nodes.length; node++) {
    if (nameOf(tree, node) !== 'li' || (tree.to[node] ?? 0) === (tree.from[node] ?? 0)) continue;
    const list = tree.parent[node] ?? -1;
    const items = lists.get(list);
    if (items === undefined) lists.set(list, [node]);
    else items.push(node);
  }
  return [...lists.values()];
}

/**
 * The blocks of dropped items in lists of which half is kept: where a list of references, or of pros and cons, is as likely as the
 * threshold, the choice is by chance.
 */
export function missedItems(page: BlockPage, chances: Float32Array, kept: Uint8Array): readonly number[] {
  const { tree } = page;
  const blocksOf = (item: number): readonly number[] => {
    const from = tree.from[item] ?? 0;
    return Array.from({ length: (tree.to[item] ?? 0) - from }, (_, at) => from + at);
  };
  return itemsByList(page).flatMap((items) => {
    if (items.length < minItems) return [];
    const dropped = items.filter((item) => blocksOf(item).every((block) => kept[block] === 0));
    if (dropped.length === 0 || dropped.length > (1 - minKeptShare) * items.length) return [];
    return dropped
      .map(blocksOf)
      .filter((blocks) => blocks.every((block) => (chances[block] ?? 0) >= minChance))
      .flat();
  });
}
