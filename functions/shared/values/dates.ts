import { letterRanges } from '#shared/kernel/letter-ranges.ts';
import type { Found } from './numbers.ts';
import dateWords from './date-words.json' with { type: 'json' };

/** A day, with the time of day when the text has one. */
export interface DateReading {
  /** `2026-03-12` */
  readonly date: string;
  /** `19:00:00` */
  readonly time?: string;
  /** `Z` or `+03:00`; most pages leave it out. */
  readonly offset?: string;
}

export interface DateOptions {
  /** For `03/04/2026` and `03-04-2026`. Without it such a date is read only when one order is possible. */
  readonly order?: 'day first' | 'month first';
}

/** Languages written in both orders, or with the year first. */
const withoutOrder = /^(?:en-?|en-ca|(?:ja|zh|ko)-.*)$/;

/** The order of a language (BCP 47), when it has one: plain `en` has none. */
export function dateOrderOf(language: string | undefined): DateOptions {
  const [, name = '', country = ''] =
    /^([a-z]{2,3})(?:[-_]([a-z]{2}))?(?=$|[-_])/i.exec(language ?? '') ?? [];
  if (name === '' || withoutOrder.test(`${name}-${country}`.toLowerCase())) return {};
  return { order: country.toUpperCase() === 'US' ? 'month first' : 'day first' };
}

/** Accents and points; the vowels of Thai and of India are marks, too, and tell months apart. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
/** Persian is written with the letters of Arabic keyboards, too. */
const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک');

/** Numbers of the months by their names, whole or shortened. No name is that of two months. */
const monthNumbers = new Map(
  Object.values(dateWords.months).flatMap((months) =>
    months.flatMap((names, at) => names.split('|').map((name) => [folded(name), at + 1] as const)),
  ),
);
const monthOf = (name: string): number => monthNumbers.get(folded(name)) ?? 0;
const persianMonths = new Map(dateWords.persianMonths.map((name, at) => [folded(name), at + 1]));
const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`;
const word = `[${letterRanges}]{3,12}`;
/** Months of other scripts may have two letters, two words, or be shortened in two parts: `พ.ย.` */
const monthOfOther = `(?:[${letterRanges}]{1,3}\\.[${letterRanges}]{1,2}(?=\\.)|[${letterRanges}]{2,12}(?:\\s${anyOf(dateWords.secondWords)})?)`;
/** `2020`, `'20` */
const year = "(\\d{4}|['’]\\d{2})";
const connective = `(?:${anyOf(dateWords.connectives)}\\s+|d['’])?`;

const iso = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu;
const compact =
  /(?<![\d.,]|(?:version|ver|v|build|firmware|верси[яию]|прошивка)[.:]?\s?)(\d{1,2})\u200f?([./-])(\d{1,2})\u200f?\2(\d{4}|\d{2})(?![\d])(?!\.\d)/giu;
