import { anyPhrase, inLowerCase } from '#shared/kernel/phrases.ts';
import buyingWords from './buying.json' with { type: 'json' };
import availabilityWords from './availability.json' with { type: 'json' };

export const outOfStock =
  /out\s?of\s?stock|sold\s?out|discontinued|unavailable|(?<!\p{L})(?:not|no longer|\p{L}{1,6}n['’]t)\s(?:\p{L}+\s){0,2}?(?:available|in\s?stock|stocked)|(?<!\p{L})no stock|(?:нет|не|отсутствует)\s(?:\p{L}+\s){0,2}?(?:в наличии|на складе|в продаже)|распродан|закончил|под заказ|отсутствует|снят с|недоступ/iu;
export const inStock =
  /in\s?stock|in\s?store\s?only|online\s?only|limited\s?availability|в наличии|есть на складе|на складе|осталось|шт\.? на складе/iu;

const wordings = Object.values(availabilityWords);
const inStockWords = anyPhrase(wordings.flatMap((words) => words.inStock));
const outOfStockWords = anyPhrase(wordings.flatMap((words) => words.outOfStock));
/** `n’est pas disponible`, `nicht mehr lieferbar`. Not `plus que deux en stock`, which is a few. */
const notInStockWords = new RegExp(
  `(?<!\\p{L})(?:pas|plus(?!\\sque)|no|non|nicht|niet|não|nie|není|neni|nu|ei|inte|ej|ni|nije|не|нема|немає)\\s(?:\\p{L}+\\s){0,2}?(?:${inStockWords.source})`,
  'u',
);

/** Whether a text says that something is in stock; `undefined` when it is about something else. */
export function readAvailability(text: string): boolean | undefined {
  const lower = inLowerCase(text);
  if (outOfStock.test(lower) || outOfStockWords.isIn(lower) || notInStockWords.test(lower)) return false;
  return inStock.test(lower) || inStockWords.isIn(lower) ? true : undefined;
}

const buying: ReadonlySet<string> = new Set(Object.values(buyingWords).flat());

/** Whether a whole text is an offer to buy: shops take it away when they have nothing left. */
export const offersToBuy = (text: string): boolean => buying.has(text.trim().toLowerCase());
