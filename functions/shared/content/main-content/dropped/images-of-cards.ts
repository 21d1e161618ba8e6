import type { ChildNode } from 'domhandler';

import type { BlockPage } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { imageAt } from '#shared/content/main-content/related/images/shown-images.ts';
import { isPrice } from '#shared/content/main-content/related/product/goods-list.ts';

/** More images between a name and a price show one thing in its colours, or from its sides. */
const maxImagesOfCard = 4;
/** Names and prices; paragraphs are longer. */
const maxCardWords = 20;
const blocksOfCard = 6;
const minCards = 6;

/** Whether a price is among the blocks around a place. */
const isPriced = ({ blocks }: BlockTree, place: number): boolean =>
  blocks.slice(Math.max(0, place - 1), place + blocksOfCard).some(({ text }) => isPrice(text));

/** All but the first image of each product in a list; galleries of articles have no prices. */
export function furtherImagesOfCards({ tree, words }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const byPlace = new Map<number, ChildNode[]>();
  tree.nodes.forEach((node, at) => {
    const place = tree.from[at] ?? 0;
    if (place !== tree.to[at] || imageAt(tree, at) === undefined) return;
    const images = byPlace.get(place) ?? [];
    byPlace.set(place, images);
    images.push(node);
  });
  const isText = (block: number): boolean => kept[block] === 1 && words.over(block, block + 1) > maxCardWords;
  const cards = [...byPlace].filter(
    ([place, images]) =>
      images.length > maxImagesOfCard && !isText(place - 1) && !isText(place) && isPriced(tree, place),
  );
  return cards.length < minCards ? [] : cards.flatMap(([, images]) => images.slice(1));
}
