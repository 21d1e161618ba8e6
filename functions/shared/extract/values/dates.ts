import type { Found } from './numbers.ts';

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

const monthStems = [
  'jan|янв',
  'feb|фев',
  'mar|мар',
  'apr|апр',
  'may|ма[йя]',
  'jun|июн',
  'jul|июл',
  'aug|авг',
  'sep|сен',
  'oct|окт',
  'nov|ноя',
  'dec|дек',
];
const monthPatterns = monthStems.map((stems) => new RegExp(`^(?:${stems})`, 'i'));
/** Source of a regular expression: months in English and Russian, whole or shortened. */
export const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?|янв(?:ар[ьея])?|фев(?:р(?:ал[ьея])?)?|мар(?:т[ае]?)?|апр(?:ел[ьея])?|ма[йяе]|июн[ьяе]?|июл[ьяе]?|' +
  'авг(?:уст[ае]?)?|сент?(?:ябр[ьея])?|окт(?:ябр[ьея])?|ноя(?:б(?:р[ьея])?)?|дек(?:абр[ьея])?)';

const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/u;
const compact =
  /(?<![\d.,]|(?:version|ver|v|build|firmware|верси[яию]|прошивка)[.:]?\s?)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d])(?!\.\d)/iu;
const yearFirst = /(?<!\d)(\d{4})([./])(\d{1,2})\2(\d{1,2})(?!\d)/u;
const dayMonth = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|-?го)?\\s+(?:of\\s+)?(${monthName})(?!\\p{L})[.,]?\\s+(\\d{4})(?!\\d)`,
  'iu',
);
const monthDay = new RegExp(
  `(?<!\\p{L})(${monthName})(?!\\p{L})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`,
  'iu',
);
const time =
  /^[T\s,·|—–-]*(?:(?:г\.|года?)[\s,]*)?(?:(?:в|at|начало в|from|с)\s+)?(\d{1,2})[:.](\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm|a\.m\.|p\.m\.)?(?![\d.])/iu;
const hour = /^[\s,·|—–-]*(?:at\s+|from\s+)?(\d{1,2})\s*(am|pm)(?!\p{L})/iu;
const offset = /^\s*(Z|[+-]\d{2}:?\d{2})(?![\d])/u;

const two = (value: number): string => String(value).padStart(2, '0');
const monthOf = (name: string): number => monthPatterns.findIndex((pattern) => pattern.test(name)) + 1;

/** `undefined` for days that do not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1000) return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

type Reading = readonly [
  pattern: RegExp,
  day: (parts: readonly string[], options: DateOptions) => string | undefined,
];

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
  [iso, ([, year, month, day]) => dayOf(Number(year), Number(month), Number(day))],
  [dayMonth, ([, day, month = '', year]) => dayOf(Number(year), monthOf(month), Number(day))],
  [monthDay, ([, month = '', day, year]) => dayOf(Number(year), monthOf(month), Number(day))],
  [yearFirst, ([, year, , month, day]) => dayOf(Number(year), Number(month), Number(day))],
  [compact, compactDay],
];

function timeAfter(
  text: string,
): { readonly time: string; readonly offset?: string; readonly length: number } | undefined {
  const clock = time.exec(text) ?? hour.exec(text);
  if (clock === null) return undefined;
  const halves = clock.length === 3;
  const half = (halves ? clock[2] : clock[4])?.toLowerCase().replaceAll('.', '');
  const minutes = halves ? 0 : Number(clock[2]);
  let hours = Number(clock[1]);
  if (half !== undefined && hours <= 12) hours = (hours % 12) + (half === 'pm' ? 12 : 0);
  if (hours > 23 || minutes > 59) return undefined;
  const zone = offset.exec(text.slice(clock[0].length));
  const written = `${two(hours)}:${two(minutes)}:${halves ? '00' : (clock[3] ?? '00')}`;
  if (zone === null) return { time: written, length: clock[0].length };
  const spelt = (zone[1] ?? 'Z').replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  return { time: written, offset: spelt, length: clock[0].length + zone[0].length };
}

/** Longer texts are prose, of which only the beginning is searched. */
const maxSearchedCharacters = 2_000;

/**
 * The first date of a text, in English or Russian words or in digits, with the time right after it. Dates without a
 * year are skipped: the year would be a guess.
 */
export function findDate(text: string, options: DateOptions = {}): Found<DateReading> | undefined {
  const source = text.slice(0, maxSearchedCharacters);
  const found = readings
    .map(([pattern, day]) => ({ match: pattern.exec(source), day }))
    .filter((candidate) => candidate.match !== null)
    .toSorted((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0));
  for (const { match, day } of found) {
    if (match === null) continue;
    const date = day([...match], options);
    if (date === undefined) continue;
    const end = match.index + match[0].length;
    const clock = timeAfter(source.slice(end, end + 60));
    if (clock === undefined) return { value: { date }, start: match.index, end };
    const { length, ...reading } = clock;
    return { value: { date, ...reading }, start: match.index, end: end + length };
  }
  return undefined;
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
