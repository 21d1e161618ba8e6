import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { cardsByKind, isShort, maxCardBlocks, repeatsPartOf } from './cards.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
const minKeptShare = 0.8;
/** Labels that cards share say nothing of one of them. */
const minDistinctShare = 0.9;
/** A single one may be dropped for what it says. */
const minMissedShare = 0.5;
const maxOpeningWords = 12;
/** The model takes less likely lines for something else. */
const minMeanChance = 0.2;

/** The first block of a card with a letter; -1 without one. */
function openingOf({ tree }: BlockContext, card: number): number {
  for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++)
    if (/\p{L}/u.test(tree.blocks[block]?.text ?? '')) return block;
  return -1;
}

/**
 * The dropped first lines of cards of which nearly all of a list keep something else: the name of what a card describes
 * looks less like content than its description, and the description says nothing without it. `inPosts` has a 1 for each
 * block in the text of a post.
 */
export function openingsOfCards(
  context: BlockContext,
  inPosts: Uint8Array,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { tree, page } = context;
  const isPost = (card: number): boolean => inPosts.subarray(tree.from[card], tree.to[card]).includes(1);
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks }).flatMap((nodes) => {
    const cards = nodes.filter((node) => isShort(context, node));
    const keeping = cards.filter((node) => kept.subarray(tree.from[node], tree.to[node]).includes(1));
    if (keeping.length < minCards || keeping.length < minKeptShare * cards.length) return [];
    const openings = keeping.flatMap((card) => {
      const block = openingOf(context, card);
      const words = page.words.over(block, block + 1);
      return block < 0 || words > maxOpeningWords || repeatsPartOf(context, block, card) ? [] : [block];
    });
    const texts = new Set(openings.map((block) => tree.blocks[block]?.text));
    if (openings.length < minCards || texts.size < minDistinctShare * openings.length) return [];
    const missed = openings.filter((block) => kept[block] === 0);
    const mean = openings.reduce((sum, block) => sum + (chances[block] ?? 0), 0) / openings.length;
    if (missed.length < minMissedShare * openings.length || mean < minMeanChance) return [];
    // The first line of a post is its author, whom other rules find.
    return keeping.some(isPost) ? [] : missed;
  });
}
