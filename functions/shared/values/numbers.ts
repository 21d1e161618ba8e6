import { signAfter, signBefore } from './currency-signs.ts';

/** A value found in a text: `text.slice(start, end)` is its original spelling. */
export interface Found<T> {
  readonly value: T;
  readonly start: number;
  readonly end: number;
}

/** Separators of the fraction and of thousands, when known: `1,299` and `1.299` are ambiguous without them. */
export interface NumberMarks {
  readonly decimal?: '.' | ',';
  readonly group?: '.' | ',';
}

const markOf = (mark: string | undefined): '.' | ',' | undefined =>
  mark === '.' || mark === ',' ? mark : undefined;

/** The separators of a language (BCP 47); none for an unknown language. */
export function numberMarksOf(language: string | undefined): NumberMarks {
  // Pages also write `ru_RU`, and texts that are no language tag.
  const tag = /^[a-z]{2,3}(?:[-_][a-z]{2})?(?=$|[-_])/i.exec(language ?? '')?.[0].replace('_', '-');
  if (tag === undefined || Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return {};
  const parts = new Intl.NumberFormat(tag).formatToParts(10_000.5);
  const [decimal, group] = ['decimal', 'group'].map((type) =>
    markOf(parts.find((part) => part.type === type)?.value),
  );
  return { ...(decimal === undefined ? {} : { decimal }), ...(group === undefined ? {} : { group }) };
}

/** Not in words, except right behind those of Chinese, Japanese and Korean, and behind the words for money: `лв1035`, `RM12.50`. */
const digitGroups =
  /(?=[-−+\d])(?:(?<![\p{L}\p{N}_])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])|(?<=(?<!\p{L})(?:лв|zł|Kč|Rs))|(?<=(?<!\p{L})(?:RM|Rp|kr))(?=\d{1,3}[.,]\d\d))[-−+]?\d{1,20}(?:[ \u00a0\u202f\u2009'’.,]\d{1,20}){0,12}(?!\p{N}|e[+-]?\d)/giu;
const magnitudes: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:тыс\.?|thousand|Tsd\.?)(?!\p{L})/iu, 1e3],
  [/^[kкKК](?![\p{L}\p{N}])/u, 1e3],
  [
    /^\s?(?:млн\.?|mln|millions?|millionen|mill[oó]n|millones|milioni|milh(?:ão|ões)|miljoen)(?!\p{L})/iu,
    1e6,
  ],
  // Not the Italian word `mio`.
  [/^\s?(?:Mio\.?|mio\.)(?!\p{L})/u, 1e6],
  [/^\s?(?:млрд\.?|billions?|bn|mrd\.?|milliarden?|milliards?|miliardi|miljard)(?!\p{L})/iu, 1e9],
  [/^\s?trillions?(?!\p{L})/iu, 1e12],
  [/^\s?M(?=\p{Sc}(?!\s?\d))/u, 1e6],
  [/^\s?Md(?=\s?\p{Sc}(?!\s?\d))/u, 1e9],
];
/** Only in amounts of money: `5M` may be metres or a size. A T-shirt for `$20T-Shirt` and a `B&B` are no magnitudes. */
const moneyMagnitudes: readonly (readonly [RegExp, number])[] = [
  [/^M(?![\p{L}\p{N}]|[-&+/’']\p{L})/iu, 1e6],
  [/^B(?![\p{L}\p{N}]|[-&+/’']\p{L})/iu, 1e9],
  [/^T(?![\p{L}\p{N}]|[-&+/’']\p{L})/u, 1e12],
];

/** The factor named after the digits of a number: 1000 in `120 тыс.`, a million in `1.2M`. */
export function magnitudeOf(written: string): number {
  const word = written.slice(/^.*\d/u.exec(written)?.[0].length ?? 0);
  const known = [...magnitudes, ...moneyMagnitudes];
  return known.find(([pattern]) => pattern.test(word))?.[1] ?? 1;
}

/** Quick check: most numbers have no magnitude after them. */
const beginsMagnitude = /\s?[tmbkтмк]/iuy;
/** Characters of the longest word for a magnitude and the one that ends it. */
const magnitudeReachCharacters = 12;

interface Magnitude {
  readonly factor: number;
  readonly length: number;
}

function magnitudeIn(word: string, known: typeof magnitudes): Magnitude {
  for (const [pattern, factor] of known) {
    const written = pattern.exec(word);
    if (written !== null) return { factor, length: written[0].length };
  }
  return { factor: 1, length: 0 };
}

/** The magnitude of an amount of money whose digits end at `end`: a million in `$1.2M`. */
export const moneyMagnitudeAt = (text: string, end: number): Magnitude =>
  magnitudeIn(text.slice(end, end + 3), moneyMagnitudes);

/** Whether the number of `[start, end)`, whose magnitude is a letter, has a currency sign before or behind it. */
function isMoney(text: string, start: number, end: number): boolean {
  const before = signBefore(text, start)?.length ?? 0;
  // In `5 € 10M` and `5M $3` the sign is that of the other number.
  const isOther = /\d\s?$/.test(text.slice(Math.max(0, start - before - 2), start - before));
  if (before > 0) return !isOther;
  const behind = signAfter(text, end)?.length ?? 0;
  const isCapital = /\p{Lu}/u.test(text.slice(end - 1, end));
  return behind > 0 && isCapital && !/^\s?\d/.test(text.slice(end + behind, end + behind + 2));
}

/** `start` and `at`: where the number begins, and where its digits end. */
function magnitudeAt(text: string, start: number, at: number): Magnitude {
  beginsMagnitude.lastIndex = at;
  if (!beginsMagnitude.test(text)) return { factor: 1, length: 0 };
  const named = magnitudeIn(text.slice(at, at + magnitudeReachCharacters), magnitudes);
  if (named.length > 0) return named;
  const letter = moneyMagnitudeAt(text, at);
  return letter.length > 0 && isMoney(text, start, at + letter.length) ? letter : { factor: 1, length: 0 };
}

interface Run {
  /** Number of parts that it consists of. */
  readonly count: number;
  readonly length: number;
  readonly whole: string;
  readonly fraction: string;
}

const isSpacing = (character: string): boolean => !'.,'.includes(character);

/** Number of parts that spaces separate as thousands: three digits each, none of the next number. */
function spacedThousands(parts: readonly string[]): number {
  if ((parts[0] ?? '').length > 3) return 1;
  let end = 1;
  while (end + 1 < parts.length && isSpacing(parts[end] ?? '.') && parts[end + 1]?.length === 3) end += 2;
  return end;
}

/** Number of parts that one mark separates as thousands: `1,299,000`. */
function markedThousands(parts: readonly string[], from: number): number {
  const mark = parts[from];
  let end = from;
  while (end + 1 < parts.length && parts[end] === mark && parts[end + 1]?.length === 3) end += 2;
  return end;
}

/** Number of parts that commas separate as in India, where a lakh is 1,00,000; 1 where they do not. */
function partsInLakhs(parts: readonly string[]): number {
  if ((parts[0] ?? '').length > 2 || (parts[0] ?? '').startsWith('0')) return 1;
  let end = 1;
  while (parts[end] === ',' && parts[end + 1]?.length === 2) end += 2;
  return end > 1 && parts[end] === ',' && parts[end + 1]?.length === 3 ? end + 2 : 1;
}

function isGrouping(parts: readonly string[], end: number, { decimal, group }: NumberMarks): boolean {
  const mark = parts[1];
  if ((parts[0] ?? '').length > 3 || (parts[0] ?? '').startsWith('0')) return false;
  // Two groups, or another mark for the fraction, are clear in any language.
  if (end > 3 || (end < parts.length && !isSpacing(parts[end] ?? ' '))) return true;
  if (mark === decimal || mark === group) return mark === group;
  // One mark before three digits: as in English, a comma groups and a point starts a fraction.
  return mark === ',';
}

/** The number at the beginning of digits and marks; `undefined` for dates, versions and IP addresses. */
function readRun(parts: readonly string[], marks: NumberMarks): Run | undefined {
  let end = spacedThousands(parts);
  if (end === 1 && parts.length > 1 && !isSpacing(parts[1] ?? ' ')) {
    const grouped = markedThousands(parts, 1);
    end = grouped > 1 && isGrouping(parts, grouped, marks) ? grouped : partsInLakhs(parts);
  }
  const whole = parts.slice(0, end).filter((part) => /\d/.test(part));
  const mark = parts[end];
  if (mark === undefined || isSpacing(mark))
    return { count: end, length: parts.slice(0, end).join('').length, whole: whole.join(''), fraction: '' };
  if (parts[end + 2] !== undefined && !isSpacing(parts[end + 2] ?? ' ')) return undefined;
  if (mark === (end > 1 ? parts[1] : undefined)) return undefined;
  const fraction = parts[end + 1] ?? '';
  const count = end + 2;
  return { count, length: parts.slice(0, count).join('').length, whole: whole.join(''), fraction };
}

/**
 * The numbers of a text in order: `1 299,90`, `1,299.90`, `−5`, `120 тыс.`, `90k`, `$1.2M`. Skipped are digits inside words
 * (`CR2032`), more than twenty digits, numbers with an exponent, dates and versions.
 */
export function numbersIn(text: string, marks: NumberMarks = {}): readonly Found<number>[] {
  const found: Found<number>[] = [];
  for (const match of text.matchAll(digitGroups)) {
    let start = match.index;
    const negative = /^[-−]/.test(match[0]);
    const digits = match[0].replace(/^[-−+]/, '');
    let parts: readonly string[] = digits.split(/(\D)/);
    let at = start + match[0].length - digits.length;
    while (parts.length > 0) {
      const run = readRun(parts, marks);
      if (run === undefined) break;
      const { factor, length } = magnitudeAt(text, start, at + run.length);
      const size = Number(`${run.whole}.${run.fraction || '0'}`) * factor;
      const value = Number(size.toPrecision(15)) * (negative && start === match.index && size !== 0 ? -1 : 1);
      found.push({ value, start, end: at + run.length + length });
      at += run.length + 1;
      parts = parts.slice(run.count + 1);
      start = at;
    }
  }
  return found;
}

/** Whether the letter behind a number is a magnitude, a unit or a size: `5M` is five million, or five metres. */
export const isUnclear = (text: string, { end }: Found<number>): boolean =>
  /^[MB](?![\p{L}\p{N}])/u.test(text.slice(end, end + 2));

/** The first number of a text; `undefined` also when its magnitude is unclear. */
export function readNumber(text: string, marks: NumberMarks = {}): number | undefined {
  const [first] = numbersIn(text, marks);
  return first === undefined || isUnclear(text, first) ? undefined : first.value;
}
