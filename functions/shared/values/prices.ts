import { type Found, magnitudeOf, numbersIn } from './numbers.ts';

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
const unnamed = '';
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

/** Case-insensitive. There is no `kn`, which is a speed or a force, and no code for pesos, because of `PHP 8.3`. */
const signs: Readonly<Record<string, string>> = {
  RUB: '₽|руб(?:лей|ля|ль)?\\.?|р\\.|р(?=\\s*(?:/|$|за))|RUB|RUR',
  USD: 'US\\$|\\$|USD|долл(?:аров|ара|ар)?\\.?',
  EUR: '€|EUR|евро',
  GBP: '£|GBP',
  JPY: 'JPY|円',
  CNY: 'CNY|RMB',
  [unnamed]: '[¥￥]|元|kr\\.?',
  INR: '₹|INR',
  UAH: '₴|грн\\.?|UAH',
  KZT: '₸|тенге|тнг\\.?|тг\\.?|KZT',
  BYN: 'BYN|Br(?!\\p{L})',
  PLN: 'zł|PLN',
  CZK: 'Kč|CZK',
  CHF: 'CHF',
  CAD: 'CA\\$|C\\$|CAD',
  AUD: 'AU\\$|A\\$|AUD',
  TWD: 'NT\\$',
  HKD: 'HK\\$',
  SGD: 'S\\$',
  NZD: 'NZ\\$',
  BRL: 'R\\$',
  MXN: 'MX\\$',
  KRW: '₩|원',
  TRY: '₺',
  RON: 'lei',
  ILS: '₪',
  THB: '฿',
  VND: '₫',
  PHP: '₱',
  BGN: 'лв\\.?|BGN',
};
/** Case-sensitive: `Try 14 days` and `30 sek` are words. */
const codes: Readonly<Record<string, string>> = {
  [unnamed]: 'Rs\\.?',
  TWD: 'TWD',
  HKD: 'HKD',
  SGD: 'SGD',
  NZD: 'NZD',
  BRL: 'BRL',
  MXN: 'MXN',
  KRW: 'KRW',
  // `2 TL Zucker` are spoons.
  TRY: 'TL(?!\\s\\p{Lu}?\\p{Ll})|TRY',
  RON: 'RON',
  HRK: 'HRK',
  HUF: 'HUF',
  SEK: 'SEK',
  NOK: 'NOK',
  DKK: 'DKK',
  ILS: 'ILS',
  THB: 'THB',
  VND: 'VND',
  MYR: 'RM|MYR',
  IDR: 'Rp\\.?|IDR',
  ZAR: 'ZAR',
  AED: 'AED',
};
/** Languages without spaces write other words right beside an amount: `最低價$99元起`. */
const unspaced = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}]';

/** The signs of one kind, with or without regard to case: each has a group, in the order of `currencies`. */
interface Signs {
  readonly currencies: readonly string[];
  readonly rightAfter: RegExp;
  readonly rightBefore: RegExp;
  /** Somewhere in a text, whatever is beside it. */
  readonly anywhere: RegExp;
}

/** What must follow a sign; one pair of parentheses may be inside. */
const lookaheads = /\(\?[=!](?:[^()]|\([^()]*\))*\)/g;

function signsOf(patterns: Readonly<Record<string, string>>, flags: string): Signs {
  // The most specific first: `CA$` ends with `$`.
  const bySpecificity = Object.entries(patterns).toReversed();
  const any = bySpecificity.map(([, pattern]) => `(${pattern})`).join('|');
  return {
    currencies: bySpecificity.map(([currency]) => currency),
    rightAfter: new RegExp(`^(?:${any})(?:(?!\\p{L})|(?=${unspaced}))`, flags),
    rightBefore: new RegExp(`(?:(?<!\\p{L})|(?<=${unspaced}))(?:${any})$`, flags),
    // Without lookaheads: signs are read from a piece of the text that may end right behind them.
    anywhere: new RegExp(any.replaceAll(lookaheads, ''), flags),
  };
}

