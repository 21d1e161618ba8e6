import { hasSign, type Sign, signAfter, signBefore, unnamed } from './currency-signs.ts';
import { type Found, magnitudeOf, moneyMagnitudeAt, numbersIn } from './numbers.ts';

export interface Price {
  readonly amount: number;
  /** ISO 4217; absent when several currencies share the sign. */
  readonly currency?: string;
}

/** Either end may be open: `от 100 000 ₽`, `up to $90k`. */
export interface PriceRange {
  readonly min?: number;
  readonly max?: number;
  readonly currency?: string;
}

/** Several currencies share these signs; the language of the page decides. */
const sharedSigns: readonly (readonly [sign: RegExp, byLanguage: Readonly<Record<string, string>>])[] = [
  [/[¥￥]/u, { ja: 'JPY', zh: 'CNY' }],
  [/元/u, { 'zh-tw': 'TWD', 'zh-hk': 'HKD', zh: 'CNY' }],
  [/(?<!\p{L})kr(?!\p{L})/iu, { sv: 'SEK', nb: 'NOK', nn: 'NOK', no: 'NOK', da: 'DKK' }],
];

function bySharedSign(text: string, language: string): string | undefined {
  const [, byLanguage] = sharedSigns.find(([sign]) => sign.test(text)) ?? [];
  const known = language.toLowerCase().replace('_', '-');
  return byLanguage?.[known] ?? byLanguage?.[known.slice(0, 2)];
}

/** In amounts of money a point before three digits groups thousands: `1.299 €`. */
function amountOf(written: string, value: number): number {
  const grouped = /^(\d{1,3})\.(\d{3})$/.exec(written.trim());
  return grouped === null ? value : Number(`${grouped[1] ?? ''}${grouped[2] ?? ''}`);
}

const currencyOf = (sign: Sign | undefined): { readonly currency?: string } =>
  sign === undefined || sign.code === unnamed ? {} : { currency: sign.code };

/** Amounts with an adjacent currency, in order. */
export function pricesIn(text: string): readonly Found<Price>[] {
  // Most texts with numbers have no sign, and finding the numbers takes longer than seeing that.
  if (!hasSign(text)) return [];
  const found: Found<Price>[] = [];
  let last = 0;
  for (const number of numbersIn(text)) {
    const before = signBefore(text.slice(last, number.start), number.start - last);
    const after = before === undefined ? signAfter(text, number.end) : undefined;
    const sign = before ?? after;
    // `$14519% off`: two numbers without a space between them.
    if (sign === undefined || /^\s?%/.test(text.slice(number.end, number.end + 2))) continue;
    const amount = amountOf(text.slice(number.start, number.end), number.value);
    const end = number.end + (after?.length ?? 0);
    found.push({
      value: { amount, ...currencyOf(sign) },
      start: number.start - (before?.length ?? 0),
      end,
    });
    last = end;
  }
  return found;
}

/** The ISO 4217 code of the currency sign, word or code in a text; the language (BCP 47) decides about `¥`. */
export function readCurrency(text: string, language = ''): string | undefined {
  const whole = text.trim();
  const code = /^[A-Z]{3}$/.exec(whole)?.[0];
  const currency = code ?? currencyOf(signAfter(whole, 0)).currency ?? pricesIn(text)[0]?.value.currency;
  return currency ?? bySharedSign(whole, language);
}

const rangeMarks = /^\s*(?:[-–—]|до|to|and|и)\s*(?:[^\d\s]{1,3}\s?)?$/iu;
const opensBelow = /(?:^|[^\p{L}])(?:до|up to|max(?:imum)?)\s*(?:[^\d\s\p{L}]{1,3}\s?)?$/iu;
const opensAbove = /(?:^|[^\p{L}])(?:от|from|min(?:imum)?|starting at)\s*(?:[^\d\s\p{L}]{1,3}\s?)?$/iu;

/** A range of amounts, with or without a currency; a single amount is both ends. */
export function readPriceRange(text: string): Found<PriceRange> | undefined {
  const numbers = numbersIn(text);
  const [price] = pricesIn(text);
  const pairs = numbers.slice(0, -1).map((low, at) => [low, numbers[at + 1]] as const);
  for (const [low, high] of pairs) {
    if (high === undefined) continue;
    const between = text.slice(low.end, high.start);
    const bare = between.replace(/^\s*[^\d\s–—-]{1,5}/u, '');
    if (!rangeMarks.test(between) && !rangeMarks.test(bare)) continue;
    const range = rangeOf(text, low, high);
    // In `2024–2025: $50` the years are not the amounts.
    if (range !== undefined && (price === undefined || (price.start < range.end && price.end > range.start)))
      return range;
  }
  if (price === undefined) return undefined;
  const before = text.slice(Math.max(0, price.start - 14), price.start);
  const { amount, ...currency } = price.value;
  if (opensBelow.test(before)) return { ...price, value: { max: amount, ...currency } };
  if (opensAbove.test(before)) return { ...price, value: { min: amount, ...currency } };
  return { ...price, value: { min: amount, max: amount, ...currency } };
}

function rangeOf(text: string, low: Found<number>, high: Found<number>): Found<PriceRange> | undefined {
  const before = signBefore(text, low.start);
  const after = signAfter(text, high.end);
  const sign = before ?? after ?? signBefore(text, high.start);
  const written = ({ start, end }: Found<number>): string => text.slice(start, end);
  // In `$1.2–1.5M` the sign is before the other number.
  const more = before === undefined ? { factor: 1, length: 0 } : moneyMagnitudeAt(text, high.end);
  const max = Number((amountOf(written(high), high.value) * more.factor).toPrecision(15));
  const least = amountOf(written(low), low.value);
  // In `90–120k` and `120–180 тыс.` the magnitude is written once, for both.
  const shared = magnitudeOf(written(low)) === 1 ? magnitudeOf(written(high)) * more.factor : 1;
  const min = least * shared <= max ? least * shared : least;
  if (min > max) return undefined;
  return {
    value: { min, max, ...currencyOf(sign) },
    start: low.start - (before?.length ?? 0),
    end: high.end + (after?.length ?? 0) + more.length,
  };
}
