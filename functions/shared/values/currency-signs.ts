/** In place of a code where several currencies share a sign. */
export const unnamed = '';
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

export interface Sign {
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

/** The sign behind an amount that ends at `at`. */
export function signAfter(text: string, at: number): Sign | undefined {
  const after = text.slice(at, at + signReachCharacters);
  // `189,- €`: no cents.
  const space = /^(?:[.,][-–—]{1,2})?\s*/u.exec(after)?.[0].length ?? 0;
  const sign = signIn(after.slice(space), 'rightAfter');
  return sign && { ...sign, length: space + sign.length };
}

/** The sign before an amount that begins at `at`. */
export function signBefore(text: string, at: number): Sign | undefined {
  const before = text.slice(Math.max(0, at - signReachCharacters), at);
  const trimmed = before.trimEnd();
  const sign = signIn(trimmed, 'rightBefore');
  return sign && { ...sign, length: before.length - trimmed.length + sign.length };
}

/** Whether a text has a sign of any currency, whatever is beside it. */
export const hasSign = (text: string): boolean => writings.some(({ anywhere }) => anywhere.test(text));
