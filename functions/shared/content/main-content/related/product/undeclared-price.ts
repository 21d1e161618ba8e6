import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, isWithin, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { isLinked, isInOtherPartOrFilter } from './product-name.ts';

/** Longer blocks are sentences. */
const maxPriceWords = 12;
const maxBlocksToPrice = 40;

/** As many prices in elements of one name are a list of goods. */
const minListed = 4;

/** Whether the page shows other prices in elements that are named as that of a block. */
export function isOneOfMany({ tree }: BlockContext, block: number): boolean {
  const nameAt = (at: number): string => peerName(tree, tree.blocks[at]?.container ?? -1);
  const own = nameAt(block);
  const listed = tree.blocks.filter(({ text }, at) => nameAt(at) === own && pricesIn(text).length > 0);
  return listed.length >= minListed;
}

const peerName = (tree: BlockTree, node: number): string =>
  `${nameOf(tree, node)} ${elementAt(tree, node)?.attribs['class'] ?? ''}`;

/** Whether a box around a price has a peer beside it that also has one: a card of a list. */
function isOfList({ tree }: BlockContext, block: number, name: number): boolean {
  let node = tree.blocks[block]?.container ?? -1;
  while (node >= 0 && !isWithin(tree, name, node)) {
    const above = tree.parent[node] ?? -1;
    const end = above < 0 ? tree.nodes.length : (tree.end[above] ?? node);
    for (let peer = tree.end[node] ?? end; peer < end; peer = Math.max(peer + 1, tree.end[peer] ?? 0)) {
      if (tree.parent[peer] !== above || peerName(tree, peer) !== peerName(tree, node)) continue;
      const texts = tree.blocks.slice(tree.from[peer], tree.to[peer]);
      if (texts.some(({ text }) => pricesIn(text).length > 0)) return true;
    }
    node = above;
  }
  return false;
}

/** How shops call the element of a price, in several languages. */
const priceName =
  /price|preis|(?<![a-z])prix|prec[ie]o|prezzo|pre[cç]o|(?<![a-z])prijs|cena|tsena|fiyat|(?<![a-z])pris(?![a-z])/i;
const maxPriceLevels = 3;

const isPriceElement = ({ tree }: BlockContext, node: number): boolean => {
  const { class: names = '', id = '', itemprop = '' } = elementAt(tree, node)?.attribs ?? {};
  return priceName.test(`${names} ${id} ${itemprop}`);
};

/** Whether an element around a block, or one that it consists of, is named as a price. */
export function isNamedPrice(context: BlockContext, block: number): boolean {
  const { tree } = context;
  const container = tree.blocks[block]?.container ?? -1;
  const end = tree.end[container] ?? container;
  for (let inner = container; inner < end; inner++)
    if (isWithin(tree, block, inner) && isPriceElement(context, inner)) return true;
  return nodeAround(tree, container, maxPriceLevels, (node) => isPriceElement(context, node)) >= 0;
}

/** The first price after the name, before the next heading that is not within the product's own box. */
export function priceAfter(context: BlockContext, name: number): BlockRun | undefined {
  const { tree, page } = context;
  for (let block = name + 1; block <= name + maxBlocksToPrice && block < page.count; block++) {
    const { text = '', shape } = tree.blocks[block] ?? {};
    if ((page.headingLevel[block] ?? 0) === 1) return undefined;
    if ((shape?.words ?? 0) > maxPriceWords || isLinked(context, block)) continue;
    const prices = pricesIn(text);
    const isPrice = prices.length > 0 && prices.every(({ value }) => value.amount > 0);
    if (!isPrice || isInOtherPartOrFilter(tree, block, name)) continue;
    return isOfList(context, block, name) ? undefined : { from: block, to: block + 1 };
  }
  return undefined;
}

const maxBoxWords = 25;
const maxBoxBlocks = 10;
const maxBesideWords = 6;

/**
 * A price with others in the same small box, such as those before and after a reduction. Beside a declared price only
 * higher ones count: lower ones are unit prices or delivery.
 */
export function pricesBeside(
  { tree, page }: BlockContext,
  price: BlockRun,
  which: 'higher' | 'all',
): readonly BlockRun[] {
  let box = price;
  let node = tree.blocks[price.from]?.container ?? -1;
  while (node >= 0) {
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    if (
      to - from > maxBoxBlocks ||
      page.words.over(from, to) > maxBoxWords ||
      page.headings.over(from, to) > 0
    )
      break;
    box = { from, to };
    node = tree.parent[node] ?? -1;
  }
  const amountsIn = (text: string) => pricesIn(text).map(({ value }) => value.amount);
  const lowest = Math.min(...tree.blocks.slice(price.from, price.to).flatMap(({ text }) => amountsIn(text)));
  const beside: BlockRun[] = [];
  for (let block = box.from; block < box.to; block++) {
    const { text = '', shape } = tree.blocks[block] ?? {};
    const amounts = amountsIn(text);
    const isBeside = amounts.length > 0 && (which === 'all' || amounts.every((amount) => amount > lowest));
    if (isBeside && (shape?.words ?? 0) <= maxBesideWords) beside.push({ from: block, to: block + 1 });
  }
  return [price, ...beside];
}
