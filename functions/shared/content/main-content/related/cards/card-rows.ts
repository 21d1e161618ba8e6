import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { isShort, maxCardBlocks, type Part, partsByPlace, repeatsPartOf } from './cards.ts';

/** Fewer elements side by side are no row. */
const minCards = 3;
/** A row of which fewer cards are kept is more likely a list of teasers. */
const minKeptShare = 0.5;
/** What fewer cards have at a place is no part of the row. */
const minPlaceShare = 0.5;
/** Less likely parts are labels and buttons. */
const minMeanChance = 0.25;
/** Buttons say the same on each card. */
const minDistinctShare = 0.6;
/** Parts with more words in links lead to other pages. */
const maxLinkShare = 0.5;

/** Cards of one kind that are in one element. */
function rowsOf({ tree, repetition }: BlockContext): readonly (readonly number[])[] {
  const cards: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const size = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
    if ((repetition.alike[node] ?? 0) >= minCards && size >= 2 && size <= maxCardBlocks) cards.push(node);
  }
  const rowOf = (node: number): string => `${tree.parent[node]} ${repetition.kinds[node]}`;
  return [...Map.groupBy(cards, rowOf).values()].filter(({ length }) => length >= minCards);
}

/** Whether parts at one place say something of their cards: most differ, and few are links. */
function saySomething({ tree, page }: BlockContext, parts: readonly Part[]): boolean {
  if (new Set(parts.map(({ block }) => tree.blocks[block]?.text)).size < minDistinctShare * parts.length)
    return false;
  let [words, linkWords] = [0, 0];
  for (const { block } of parts) {
    words += page.words.over(block, block + 1);
    linkWords += page.linkWords.over(block, block + 1);
  }
  return linkWords <= maxLinkShare * words;
}

/**
 * The dropped parts of kept cards, in rows of which half is kept, such as the number above a label, the price of a course or
 * the name below a quotation: their chances lie near the threshold of the page, so that some cards keep them and others do
 * not. `inPosts` has a 1 for each block in the text of a post.
 */
export function partsOfRows(
  context: BlockContext,
  inPosts: Uint8Array,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { tree } = context;
  const has = (blocks: Uint8Array, card: number): boolean =>
    blocks.subarray(tree.from[card], tree.to[card]).includes(1);
  return rowsOf(context).flatMap((cards) => {
    const keptCards = cards.filter((card) => has(kept, card)).length;
    if (keptCards < minKeptShare * cards.length || !cards.every((card) => isShort(context, card))) return [];
    // Other rules find the parts of posts.
    if (cards.some((card) => has(inPosts, card))) return [];
    return partsByPlace(context, cards).flatMap((parts) => {
      const missed = parts.filter(({ block }) => kept[block] === 0);
      const withPlace = new Set(parts.map(({ card }) => card)).size;
      const isPlace = withPlace >= minCards && withPlace >= minPlaceShare * cards.length;
      if (missed.length === 0 || !isPlace) return [];
      const mean = parts.reduce((sum, { block }) => sum + (chances[block] ?? 0), 0) / parts.length;
      if (mean < minMeanChance || !saySomething(context, parts)) return [];
      return missed
        .filter(({ block, card }) => has(kept, card) && !repeatsPartOf(context, block, card))
        .map(({ block }) => block);
    });
  });
}
