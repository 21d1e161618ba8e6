import { offersToBuy, readAvailability } from '#shared/values/availability.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { belowHeading, type Region } from './shown-region.ts';
import openingWords from './stock-line-words.json' with { type: 'json' };
import { lengthInLetters } from './text-length.ts';

const maxAvailabilityCharacters = 60;
const goods = /^(?:price|sku|brand|availability|mpn|gtin)$/;

/** Whether a page sells something: an amount alone is its price, not pay. */
export const isOfGoods = ({ lines, labels }: Region): boolean =>
  labels.some(({ spelt }) => spelt.some(({ name }) => goods.test(name))) ||
  lines.some(({ text }) => text.length <= maxAvailabilityCharacters && readAvailability(text) !== undefined);

/** Without a label, `absent` may be said of anything. */
const absence = /^\s*(?:отсутствует|відсутній)/iu;
/** Lines below the title in which a page offers to buy its subject. */
const offerReachLines = 40;

/** An offer to buy beside a price, where nothing else is said of the stock. */
function offers(region: Region): readonly string[] {
  const near = belowHeading(region).slice(0, offerReachLines);
  return near.some(({ text }) => pricesIn(text).length > 0)
    ? near.map(({ text }) => text).filter((text) => offersToBuy(text))
    : [];
}

/** Words for a product and for now; those of up to four letters may be any: `This item is currently unavailable`. */
const openings: ReadonlySet<string> = new Set(Object.values(openingWords).flat());
const maxSmallWord = 4;
const opensStockLine = (word: string): boolean =>
  (word.match(/\p{L}/gu)?.length ?? 0) <= maxSmallWord || openings.has(word);

/** A filter of a list, or a question. */
const isAsked = /^\W*(?:hide|show|filter|exclude|include|only show)(?!\p{L})|\?\s*$/iu;
/** Languages without spaces have no words here. */
const unspaced = /[\p{sc=Han}\p{scx=Kana}\p{scx=Hira}]/u;

/** Whether a line says of the product itself that it is in stock, or not: `Gift wrapping is not available` says it of another thing. */
function isOfProduct(text: string): boolean {
  if (isAsked.test(text)) return false;
  if (unspaced.test(text)) return true;
  const words = text.trim().split(/\s+/);
  const told = (from: number, to: number): boolean | undefined =>
    readAvailability(words.slice(from, to).join(' '));
  const end = words.findIndex((_word, at) => told(0, at + 1) !== undefined) + 1;
  let start = 0;
  while (start + 1 < end && told(start + 1, end) === told(0, end)) start++;
  const isLabel = /[:：]$/u.test(words[end - 1] ?? '') && end < words.length;
  const before = words.slice(0, start).map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}’'-]/gu, ''));
  return !isLabel && before.every(opensStockLine);
}

/** A page that says both, of several shops or sizes, says nothing of its subject. */
export const availabilityTexts = (region: Region): readonly string[] => {
  const told = belowHeading(region)
    .map(({ text }) => text)
    .filter(
      (text) =>
        lengthInLetters(text) <= maxAvailabilityCharacters &&
        readAvailability(text) !== undefined &&
        !absence.test(text),
    );
  const isSplit = !region.isRecord && new Set(told.map((text) => readAvailability(text))).size > 1;
  if (isSplit) return [];
  const own = told.filter(isOfProduct);
  return own.length > 0 ? own : offers(region);
};
