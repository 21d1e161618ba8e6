import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { cardsByKind, isShort, isTitleAccepted, maxCardBlocks, partsByPlace } from './cards.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
/** Longer parts are the text of a card, each of its own. */
const maxPartWords = 14;
const minKeptShare = 0.3;

/**
 * The dropped parts of kept cards, such as badges and numbers of reviews, that a third of the cards of their list keep: words that are
 * repeated look less like content each time.
 */
export function partsOfCards(context: BlockContext, kept: Uint8Array): readonly number[] {
  const words = (block: number): number => context.page.words.over(block, block + 1);
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks }).flatMap((nodes) => {
    const cards = nodes
      .filter((node) => isShort(context, node))
      .filter((node) => isTitleAccepted(context, node, kept));
    if (cards.length < minCards) return [];
    return partsByPlace(context, cards).flatMap((parts) => {
      const short = parts.map(({ block }) => block).filter((block) => words(block) <= maxPartWords);
      const missed = short.filter((block) => kept[block] === 0);
      return short.length - missed.length >= minKeptShare * short.length ? missed : [];
    });
  });
}