const yearFirst = /(?<!\d)(\d{4})([./])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/gu;
const dayMonth = new RegExp(
  `(?<!\\d)(\\d{1,2})${anyOf(dateWords.ordinals)}?[.\\s-]{1,3}${connective}(${word})(?!\\p{L})[.,،]{0,2}[\\s-]+${connective}${year}(?!\\d)`,
  'giu',
);
const dayMonthOfOther = new RegExp(
  `(?<!\\d)(\\d{1,2})[\\s.-]{1,3}(${monthOfOther})(?!\\p{L})[.,،]{0,2}[\\s-]+(\\d{4})(?!\\d)`,
  'giu',
);
const monthDay = new RegExp(
  `(?<!\\p{L})(${word})\\.?[\\s-]+(\\d{1,2})${anyOf(dateWords.ordinals)}?[,،]?[\\s-]+${connective}${year}(?!\\d)`,
  'giu',
);
const yearMonthDay = new RegExp(
  `(?<!\\d)(\\d{4})(?:\\.|\\sm\\.)?\\s(${word})\\.?\\s(\\d{1,2})(?!\\d)`,
  'giu',
);
const { numberedMonths } = dateWords;
/** The longest first. */
const numberNames = numberedMonths.names.toSorted((a, b) => b.length - a.length);
/** `25 tháng 11 năm 2020` */
const dayNumberedMonth = new RegExp(
  `(?<!\\d)(\\d{1,2})\\s+${anyOf(numberedMonths.before)}\\s+(\\d{1,2}|${anyOf(numberNames)})\\s*[,/]?\\s*(?:${anyOf(numberedMonths.beforeYear)}\\s+)?(\\d{4})(?!\\d)`,
  'giu',
);
const { marks } = dateWords;
const marked = new RegExp(
  `(\\d{4})\\s?[${marks.year}]\\s?(\\d{1,2})\\s?[${marks.month}]\\s?(\\d{1,2})\\s?[${marks.day}]`,
  'gu',
);
const time = new RegExp(
  `^[T\\s,·|—–-]*(?:\\p{L}{3,12},\\s)?(?:${anyOf(dateWords.afterYear)}[\\s,]*)?(?:(?:${dateWords.beforeTime.join('|')})\\s+)?(\\d{1,2})[:.](\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?\\s*(${anyOf([...dateWords.beforeNoon, ...dateWords.afterNoon])})?(?![\\d.])`,
  'iu',
);
const hour = /^[\s,·|—–-]*(?:at\s+|from\s+)?(\d{1,2})\s*(am|pm)(?!\p{L})/iu;
/**
 * The zones of North America as in RFC 5322, and others whose names no other zone has. `CST` is left out: it is China
 * Standard Time as well.
 */
const zones: Readonly<Record<string, string>> = dateWords.zones;
const offset = new RegExp(
  `^\\s*(?:(Z|[+-]\\d{2}:?\\d{2})(?!\\d)|\\(?(?:UTC|GMT)(?:\\s?([+-]\\d{1,2}(?::?\\d{2})?))?(?![\\p{L}\\d])|\\(?(${Object.keys(zones).join('|')})(?![\\p{L}\\d]))`,
  'u',
);

const two = (value: number): string => String(value).padStart(2, '0');

/** `undefined` for days that do not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (month < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1000)
    return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

let persianCalendar: Intl.DateTimeFormat | undefined;

/** A day of the Persian calendar in the Gregorian one: the year begins about 20 March, its first six months have 31 days. */
function dayOfPersian(year: number, month: number, day: number): string | undefined {
  persianCalendar ??= new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  const daysBefore = 30 * (month - 1) + Math.min(month - 1, 6) + day - 1;
  for (const first of [20, 21, 22, 19]) {
    const date = new Date(Date.UTC(year + 621, 2, first + daysBefore));
    if (persianCalendar.format(date) === `${month}/${day}`) return date.toISOString().slice(0, 10);
  }
  return undefined;
}

const isPersianYear = (year: number): boolean => year >= 1250 && year < 1500;
/** Thailand counts years from the death of the Buddha. */
const buddhistYears = 543;
const thai = /\p{sc=Thai}/u;

function dayOfNamed(writtenYear: string, name: string, day: number): string | undefined {
  const digits = Number(writtenYear.replace(/^\D/, ''));
  const short = digits < 70 ? 2000 + digits : 1900 + digits;
  const full = writtenYear.length === 4 ? digits : short;
  const persian = persianMonths.get(folded(name));
  if (persian !== undefined) return isPersianYear(full) ? dayOfPersian(full, persian, day) : undefined;
  return dayOf(thai.test(name) && full > 2400 ? full - buddhistYears : full, monthOf(name), day);
}

interface Written extends DateOptions {
  /** Whether the digits are those of Persian, and so may be the days. */
  readonly isPersian: boolean;
}

type Reading = readonly [
  pattern: RegExp,
  day: (parts: readonly string[], written: Written) => string | undefined,
];

function dayOfNumbers(
  [, year, month, day]: readonly (string | undefined)[],
  { isPersian }: Written,
): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return isPersian && isPersianYear(y) ? dayOfPersian(y, m, d) : dayOf(y, m, d);
}

