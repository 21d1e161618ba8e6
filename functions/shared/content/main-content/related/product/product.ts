import { productOptions } from '#shared/content/dom/own-markers.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun, Unit } from '#shared/content/main-content/blocks/units.ts';
import { readAvailability } from '#shared/values/availability.ts';
import { numbersIn } from '#shared/values/numbers.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { foldedWords } from '#shared/content/dom/words.ts';
import { isBrand, type ProductFacts } from './product-facts.ts';
import { pricesNear } from './declared-price.ts';
import { goodsList } from './goods-list.ts';
import type { KeptBlocks } from '#shared/content/main-content/related/kept-blocks.ts';
import { headingsAbove, ofHeadings } from '#shared/content/main-content/related/missed/missed-headings.ts';
import {
  headingAround,
  isInBar,
  isInOtherPart,
  isInOtherPartOrFilter,
  nameOfProduct,
  shortLines,
} from './product-name.ts';
import { factTables, specifications } from './product-specifications.ts';
import { isNamedPrice, isOneOfMany, priceAfter, pricesBeside } from './undeclared-price.ts';

/** Blocks that a rule adds to the main content, with what they are kept as. */
interface Part extends BlockRun {
  readonly reason: string;
}

const ofGoods = 'goods that the page lists';
const ofSpecifications = 'the specifications of the product';

const lineOf = (block: number, reason: string): Part => ({ from: block, to: block + 1, reason });

const hasWords = (text: string, words: string): boolean => ` ${foldedWords(text)} `.includes(` ${words} `);

const isKeptIn = (accepted: Uint8Array, { from, to }: BlockRun): boolean =>
  accepted.subarray(from, to).every((kept) => kept === 1);

/** A price further below the name has a heading of its own, such as "Buy Walnut lamp". */
const maxBlocksToName = 8;
const maxBlocksToHeading = 4;

/** The heading of a price that is far from the name. */
function headingOfPrice({ page }: BlockContext, name: number, price: number): readonly Part[] {
  if (name < 0 || price - name <= maxBlocksToName) return [];
  let heading = price - 1;
  while (heading >= price - maxBlocksToHeading && (page.headingLevel[heading] ?? 0) === 0) heading -= 1;
  return heading < price - maxBlocksToHeading ? [] : [lineOf(heading, 'the heading above the price')];
}

/** Where the price of the product is shown, with the box around it. */
function priceParts(
  context: BlockContext,
  accepted: Uint8Array,
  name: number,
  { amounts }: ProductFacts,
): readonly Part[] {
  const inBar = ({ from }: BlockRun): number => Number(isInBar(context.tree, from, name));
  const declared = pricesNear(context, name, amounts).toSorted((a, b) => inBar(a) - inBar(b));
  const kept = declared.find((run) => isKeptIn(accepted, run));
  const shown = kept ?? declared[0] ?? (name < 0 ? undefined : priceAfter(context, name));
  if (shown === undefined) return [];
  const reason = declared.length > 0 ? 'the declared price of the product' : 'the first price after its name';
  if (kept !== undefined) return [{ ...kept, reason }];
  const which = declared.length > 0 ? 'higher' : 'all';
  return [
    ...headingOfPrice(context, name, shown.from),
    ...pricesBeside(context, shown, which).map((run) => ({ ...run, reason })),
  ];
}

/** Blocks before the name and after the price in which rating, availability and brand are looked for. */
const reachBefore = 8;
const reachAfter = 20;

/** Longer texts are about something else than the stock. */
const maxStockCharacters = 80;

/** The declared rating as it is shown: rounded to one digit, or not; a whole number with its scale. */
function isRating(text: string, { ratings }: ProductFacts): boolean {
  const numbers = numbersIn(text).map(({ value }) => value);
  const isShown = (rating: number): boolean =>
    (!Number.isInteger(rating) || numbers.length > 1) &&
    numbers.some((value) => value === rating || value === Number(rating.toFixed(1)));
  return pricesIn(text).length === 0 && ratings.some((rating) => isShown(rating));
}

function factParts(
  context: BlockContext,
  accepted: Uint8Array,
  name: number,
  product: ProductFacts,
  near: BlockRun,
): readonly Part[] {
  const texts = context.tree.blocks.filter((_, block) => accepted[block] === 1).map(({ text }) => text);
  const parts: Part[] = [];
  const add = (reason: string, passes: (text: string) => boolean, isKept = passes): void => {
    if (texts.some((text) => isKept(text))) return;
    const [first] = shortLines(context, name, near, passes);
    if (first !== undefined) parts.push(lineOf(first, reason));
  };
  const brands = product.brands.map(foldedWords).filter((brand) => brand !== '');
  if (brands.length > 0)
    add(
      'the declared brand of the product',
      (text) => isBrand(text, brands),
      (text) => brands.some((brand) => hasWords(text, brand)),
    );
  if (product.ratings.length > 0)
    add('the declared rating of the product', (text) => isRating(text, product));
  if (product.isAvailable !== undefined)
    add(
      'the declared availability of the product',
      (text) => text.length <= maxStockCharacters && readAvailability(text) === product.isAvailable,
    );
  return parts;
}

