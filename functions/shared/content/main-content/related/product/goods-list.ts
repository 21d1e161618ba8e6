import { leadsToPart } from '#shared/kernel/url-fragment.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, hrefOf, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { cardsByKind } from '#shared/content/main-content/related/cards/cards.ts';
import { isInOtherPart } from './product-name.ts';

/** Fewer cards with prices are an offer beside the text, … */
const minCards = 6;
/** … unless they are links with name and price, right below the heading. */
const minFirstCards = 4;
const maxWordsBeforeFirst = 80;
/** A category may have two goods, in an element that is named after them. */
const minNamedCards = 2;
const maxGridLevels = 4;
/** From the name of a card to the card. */
const maxCardLevels = 6;
const gridName = /(?:^|[\s_-])products?[-_]{0,2}(?:grid|listing|list|tiles|results)(?:$|[\s_-])/i;
const minPricedShare = 0.6;
const maxCardBlocks = 40;
const maxPriceCharacters = 60;
const maxNameCharacters = 160;
const minNameWords = 2;
/** Names are words: "213 Reviews" and "4.6 out of 5" are not. */
const minLetterShare = 0.6;
/** Goods further below the heading are recommendations, not the list. */
const maxIntroductionWords = 200;
/** Without a heading, only a long list is what the page is about. */
const minCardsWithoutHeading = 12;

/** Longer texts may be three prices: "Special price $204.00 You save $215.99 Regular price $419.99". */
const maxPricesCharacters = 90;
const pricesOfReduction = 3;

/** Whether a text is a price, perhaps with the one before a reduction, or with that and the saving. */
export function isPrice(text: string): boolean {
  if (text.length > maxPricesCharacters || !/\d/.test(text)) return false;
  return pricesIn(text).length >= (text.length <= maxPriceCharacters ? 1 : pricesOfReduction);
}

/** The end of a name is searched for a price; longer ends have other words. */
const maxPricedEnd = 20;
const beginsPrice = /[\d\p{Sc}]/u;
const endsPrice = /\d\S{0,4}$/;

/** Whether a text is a name with a price behind it: "Walnut lamp From $32". */
function isPricedName(text: string): boolean {
  if (text.length > maxNameCharacters || !endsPrice.test(text.slice(-maxPricedEnd))) return false;
  const end = text.slice(-maxPricedEnd);
  const at = text.length - end.length + end.search(beginsPrice);
  const name = text.slice(0, at).trim();
  return isPrice(text.slice(at)) && isName(name, name.split(' ').length);
}

/** What a card of goods shows. */
interface Card {
  /** The first block of the card. */
  readonly from: number;
  readonly name: number;
  /** Such as the number of a model, which is too short for a name. */
  readonly headings: readonly number[];
  readonly prices: readonly number[];
}

const counted = /^\W*\d+\s+\p{L}+$|^rat(?:ing|ed)/iu;

function isName(text: string, words: number): boolean {
  if (text.length > maxNameCharacters || words < minNameWords || isPrice(text) || counted.test(text))
    return false;
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters >= minLetterShare * text.length;
}

/** Longer texts that several cards share are names: of one thing in several colors. */
const maxLabelWords = 3;