const numberOfName = (name: string): number =>
  /^\d/.test(name) ? Number(name) : numberedMonths.names.indexOf(name.toLowerCase()) + 1;

function compactDay(
  [, first = '', mark = '', second = '', year = '']: readonly string[],
  { order }: DateOptions,
) {
  // `3.12.24` may as well be a version.
  if (mark === '.' && year.length === 2 && first.length + second.length < 4) return undefined;
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const [left, right] = [Number(first), Number(second)];
  const dayFirst = mark === '.' || order === 'day first' || left > 12 || left === right;
  if (dayFirst) return dayOf(full, right, left);
  return order === 'month first' || right > 12 ? dayOf(full, left, right) : undefined;
}

const readings: readonly Reading[] = [
  [iso, dayOfNumbers],
  [dayMonth, ([, day, month = '', year = '']) => dayOfNamed(year, month, Number(day))],
  [monthDay, ([, month = '', day, year = '']) => dayOfNamed(year, month, Number(day))],
  [yearMonthDay, ([, year = '', month = '', day]) => dayOfNamed(year, month, Number(day))],
  [marked, dayOfNumbers],
  [yearFirst, ([all = '', year, , month, day], written) => dayOfNumbers([all, year, month, day], written)],
  [compact, compactDay],
];

/** From Hebrew to Thai. */
const ofOtherScripts = /[\u0590-\u0fff]/;
/** Those scripts, and Vietnamese. */
const ofOthers = /[\u0590-\u0fff]|th[áÁg]/i;
const readingsOfOthers: readonly Reading[] = [
  ...readings,
  [dayMonthOfOther, ([, day, month = '', year = '']) => dayOfNamed(year, month, Number(day))],
  [dayNumberedMonth, ([, day, month = '', year]) => dayOf(Number(year), numberOfName(month), Number(day))],
];

const afterNoon = new RegExp(`^${anyOf(dateWords.afterNoon)}$`, 'iu');
const isAfterNoon = (half: string): boolean => afterNoon.test(half);

function timeAfter(
  text: string,
): { readonly time: string; readonly offset?: string; readonly length: number } | undefined {
  const clock = time.exec(text) ?? hour.exec(text);
  if (clock === null) return undefined;
  const halves = clock.length === 3;
  const half = halves ? clock[2] : clock[4];
  const minutes = halves ? 0 : Number(clock[2]);
  let hours = Number(clock[1]);
  if (half !== undefined && hours <= 12) hours = (hours % 12) + (isAfterNoon(half) ? 12 : 0);
  if (hours > 23 || minutes > 59) return undefined;
  const zone = offset.exec(text.slice(clock[0].length));
  const written = `${two(hours)}:${two(minutes)}:${halves ? '00' : (clock[3] ?? '00')}`;
  if (zone === null) return { time: written, length: clock[0].length };
  const spelt = (zone[1] ?? zone[2] ?? zones[zone[3] ?? ''] ?? 'Z')
    .replace(/^([+-])(\d)(?=$|:)/, '$10$2')
    .replace(/^([+-]\d{2}):?(\d{2})?$/, (_whole, hour: string, minute = '00') => `${hour}:${minute}`);
  return { time: written, offset: spelt, length: clock[0].length + zone[0].length };
}

type TimeOfDay = Pick<DateReading, 'time' | 'offset'>;

/** The time before a date: `15:04 17.01.2012`, `5:09 pm EST, January 10, 2008`. */
const clockAtEnd =
  /(?<![\d:.,/-])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?(?!\p{L}))?(?:\s[A-Z]{2,3}T(?!\p{L}))?(?:\s(?:[Uu]hr|[Hh]rs|[Hh]s)\.?)?\s?[,|/•·–-]?\s?$/u;
const maxClockCharacters = 24;

/** The time of day right before a date, and where its text begins. */
function timeBefore(text: string): { readonly clock: TimeOfDay; readonly start: number } | undefined {
  const [written] = clockAtEnd.exec(text.slice(-maxClockCharacters)) ?? [];
  const read = written === undefined ? undefined : timeAfter(written);
  if (written === undefined || read === undefined) return undefined;
  const { length: _length, ...clock } = read;
  return { clock, start: text.length - written.length };
}

