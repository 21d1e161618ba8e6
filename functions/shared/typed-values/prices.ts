import { type Found, numbersIn } from './numbers.ts';

export interface Price {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Either end may be open: `от 100 000 ₽`, `up to $90k`. */
export interface PriceRange {
  readonly min?: number;
  readonly max?: number;
  readonly currency?: string;
}

const currencies: Readonly<Record<string, string>> = {
  RUB: '₽|руб(?:лей|ля|ль)?\\.?|р\\.|р(?=\\s*(?:/|$|за))|RUB|RUR',
  USD: 'US\\$|\\$|USD|долл(?:аров|ара|ар)?\\.?',
  EUR: '€|EUR|евро',
  GBP: '£|GBP',
  JPY: '¥|JPY',
  INR: '₹|INR',
  UAH: '₴|грн\\.?|UAH',
  KZT: '₸|тенге|KZT',
  BYN: 'BYN|Br(?!\\p{L})',
  PLN: 'zł|PLN',
  CZK: 'Kč|CZK',
  CHF: 'CHF',
  CAD: 'CA\\$|C\\$|CAD',
  AUD: 'AU\\$|A\\$|AUD',
};
const alternatives = Object.entries(currencies).map(
  ([code, signs]) =>
    [
      code,
      new RegExp(`^(?:${signs})(?!\\p{L})`, 'iu'),
      new RegExp(`(?<!\\p{L})(?:${signs})$`, 'iu'),
    ] as const,
);
/** The most specific first: `CA$` ends like `$`. */
const bySpecificity = alternatives.toReversed();
const signReach = 10;

interface Sign {
  readonly code: string;
  readonly length: number;
}

function signAfter(text: string, at: number): Sign | undefined {
  const after = text.slice(at, at + signReach);
  // `189,- €`: no cents.
  const space = /^(?:[.,][-–—]{1,2})?\s*/u.exec(after)?.[0].length ?? 0;
  for (const [code, pattern] of bySpecificity) {
    const sign = pattern.exec(after.slice(space));
    if (sign !== null) return { code, length: space + sign[0].length };
  }
  return undefined;
}

function signBefore(text: string, at: number): Sign | undefined {
  const before = text.slice(Math.max(0, at - signReach), at);
  const trimmed = before.trimEnd();
  for (const [code, , pattern] of bySpecificity) {
    const sign = pattern.exec(trimmed);
    if (sign !== null) return { code, length: before.length - trimmed.length + sign[0].length };
  }
  return undefined;
}

/** A point before three digits groups in amounts of money: `1.299 €`. */
function amountOf(written: string, value: number): number {
  const grouped = /^(\d{1,3})\.(\d{3})$/.exec(written.trim());
  return grouped === null ? value : Number(`${grouped[1] ?? ''}${grouped[2] ?? ''}`);
}

/** Amounts with their currency beside them, in the order they stand. */
export function pricesIn(text: string): readonly Found<Price>[] {
  const found: Found<Price>[] = [];
  let last = 0;
  for (const number of numbersIn(text)) {
    const before = signBefore(text.slice(last, number.start), number.start - last);
    const after = before === undefined ? signAfter(text, number.end) : undefined;
    const sign = before ?? after;
    // `$14519% off`: two numbers that a page wrote without a space between.
    if (sign === undefined || /^\s?%/.test(text.slice(number.end, number.end + 2))) continue;
    const millions = before !== undefined && /^M(?!\p{L})/u.test(text.slice(number.end, number.end + 2));
    const amount = amountOf(text.slice(number.start, number.end), number.value) * (millions ? 1e6 : 1);
    const end = number.end + (after?.length ?? 0) + (millions ? 1 : 0);
    found.push({
      value: { amount: Number(amount.toPrecision(15)), currency: sign.code },
      start: number.start - (before?.length ?? 0),
      end,
    });
    last = end;
  }
  return found;
}

/** The first amount of money of a text. */
export const readPrice = (text: string): Price | undefined => pricesIn(text)[0]?.value;

/** The ISO 4217 code that a text writes, as a sign, a word or the code itself. */
export function readCurrency(text: string): string | undefined {
  const whole = text.trim();
  const code = /^[A-Z]{3}$/.exec(whole)?.[0];
  return code ?? signAfter(whole, 0)?.code ?? readPrice(text)?.currency;
}

const rangeMarks = /^\s*(?:[-–—]|до|to|and|и)\s*(?:[^\d\s]{1,3}\s?)?$/iu;
const opensBelow = /(?:^|[^\p{L}])(?:до|up to|max(?:imum)?)\s*(?:[^\d\s\p{L}]{1,3}\s?)?$/iu;
const opensAbove = /(?:^|[^\p{L}])(?:от|from|min(?:imum)?|starting at)\s*(?:[^\d\s\p{L}]{1,3}\s?)?$/iu;

/** Amounts from and to, with or without a currency; one amount alone is both ends. */
export function readPriceRange(text: string): Found<PriceRange> | undefined {
  const numbers = numbersIn(text);
  const pairs = numbers.slice(0, -1).map((low, at) => [low, numbers[at + 1]] as const);
  for (const [low, high] of pairs) {
    if (high === undefined) continue;
    const between = text.slice(low.end, high.start);
    const bare = between.replace(/^\s*[^\d\s–—-]{1,5}/u, '');
    if (!rangeMarks.test(between) && !rangeMarks.test(bare)) continue;
    return rangeOf(text, low, high);
  }
  const [price] = pricesIn(text);
  if (price === undefined) return undefined;
  const before = text.slice(Math.max(0, price.start - 14), price.start);
  const { amount, currency } = price.value;
  if (opensBelow.test(before)) return { ...price, value: { max: amount, currency } };
  if (opensAbove.test(before)) return { ...price, value: { min: amount, currency } };
  return { ...price, value: { min: amount, max: amount, currency } };
}

function rangeOf(text: string, low: Found<number>, high: Found<number>): Found<PriceRange> | undefined {
  const before = signBefore(text, low.start);
  const after = signAfter(text, high.end);
  const currency = before?.code ?? after?.code ?? signBefore(text, high.start)?.code;
  const amount = ({ start, end, value }: Found<number>): number => amountOf(text.slice(start, end), value);
  const max = amount(high);
  // In `90–120k` and `120–180 тыс.` the magnitude is written once.
  const scale = max >= 1000 && amount(low) < 1000 && max % 1000 === 0 ? 1000 : 1;
  const min = amount(low) * scale;
  if (min > max) return undefined;
  return {
    value: { min, max, ...(currency === undefined ? {} : { currency }) },
    start: low.start - (before?.length ?? 0),
    end: high.end + (after?.length ?? 0),
  };
}