// One pattern with `(?-i:…)` would not do: some versions of Node.js 24 ignore it in alternatives (nodejs/node#60030).
const writings = [signsOf(codes, 'u'), signsOf(signs, 'iu')];
const signReachCharacters = 10;

interface Sign {
  /** `unnamed` when several currencies share the sign. */
  readonly code: string;
  readonly length: number;
}

function signIn(text: string, place: 'rightAfter' | 'rightBefore'): Sign | undefined {
  for (const { currencies, [place]: pattern } of writings) {
    const [sign, ...groups] = pattern.exec(text) ?? [];
    const code = currencies[groups.findIndex((group) => group !== undefined)];
    if (sign !== undefined && code !== undefined) return { code, length: sign.length };
  }
  return undefined;
}

function signAfter(text: string, at: number): Sign | undefined {
  const after = text.slice(at, at + signReachCharacters);
  // `189,- €`: no cents.
  const space = /^(?:[.,][-–—]{1,2})?\s*/u.exec(after)?.[0].length ?? 0;
  const sign = signIn(after.slice(space), 'rightAfter');
  return sign && { ...sign, length: space + sign.length };
}

function signBefore(text: string, at: number): Sign | undefined {
  const before = text.slice(Math.max(0, at - signReachCharacters), at);
  const trimmed = before.trimEnd();
  const sign = signIn(trimmed, 'rightBefore');
  return sign && { ...sign, length: before.length - trimmed.length + sign.length };
}

/** In amounts of money a point before three digits groups thousands: `1.299 €`. */
function amountOf(written: string, value: number): number {
  const grouped = /^(\d{1,3})\.(\d{3})$/.exec(written.trim());
  return grouped === null ? value : Number(`${grouped[1] ?? ''}${grouped[2] ?? ''}`);
}

const currencyOf = (sign: Sign | undefined): { readonly currency?: string } =>
  sign === undefined || sign.code === unnamed ? {} : { currency: sign.code };

/** `$1.2M`. Without a currency sign before it, `M` may be metres or a size. */
const isMillions = (text: string, end: number): boolean => /^M(?!\p{L})/u.test(text.slice(end, end + 2));

/** Amounts with an adjacent currency, in order. */
export function pricesIn(text: string): readonly Found<Price>[] {
  // Most texts with numbers have no sign, and finding the numbers takes longer than seeing that.
  if (!writings.some(({ anywhere }) => anywhere.test(text))) return [];
  const found: Found<Price>[] = [];
  let last = 0;
  for (const number of numbersIn(text)) {
    const before = signBefore(text.slice(last, number.start), number.start - last);
    const after = before === undefined ? signAfter(text, number.end) : undefined;
    const sign = before ?? after;
    // `$14519% off`: two numbers without a space between them.
    if (sign === undefined || /^\s?%/.test(text.slice(number.end, number.end + 2))) continue;
    const millions = before !== undefined && isMillions(text, number.end);
    const amount = amountOf(text.slice(number.start, number.end), number.value) * (millions ? 1e6 : 1);
    const end = number.end + (after?.length ?? 0) + (millions ? 1 : 0);
    found.push({
      value: { amount: Number(amount.toPrecision(15)), ...currencyOf(sign) },
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
  const millions = before !== undefined && isMillions(text, high.end) ? 1e6 : 1;
  const max = amountOf(written(high), high.value) * millions;
  const least = amountOf(written(low), low.value);
  // In `90–120k` and `120–180 тыс.` the magnitude is written once, for both.
  const shared = magnitudeOf(written(low)) === 1 ? magnitudeOf(written(high)) * millions : 1;
  const min = least * shared <= max ? least * shared : least;
  if (min > max) return undefined;
  return {
    value: { min, max, ...currencyOf(sign) },
    start: low.start - (before?.length ?? 0),
    end: high.end + (after?.length ?? 0) + (millions > 1 ? 1 : 0),
  };
}
