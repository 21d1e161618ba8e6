import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { numbersIn } from '#shared/values/numbers.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { isLinked, isInOtherPartOrFilter } from './product-name.ts';

/** Longer blocks are sentences. */
const maxPriceWords = 12;
/** `49`, `,`, `99`, `€`: a price of several elements. */
const maxPriceBlocks = 4;
const maxSplitCharacters = 16;
const currencySign =
  /\p{Sc}|(?<!\p{L})(?:kn|lei|zł|kč|ft|chf|eur|usd|gbp|pln|czk|ron|rub|kzt|kr|tl|тг|тнг|руб|р|br|лв|грн)(?!\p{L})|[円元원]/iu;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** A price without the marks between its parts, as a page may split it into elements. */
const splitForms = (amount: number): readonly string[] => {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.');
  return cents === '00' ? [whole, `${whole}00`] : [`${whole}${cents}`];
};

/** The blocks from `from` on that show one of the amounts as a price; none when they do not. */
function priceAt({ tree }: BlockContext, from: number, amounts: readonly number[]): BlockRun | undefined {
  const first = tree.blocks[from];
  if (first === undefined || first.shape.words > maxPriceWords || !/\d/.test(first.text)) return undefined;
  if (pricesIn(first.text).some(({ value }) => amounts.includes(value.amount))) return { from, to: from + 1 };
  if (numbersIn(first.text).some(({ value }) => amounts.includes(value))) {
    const isBare = /^\D{0,3}[\d\s.,'’]+\D{0,3}$/.test(first.text);
    if (currencySign.test(first.text)) return { from, to: from + 1 };
    if (isBare) return signBeside(tree, from);
  }
  const forms = new Set(amounts.flatMap(splitForms));
  let text = '';
  for (let to = from + 1; to <= from + maxPriceBlocks; to++) {
    text += ` ${tree.blocks[to - 1]?.text ?? ''}`;
    if (text.length > maxSplitCharacters + to - from) return undefined;
    if (currencySign.test(text) && forms.has(digitsOf(text))) return { from, to };
  }
  return undefined;
}

/** A bare amount with the sign of its currency, which stands before or after it. */
function signBeside(tree: BlockTree, block: number): BlockRun | undefined {
  const isSign = (at: number): boolean => {
    const text = tree.blocks[at]?.text ?? '';
    return text.length <= 6 && !/\d/.test(text) && currencySign.test(text);
  };
  if (isSign(block - 1)) return { from: block - 1, to: block + 1 };
  return isSign(block + 1) ? { from: block, to: block + 2 } : undefined;
}

const maxWidenings = 12;
/** Blocks that one more box around both weighs as much as. */
const blocksPerWidening = 20;

const distanceOf = ({ page }: BlockContext, block: number, name: number): number =>
  name < 0
    ? block
    : wideningsUntil(page, block, name, maxWidenings) * blocksPerWidening + Math.abs(block - name);

/** A page that shows a price more often is a list of goods. */
const maxPlaces = 500;

/** Where a page shows one of the amounts as a price, nearest to the name first. */
export function pricesNear(
  context: BlockContext,
  name: number,
  amounts: readonly number[],
): readonly BlockRun[] {
  const found: { readonly run: BlockRun; readonly distance: number }[] = [];
  if (amounts.length === 0) return [];
  for (let block = 0; block < context.page.count && found.length < maxPlaces; block++) {
    const run = priceAt(context, block, amounts);
    if (run === undefined || isLinked(context, block) || isInOtherPartOrFilter(context.tree, block, name))
      continue;
    found.push({ run, distance: distanceOf(context, run.from, name) });
  }
  return found.toSorted((a, b) => a.distance - b.distance).map(({ run }) => run);
}
