import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { cardsByKind } from './cards.ts';
import { isPrice } from './goods-list.ts';
import { imageAt, showsImage } from './shown-images.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
/** At least this share of the kept cards must show an image already. */
const minShownShare = 0.3;
/** In a list of which this share of the cards has a price, every card shows its image. */
const minPricedShare = 0.6;
const maxCardBlocks = 20;
/** Posts of a discussion are longer, and their images are portraits. */
const maxCardWords = 120;
const minTitleWords = 2;

/** Whether the title of a card is accepted: its first heading, or its first link of two words or more. */
function isTitleAccepted({ tree, page }: BlockContext, card: number, accepted: Uint8Array): boolean {
  for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++) {
    const isLink = (tree.blocks[block]?.linkWords ?? 0) >= minTitleWords;
    if ((page.headingLevel[block] ?? 0) > 0 || isLink) return accepted[block] === 1;
  }
  return false;
}

const hasPrice = ({ tree }: BlockContext, card: number, accepted: Uint8Array): boolean =>
  tree.blocks
    .slice(tree.from[card] ?? 0, tree.to[card] ?? 0)
    .some(({ text }, at) => accepted[(tree.from[card] ?? 0) + at] === 1 && isPrice(text));

/** The first image of a card that is no icon; -1 without one. */
function imageOf({ tree }: BlockContext, card: number): number {
  for (let node = card + 1; node < (tree.end[card] ?? card); node++)
    if (imageAt(tree, node) !== undefined && showsImage(tree, node, card)) return node;
  return -1;
}

/**
 * The missing images of cards, in lists of goods or where other cards of the list show theirs. A dropped label such as
 * "2 colors" separates an image from the name of its card. `shown` has 1 for each node that is kept.
 */
export function imagesOfCards(
  context: BlockContext,
  accepted: Uint8Array,
  shown: Uint8Array,
): readonly number[] {
  const { tree, page } = context;
  const lists = cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks });
  return lists.flatMap((nodes) => {
    const cards = nodes
      .filter((node) => page.words.over(tree.from[node] ?? 0, tree.to[node] ?? 0) <= maxCardWords)
      .filter((node) => isTitleAccepted(context, node, accepted));
    const images = cards.map((node) => imageOf(context, node)).filter((image) => image >= 0);
    const missing = images.filter((image) => shown[image] === 0);
    const priced = cards.filter((node) => hasPrice(context, node, accepted));
    const isUsual = images.length - missing.length >= minShownShare * images.length;
    const isOfGoods = priced.length >= minPricedShare * cards.length;
    return images.length >= minCards && (isUsual || isOfGoods) ? missing : [];
  });
}
