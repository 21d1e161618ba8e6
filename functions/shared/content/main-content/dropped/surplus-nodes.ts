import type { ChildNode } from 'domhandler';

import { type BlockPage, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** The rules before the first kept block and after the last: they separate nothing. */
export function rulesAtEnds(tree: BlockTree, kept: Uint8Array): readonly ChildNode[] {
  const [first, last] = [kept.indexOf(1), kept.lastIndexOf(1)];
  return tree.nodes.filter((_, node) => {
    const at = tree.from[node] ?? 0;
    return nameOf(tree, node) === 'hr' && (at <= first || at > last);
  });
}

/** More images between a name and a price show one thing in its colours, or from its sides. */
const maxImagesOfCard = 4;
/** Names and prices; paragraphs are longer. */
const maxCardWords = 20;
/** An article may have some galleries. */
const minCards = 6;

/** The images of goods in a list, but for the first of each. */
export function furtherImagesOfCards({ tree, words }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const byPlace = new Map<number, ChildNode[]>();
  tree.nodes.forEach((node, at) => {
    const place = tree.from[at] ?? 0;
    if (nameOf(tree, at) !== 'img' || place !== tree.to[at]) return;
    const images = byPlace.get(place) ?? [];
    byPlace.set(place, images);
    images.push(node);
  });
  const isText = (block: number): boolean => kept[block] === 1 && words.over(block, block + 1) > maxCardWords;
  const cards = [...byPlace].filter(
    ([place, images]) => images.length > maxImagesOfCard && !isText(place - 1) && !isText(place),
  );
  return cards.length < minCards ? [] : cards.flatMap(([, images]) => images.slice(1));
}