/** The short texts that more than one of the cards has, such as "Best seller". */
function labelsOf({ tree }: BlockContext, cards: readonly number[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const labels = new Set<string>();
  for (const card of cards) {
    const blocks = tree.blocks.slice(tree.from[card] ?? 0, tree.to[card] ?? 0);
    const short = blocks.filter(({ shape }) => shape.words <= maxLabelWords).map(({ text }) => text);
    for (const text of new Set(short)) {
      if (seen.has(text)) labels.add(text);
      seen.add(text);
    }
  }
  return labels;
}

const maxPriceLabelCharacters = 40;
const saysSubscription = /subscri|auto-?(?:ship|deliver)|\babo\b|abonn|abbonam|suscri|assinatura|подписк/i;

/** Whether a text says that the price below it is that of a subscription: "Subscribe and save". */
const isPriceLabel = ({ blocks }: BlockTree, block: number): boolean => {
  const { text = '' } = blocks[block] ?? {};
  return text.length <= maxPriceLabelCharacters && saysSubscription.test(text);
};

/** Whether the link of a block leads to a part of a page, such as its reviews: "Be the first to review this product". */
function hasLinkToPart(tree: BlockTree, block: number): boolean {
  const container = tree.blocks[block]?.container ?? -1;
  for (let node = container; node >= 0 && node < (tree.end[container] ?? 0); node++)
    if (tree.from[node] === block && nameOf(tree, node) === 'a') return leadsToPart(hrefOf(tree, node) ?? '');
  return false;
}

function cardAt({ tree, page }: BlockContext, node: number, labels: ReadonlySet<string>): Card | undefined {
  const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
  let heading = -1;
  let link = -1;
  let line = -1;
  const headings: number[] = [];
  const prices: number[] = [];
  for (let block = from; block < to; block++) {
    const { text = '', linkWords = 0, shape } = tree.blocks[block] ?? {};
    if (line < 0 && linkWords > 0 && isPricedName(text)) line = block;
    if ((page.headingLevel[block] ?? 0) > 0 && !labels.has(text)) headings.push(block);
    if (isPrice(text)) {
      const label = block - 1;
      if (prices.length > 0 && label > (prices.at(-1) ?? label) && isPriceLabel(tree, label))
        prices.push(label);
      prices.push(block);
    } else if (isName(text, shape?.words ?? 0) && !labels.has(text)) {
      if (heading < 0 && (page.headingLevel[block] ?? 0) > 0) heading = block;
      if (link < 0 && linkWords > 0 && !hasLinkToPart(tree, block)) link = block;
    }
  }
  const name = heading < 0 ? link : heading;
  if (name >= 0 && prices.length > 0) return { from, name, headings, prices };
  return line < 0 || heading >= 0 ? undefined : { from, name: line, headings: [], prices: [] };
}

/** Whether an element or one around it is named as the grid of the goods of a category. */
const isInGrid = (tree: BlockTree, from: number, levels = maxGridLevels): boolean =>
  nodeAround(tree, from, levels, (node) => gridName.test(elementAt(tree, node)?.attribs['class'] ?? '')) >= 0;

/** The cards of the lists of which most members are goods. */
const listsOfGoods = (context: BlockContext): readonly (readonly Card[])[] =>
  cardsByKind(context, { minAlike: 2, maxBlocks: maxCardBlocks })
    .filter((nodes) => nameOf(context.tree, nodes[0] ?? -1) !== 'td')
    .flatMap((nodes) => {
      const min = isInGrid(context.tree, nodes[0] ?? -1) ? minNamedCards : minFirstCards;
      if (nodes.length < min) return [];
      const labels = labelsOf(context, nodes);
      const cards = nodes.map((node) => cardAt(context, node, labels)).filter((card) => card !== undefined);
      return cards.length >= Math.max(min, minPricedShare * nodes.length) ? [cards] : [];
    });

function isMainList({ page, tree }: BlockContext, cards: readonly Card[], heading: number): boolean {
  const [first] = cards;
  if (first === undefined) return false;
  if (heading < 0) return cards.length >= minCardsWithoutHeading;
  const before = page.prose.over(heading, first.from);
  if (
    cards.length >= minCards ||
    isInGrid(tree, tree.blocks[first.name]?.container ?? -1, maxGridLevels + maxCardLevels)
  )
    return before <= maxIntroductionWords;
  return before <= maxWordsBeforeFirst && cards.every(({ prices }) => prices.length === 0);
}

/**
 * The names and prices of the goods that a page lists below `heading`; none of a list of other goods, such as those that
 * are recommended.
 */
export function goodsList(context: BlockContext, heading: number): readonly BlockRun[] {
  // Most pages show no prices, which is sooner found out than their lists.
  const isPriced = ({ text, linkWords }: (typeof context.tree.blocks)[number]): boolean =>
    isPrice(text) || (linkWords > 0 && isPricedName(text));
  if (!context.tree.blocks.some(isPriced)) return [];
  const lists = listsOfGoods(context)
    .map((cards) => cards.filter(({ name }) => name > heading && !isInOtherPart(context.tree, name, heading)))
    .filter((cards) => isMainList(context, cards, heading))
    .toSorted((a, b) => b.length - a.length);
  const [largest = []] = lists;
  const shown = largest.flatMap(({ name, headings, prices }) => [...new Set([...headings, name, ...prices])]);
  return [...headingsAbove(context, largest), ...shown].map((at) => ({ from: at, to: at + 1 }));
}

/** Labels and ratings of a card before its name. */
const maxBlocksBelowHeading = 3;

/** The headings of parts of the list: each right above a card. */
function headingsAbove({ page }: BlockContext, cards: readonly Card[]): readonly number[] {
  return cards.slice(1).flatMap(({ name }, at) => {
    const before = cards[at]?.prices.at(-1) ?? name;
    let heading = name - 1;
    const farthest = Math.max(before, name - maxBlocksBelowHeading - 1);
    while (heading > farthest && (page.headingLevel[heading] ?? 0) === 0) heading -= 1;
    return heading > farthest ? [heading] : [];
  });
}
