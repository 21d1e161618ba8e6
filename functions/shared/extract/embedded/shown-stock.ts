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
  return told.length > 0 ? told : offers(region);
};
