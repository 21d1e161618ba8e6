import { offersToBuy, readAvailability } from '#shared/values/availability.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { belowHeading, type Region } from './shown-region.ts';
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

/** A filter of a list, or a question. */
const isAsked = /^\W*(?:hide|show|filter|exclude|include|only show)(?!\p{L})|\?\s*$/iu;
/** What a shop offers beside its goods, which may be out of stock while they are not. */
const services =
  /(?<!\p{L})(?:gift|wrapping|monogram|engrav|personali[sz]|pick-?up|financ|samples?(?!\p{L})|coupon|chat(?!\p{L})|geschenk|gravur|papier cadeau|gravure|подарочн|гравировк)/iu;
/** `Not available in Belgium` is said of a country. */
const inOnePlace = /(?<!\p{L})available\sin\s\p{Lu}\p{Ll}/u;
/** `Unavailable: lids` is said of what follows; `Sold out: back in May` is not. */
const labelsOther = /^\W*(?:unavailable|not available):\s*\S/iu;

/** Whether a line is about the stock of something else than the product, such as a service of the shop. */
function isOfOther(text: string): boolean {
  if (isAsked.test(text) || services.test(text)) return true;
  return labelsOther.test(text) || (inOnePlace.test(text) && readAvailability(text) === false);
}

/** A page that says both, of several shops or sizes, says nothing of its subject. */
export const availabilityTexts = (region: Region): readonly string[] => {
  const told = belowHeading(region)
    .map(({ text }) => text)
    .filter(
      (text) =>
        lengthInLetters(text) <= maxAvailabilityCharacters &&
        readAvailability(text) !== undefined &&
        !absence.test(text) &&
        !isOfOther(text),
    );
  const isSplit = !region.isRecord && new Set(told.map((text) => readAvailability(text))).size > 1;
  if (isSplit) return [];
  return told.length > 0 ? told : offers(region);
};
