import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { cardsByKind, isShort, isTitleAccepted, maxCardBlocks } from './cards.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
/** Longer parts are the text of a card, each of its own. */
const maxPartWords = 14;
const minKeptShare = 0.3;

/** The short blocks of cards, by their place: the elements around them, up to their card. */
function partsByPlace(
  { tree, repetition }: BlockContext,
  cards: readonly number[],
): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const card of cards)
    for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++) {
      const { container = -1, shape } = tree.blocks[block] ?? {};
      if ((shape?.words ?? 0) > maxPartWords) continue;
      let place = '';
      for (let node = container; node > card; node = tree.parent[node] ?? -1)
        place += `${repetition.kinds[node] ?? -1} `;
      const parts = places.get(place) ?? [];
      places.set(place, parts);
      parts.push(block);
    }
  return [...places.values()];
}

/**
 * The dropped parts of kept cards, such as badges and numbers of reviews, that a third of the cards of their list keep: words that are
 * repeated look less like content each time.
 */
export function partsOfCards(context: BlockContext, kept: Uint8Array): readonly number[] {
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks }).flatMap((nodes) => {
    const cards = nodes
      .filter((node) => isShort(context, node))
      .filter((node) => isTitleAccepted(context, node, kept));
    if (cards.length < minCards) return [];
    return partsByPlace(context, cards)
      .filter((parts) => parts.filter((part) => kept[part] === 1).length >= minKeptShare * parts.length)
      .flat()
      .filter((part) => kept[part] === 0);
  });
}
