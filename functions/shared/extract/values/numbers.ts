/** A value that a text has, and where: `text.slice(start, end)` is how the page writes it. */
export interface Found<T> {
  readonly value: T;
  readonly start: number;
  readonly end: number;
}

/** What parts the fraction and the thousands, where it is known: `1,299` and `1.299` are told by nothing else. */
export interface NumberMarks {
  readonly decimal?: '.' | ',';
  readonly group?: '.' | ',';
}

const markOf = (mark: string | undefined): '.' | ',' | undefined =>
  mark === '.' || mark === ',' ? mark : undefined;

/** The marks of a language (BCP 47); none for a text that names no language. */
export function numberMarksOf(language: string | undefined): NumberMarks {
  // Pages write `ru_RU` too, and what is no language at all.
  const tag = /^[a-z]{2,3}(?:[-_][a-z]{2})?(?=$|[-_])/i.exec(language ?? '')?.[0].replace('_', '-');
  if (tag === undefined || Intl.NumberFormat.supportedLocalesOf(tag).length === 0) return {};
  const parts = new Intl.NumberFormat(tag).formatToParts(10_000.5);
  const [decimal, group] = ['decimal', 'group'].map((type) =>
    markOf(parts.find((part) => part.type === type)?.value),
  );
  return { ...(decimal === undefined ? {} : { decimal }), ...(group === undefined ? {} : { group }) };
}

const digitGroups =
  /(?<![\p{L}\p{N}_])[-−+]?\d{1,20}(?:[ \u00a0\u202f\u2009'’.,]\d{1,20}){0,12}(?!\p{N}|e[+-]?\d)/giu;
const magnitudes: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:тыс\.?|thousand)(?!\p{L})/iu, 1e3],
  [/^[kкKК](?![\p{L}\p{N}])/u, 1e3],
  [/^\s?(?:млн\.?|million|mln)(?!\p{L})/iu, 1e6],
  [/^\s?(?:млрд\.?|billion|bn)(?!\p{L})/iu, 1e9],
];

/** What the word after the digits of a written number multiplies them by: 1000 in `120 тыс.`. */
export function magnitudeOf(written: string): number {
  const word = written.slice(/^.*\d/u.exec(written)?.[0].length ?? 0);
  return magnitudes.find(([pattern]) => pattern.test(word))?.[1] ?? 1;
}

/** Most numbers have nothing of that kind behind them, and are told so at once. */
const beginsMagnitude = /\s?[tmbkтмк]/iuy;
/** How long a word for a magnitude may be, with the character that ends it. */
const magnitudeReach = 12;

interface Magnitude {
  readonly factor: number;
  readonly length: number;
}

function magnitudeAt(text: string, at: number): Magnitude {
  beginsMagnitude.lastIndex = at;
  if (beginsMagnitude.test(text)) {
    const word = text.slice(at, at + magnitudeReach);
    for (const [pattern, factor] of magnitudes) {
      const written = pattern.exec(word);
      if (written !== null) return { factor, length: written[0].length };
    }
  }
  return { factor: 1, length: 0 };
}

interface Run {
  /** How many of the parts it takes. */
  readonly count: number;
  readonly length: number;
  readonly whole: string;
  readonly fraction: string;
}

const isSpacing = (character: string): boolean => !'.,'.includes(character);

/** How far spaces part thousands: three digits each, and none that belong to the next number. */
function spacedThousands(parts: readonly string[]): number {
  if ((parts[0] ?? '').length > 3) return 1;
  let end = 1;
  while (end + 1 < parts.length && isSpacing(parts[end] ?? '.') && parts[end + 1]?.length === 3) end += 2;
  return end;
}

/** How far one mark parts thousands: `1,299,000`. */
function markedThousands(parts: readonly string[], from: number): number {
  const mark = parts[from];
  let end = from;
  while (end + 1 < parts.length && parts[end] === mark && parts[end + 1]?.length === 3) end += 2;
  return end;
}

function isGrouping(parts: readonly string[], end: number, { decimal, group }: NumberMarks): boolean {
  const mark = parts[1];
  if ((parts[0] ?? '').length > 3 || (parts[0] ?? '').startsWith('0')) return false;
  // Two groups, or another mark for the fraction, are told in any language.
  if (end > 3 || (end < parts.length && !isSpacing(parts[end] ?? ' '))) return true;
  if (mark === decimal || mark === group) return mark === group;
  // Of one mark before three digits: a comma groups in English, a point parts a fraction.
  return mark === ',';
}

/** The number at the beginning of digits and marks; `undefined` for dates, versions and addresses. */
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
 * The numbers of a text in the order they stand: `1 299,90`, `1,299.90`, `−5`, `120 тыс.`, `90k`. Digits inside
 * words (`CR2032`), of more than twenty, with an exponent, in dates and versions are none.
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

/** The first number of a text; `undefined` without one. */
export const readNumber = (text: string, marks: NumberMarks = {}): number | undefined =>
  numbersIn(text, marks)[0]?.value;
