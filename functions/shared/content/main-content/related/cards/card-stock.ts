import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { readAvailability } from '#shared/values/availability.ts';
import { cardsByKind, isShort, isTitleAccepted, maxCardBlocks } from './cards.ts';
import { isPrice } from '#shared/content/main-content/related/product/goods-list.ts';

/** Fewer cards are goods beside a text. */
const minCards = 4;
/** "This size is out of stock" */
const maxWords = 6;

/**
 * The dropped lines of kept cards with a price that say that nothing is left: few cards of a list have one, and without it the
 * price says that it can be bought.
 */
export function stockOfCards(context: BlockContext, kept: Uint8Array): readonly number[] {
  const { page, tree } = context;
  const textOf = (block: number): string => tree.blocks[block]?.text ?? '';
  const isKeptPrice = (block: number): boolean => kept[block] === 1 && isPrice(textOf(block));
  if (!tree.blocks.some((_, block) => isKeptPrice(block))) return [];
  const isSoldOut = (block: number): boolean =>
    page.words.over(block, block + 1) <= maxWords && readAvailability(textOf(block)) === false;
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks })
    .flat()
    .filter((node) => isShort(context, node) && isTitleAccepted(context, node, kept))
    .flatMap((node) => {
      const from = tree.from[node] ?? 0;
      const blocks = Array.from({ length: (tree.to[node] ?? from) - from }, (_, at) => from + at);
      return blocks.some(isKeptPrice) ? blocks.filter((block) => kept[block] === 0 && isSoldOut(block)) : [];
    });
}
