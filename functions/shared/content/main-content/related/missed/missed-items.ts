import { type BlockPage, elementAt, nameOf, RunningSum } from '#shared/content/main-content/blocks/page.ts';

/** In a shorter list, a dropped item may be the one that operates the page. */
const minItems = 4;
const minKeptShare = 0.5;
/** The model takes a less likely item for something else. */
const minChance = 0.3;

/** The items with text, by their list. */
function itemsByList({ tree }: BlockPage): readonly (readonly number[])[] {
  const items: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++)
    if (nameOf(tree, node) === 'li' && (tree.to[node] ?? 0) > (tree.from[node] ?? 0)) items.push(node);
  return [...Map.groupBy(items, (item) => tree.parent[item] ?? -1).values()];
}

/** Boxes of one line each in one box, such as the variants of a product. */
const minLines = 8;

/** The boxes of one class that have one block each, by the box around them. */
function linesByBox({ tree }: BlockPage): readonly (readonly number[])[] {
  const lines: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++)
    if (nameOf(tree, node) === 'div' && (tree.to[node] ?? 0) === (tree.from[node] ?? 0) + 1) lines.push(node);
  const kindOf = (node: number): string =>
    `${tree.parent[node] ?? -1} ${elementAt(tree, node)?.attribs['class'] ?? ''}`;
  return [...Map.groupBy(lines, kindOf).values()].filter(({ length }) => length >= minLines);
}

/**
 * The dropped ones of many lines that are alike, where the first ones are kept and all are nearly as likely: the chance of
 * a block falls with its distance from the heading.
 */
function missedLines(page: BlockPage, chances: Float32Array, kept: Uint8Array): readonly number[] {
  const { tree } = page;
  return linesByBox(page).flatMap((nodes) => {
    const blocks = nodes.map((node) => tree.from[node] ?? 0);
    const isFirstKept = blocks.slice(0, 2).every((block) => kept[block] === 1);
    const isLikely = blocks.every((block) => (chances[block] ?? 0) >= minChance);
    return isFirstKept && isLikely ? blocks.filter((block) => kept[block] === 0) : [];
  });
}

/**
 * The blocks of dropped items in lists of which half is kept: where a list of references, or of pros and cons, is as
 * likely as the threshold, the choice is by chance.
 */
export function missedItems(page: BlockPage, chances: Float32Array, kept: Uint8Array): readonly number[] {
  const { tree, count } = page;
  if (!chances.some((chance, block) => kept[block] === 0 && chance >= minChance)) return [];
  const lists = itemsByList(page).filter(({ length }) => length >= minItems);
  const keptBlocks = new RunningSum(count, (block) => kept[block] ?? 0);
  const unlikely = new RunningSum(count, (block) => Number((chances[block] ?? 0) < minChance));
  const isNone = (of: RunningSum, item: number): boolean =>
    of.over(tree.from[item] ?? 0, tree.to[item] ?? 0) === 0;
  const missed = [...missedLines(page, chances, kept)];
  for (const items of lists) {
    const dropped = items.filter((item) => isNone(keptBlocks, item));
    if (dropped.length > (1 - minKeptShare) * items.length) continue;
    for (const item of dropped.filter((one) => isNone(unlikely, one)))
      for (let block = tree.from[item] ?? 0; block < (tree.to[item] ?? 0); block++) missed.push(block);
  }
  return missed;
}
