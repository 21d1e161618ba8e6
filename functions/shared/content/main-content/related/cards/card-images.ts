import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { cardsByKind, isShort, isTitleAccepted, maxCardBlocks, minTitleWords } from './cards.ts';
import { isPrice } from '#shared/content/main-content/related/product/goods-list.ts';
import { imageAt, showsImage } from '#shared/content/main-content/related/images/shown-images.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
/** In a list of which this share of the cards has a price, every card shows its image. */
const minPricedShare = 0.6;
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
 * Whether a card keeps its title or another link of two words or more: above the name, there may be a link to the reviews, and the
 * heading may be that of an offer below it.
 */
function isKept(context: BlockContext, card: number, accepted: Uint8Array): boolean {
  const { blocks, from, to } = context.tree;
  const isLink = (block: number): boolean => (blocks[block]?.linkWords ?? 0) >= minTitleWords;
  for (let block = from[card] ?? 0; block < (to[card] ?? 0); block++)
    if (accepted[block] === 1 && isLink(block)) return true;
  return isTitleAccepted(context, card, accepted);
}

interface CardList {
  readonly cards: readonly number[];
  /** The images of the cards that are not shown. */
  readonly missing: readonly number[];
  /** Whether its cards show their images, by what is shown already or as goods. */
  readonly isShown: boolean;
}

/** The cards with an accepted title among elements of one kind. */
function cardList(
  context: BlockContext,
  nodes: readonly number[],
  accepted: Uint8Array,
  shown: Uint8Array,
): CardList {
  const cards = nodes
    // Posts of a discussion are longer, and their images are portraits.
    .filter((node) => isShort(context, node))
    .filter((node) => isKept(context, node, accepted));
  const images = cards.map((node) => imageOf(context, node)).filter((image) => image >= 0);
  const missing = images.filter((image) => shown[image] === 0);
  const priced = cards.filter((node) => hasPrice(context, node, accepted));
  const isOfGoods = priced.length >= minPricedShare * cards.length;
  const isShown = images.length >= minCards && (missing.length < images.length || isOfGoods);
  return { cards, missing, isShown };
}

/**
 * The missing images of cards, in lists of goods or where other cards of the list show theirs, perhaps larger ones. A dropped
 * label such as "2 colors" separates an image from the name of its card. `shown` has 1 for each node that is kept.
 */
export function imagesOfCards(
  context: BlockContext,
  accepted: Uint8Array,
  shown: Uint8Array,
): readonly number[] {
  const { parent } = context.tree;
  const lists = cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks }).map((nodes) =>
    cardList(context, nodes, accepted, shown),
  );
  const boxes = new Set(
    lists.filter(({ isShown }) => isShown).flatMap(({ cards }) => cards.map((card) => parent[card])),
  );
  return lists
    .filter(({ cards, isShown }) => isShown || cards.some((card) => boxes.has(parent[card])))
    .flatMap(({ missing }) => missing);
}