/** `Nov 25 15:00:00 PST 2020`, as programs print a date. */
const timeBeforeYear = /(?<= \d{1,2}) (\d{2}:\d{2}:\d{2}) ([A-Z]{3,4}|[+-]\d{4}) (\d{4})(?!\d)/g;

/** The end of a date with the time before its year, whether or not its zone is known. */
function endOfPrinted(source: string, { start, end }: FoundDay): number | undefined {
  for (const { index, 0: printed } of source.matchAll(timeBeforeYear))
    if (index > start && index < end) return index + printed.length;
  return undefined;
}

/** Longer texts are prose, of which only the beginning is searched. */
const maxSearchedCharacters = 2_000;

/** Digits of a year, or of a whole day: a cheap test before the others, which a price does not pass. */
const mayHaveDay = /\d{4}|\d\u200f?[./-]\d{1,2}\u200f?[./-]\d\d|['’]\d\d/;

/** The digits of Arabic, Persian, Hindi, Bengali and Thai. */
const otherDigits = /[٠-٩۰-۹०-९০-৯๐-๙]/gu;
const persianDigit = /[۰-۹]/u;
const digitsOfBlock = 16;
/** Zero is the first character of a block of sixteen, in the scripts of India the seventh. */
const inLatinDigits = (text: string): string =>
  text.replaceAll(otherDigits, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const isOfIndia = code >= 0x0960 && code < 0x0a00;
    return String((code % digitsOfBlock) - (isOfIndia ? 6 : 0));
  });

interface FoundDay {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

function firstDay(source: string, [pattern, day]: Reading, written: Written): FoundDay | undefined {
  for (const match of source.matchAll(pattern)) {
    const date = day([...match], written);
    if (date !== undefined) return { date, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

/**
 * The first date of a text, in digits or with the name of its month in one of many languages (`date-words.json`), with
 * the time right after or before it. Dates without a year are skipped: the year would be a guess.
 */
export function findDate(text: string, options: DateOptions = {}): Found<DateReading> | undefined {
  const searched = text.slice(0, maxSearchedCharacters);
  if (!mayHaveDay.test(searched) && !ofOtherScripts.test(searched)) return undefined;
  const isOfOthers = ofOthers.test(searched);
  const source = isOfOthers ? inLatinDigits(searched) : searched;
  const written: Written = { ...options, isPersian: isOfOthers && persianDigit.test(searched) };
  // The text stays as long as it was.
  const withYearFirst = source.replaceAll(timeBeforeYear, ' $3 $1 $2');
  let first: FoundDay | undefined;
  for (const reading of isOfOthers ? readingsOfOthers : readings) {
    const found = firstDay(withYearFirst, reading, written);
    if (found !== undefined && (first === undefined || found.start < first.start)) first = found;
  }
  if (first === undefined) return undefined;
  const { date, start, end } = first;
  const clock = timeAfter(withYearFirst.slice(end, end + 60));
  if (clock === undefined) {
    const before = timeBefore(withYearFirst.slice(0, start));
    return { value: { date, ...before?.clock }, start: before?.start ?? start, end };
  }
  const { length, ...reading } = clock;
  return { value: { date, ...reading }, start, end: endOfPrinted(source, first) ?? end + length };
}

/** `2026-03-12` of the first date of a text. */
export const readDate = (text: string, options: DateOptions = {}): string | undefined =>
  findDate(text, options)?.value.date;

/**
 * RFC 3339. A time without an offset is written as UTC, a date without a time as midnight: the format cannot leave
 * them open.
 */
export function readDateTime(text: string, options: DateOptions = {}): string | undefined {
  const reading = findDate(text, options)?.value;
  if (reading === undefined) return undefined;
  return `${reading.date}T${reading.time ?? '00:00:00'}${reading.offset ?? 'Z'}`;
}