/** A table of at least this many rows with prices shows the variants of a product. */
const minPricedRows = 2;
/** A longer one is a form to order many at once, or a list of goods. */
const maxVariantWords = 150;

function variantParts(
  { tree, page }: BlockContext,
  units: readonly Unit[],
  name: number,
  { amounts }: ProductFacts,
): readonly Part[] {
  return units
    .filter(({ kind, from, to }) => {
      if (kind !== 'table' || from <= name || isInOtherPartOrFilter(tree, from, name)) return false;
      return page.words.over(from, to) <= maxVariantWords;
    })
    .filter(({ from, to }) => {
      const prices = tree.blocks.slice(from, to).flatMap(({ text }) => pricesIn(text));
      return prices.length >= minPricedRows && prices.some(({ value }) => amounts.includes(value.amount));
    })
    .map(({ from, to }) => ({ from, to, reason: 'the variants of the product' }));
}

/** Goods beside the product have options of their own. */
const maxBlocksToOptions = 40;

/** The lines with the sizes, colours and other options of the product, below its name. */
function optionParts({ tree }: BlockContext, name: number): readonly Part[] {
  const parts: Part[] = [];
  for (let block = name + 1; block <= name + maxBlocksToOptions; block++) {
    const element = elementAt(tree, tree.blocks[block]?.container ?? -1);
    const isOptions = element !== undefined && productOptions in element.attribs;
    if (isOptions && !isInOtherPart(tree, block, name))
      parts.push(lineOf(block, 'the options of the product'));
  }
  return parts;
}

/** The heading of the first level that agrees with the title; -1 without one. */
const headingOfPage = ({ page, titleBlock }: BlockContext): number =>
  titleBlock >= 0 && page.headingLevel[titleBlock] === 1 ? titleBlock : -1;

/** The price under the heading of a page that declares no product: in an element of that name, and in no list. */
function undeclaredPrice(context: BlockContext, heading: number): readonly Part[] {
  const shown = heading < 0 ? undefined : priceAfter(context, heading);
  if (shown === undefined || !isNamedPrice(context, shown.from)) return [];
  if (isOneOfMany(context, shown.from)) return [];
  return pricesBeside(context, shown, 'all').map((run) => ({
    ...run,
    reason: 'the price under the heading',
  }));
}

/** Shops declare categories as products, for the stars in search results: without a price, a brand or a stock. */
const isOnlyNamed = ({ amounts, brands, isAvailable }: ProductFacts): boolean =>
  amounts.length === 0 && brands.length === 0 && isAvailable === undefined;

function addParts(
  context: BlockContext,
  units: readonly Unit[],
  kept: KeptBlocks,
  product: ProductFacts,
): void {
  const { flags } = kept;
  const name = product.isDeclared ? nameOfProduct(context, product) : headingOfPage(context);
  const prices = product.isDeclared
    ? priceParts(context, flags, name, product)
    : undeclaredPrice(context, name);
  const add = (parts: readonly Part[]): void => {
    for (const part of parts) kept.add(part.reason, [part]);
  };
  if (!product.isDeclared) {
    add(prices);
    if (prices.length > 0) kept.add('the heading above the price', [headingAround(context, name)]);
    else kept.add(ofGoods, goodsList(context, name));
    if (name >= 0) kept.add(ofSpecifications, factTables(context, units, name, flags));
    return;
  }
  if (name >= 0) kept.add('the name of the product', [headingAround(context, name)]);
  add(prices);
  if (isOnlyNamed(product)) kept.add(ofGoods, goodsList(context, name));
  const anchors = [name, ...prices.map(({ from }) => from)].filter((at) => at >= 0);
  if (anchors.length === 0) return;
  const near = { from: Math.min(...anchors) - reachBefore, to: Math.max(...anchors) + reachAfter };
  add(factParts(context, flags, name, product, near));
  if (name >= 0) add(optionParts(context, name));
  add(variantParts(context, units, name, product));
  kept.add(ofSpecifications, specifications(context, name, flags));
  kept.add(ofSpecifications, factTables(context, units, name, flags));
}

/**
 * Adds what a page shows of its declared product and the model left out: name, price, brand, rating, availability,
 * options, the table of variants and the headings right above them. Prices of other goods and of the cart stay out.
 */
export function addProduct(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
  kept: KeptBlocks,
  product: ProductFacts,
): void {
  addParts(context, units, kept, product);
  kept.add(ofHeadings, headingsAbove(context, chances, kept.flags));
}
