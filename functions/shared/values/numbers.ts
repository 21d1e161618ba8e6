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
  [/^\s?(?:тыс\.?|thousand)(?!\p{L})/iu, 1e3],
  [/^[kкKК](?![\p{L}\p{N}])/u, 1e3],
  [/^\s?(?:млн\.?|million|mln)(?!\p{L})/iu, 1e6],
  [/^\s?(?:млрд\.?|billion|bn)(?!\p{L})/iu, 1e9],
];

/** The factor named after the digits of a number: 1000 in `120 тыс.`. */
export function magnitudeOf(written: string): number {
  const word = written.slice(/^.*\d/u.exec(written)?.[0].length ?? 0);
  return magnitudes.find(([pattern]) => pattern.test(word))?.[1] ?? 1;
}

/** Quick check: most numbers have no magnitude after them. */
const beginsMagnitude = /\s?[tmbkтмк]/iuy;
/** Characters of the longest word for a magnitude and the one that ends it. */
const magnitudeReachCharacters = 12;

interface Magnitude {
  readonly factor: number;
  readonly length: number;
}

function magnitudeAt(text: string, at: number): Magnitude {
  beginsMagnitude.lastIndex = at;
  if (beginsMagnitude.test(text)) {
    const word = text.slice(at, at + magnitudeReachCharacters);
    for (const [pattern, factor] of magnitudes) {
      const written = pattern.exec(word);
      if (written !== null) return { factor, length: written[0].length };
    }
  }
  return { factor: 1, length: 0 };
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
    if (grouped > 1 && isGrouping(parts, grouped, marks)) end = grouped;
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
 * The numbers of a text in order: `1 299,90`, `1,299.90`, `−5`, `120 тыс.`, `90k`. Skipped are digits inside words
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
      const { factor, length } = magnitudeAt(text, at + run.length);
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

export const readNumber = (text: string, marks: NumberMarks = {}): number | undefined =>
  numbersIn(text, marks)[0]?.value;
