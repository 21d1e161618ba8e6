/** A value that a text has, and where: `text.slice(start, end)` is how the page writes it. */
export interface Found<T> {
  readonly value: T;
  readonly start: number;
  readonly end: number;
}

export interface NumberOptions {
  /** What parts the fraction, where it is known: `1,299` and `1.299` are told by nothing else. */
  readonly decimal?: '.' | ',';
}

const digitGroups = /(?<![\p{L}\p{N}_])[-−+]?\d{1,20}(?:[ \u00a0\u202f\u2009'’.,]\d{1,20}){0,12}/gu;
const magnitudes: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:тыс\.?|thousand)(?!\p{L})/iu, 1e3],
  [/^[kкKК](?![\p{L}\p{N}])/u, 1e3],
  [/^\s?(?:млн\.?|million|mln)(?!\p{L})/iu, 1e6],
  [/^\s?(?:млрд\.?|billion|bn)(?!\p{L})/iu, 1e9],
];

interface Run {
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

function isGrouping(parts: readonly string[], end: number, decimal: '.' | ',' | undefined): boolean {
  const mark = parts[1];
  if (mark === decimal || (parts[0] ?? '').length > 3 || (parts[0] ?? '').startsWith('0')) return false;
  // Of one mark before three digits: a comma groups in English, a point parts a fraction.
  return (
    end > 3 || (end < parts.length && !isSpacing(parts[end] ?? ' ')) || decimal !== undefined || mark === ','
  );
}

/** The number at the beginning of digits and marks; `undefined` for dates, versions and addresses. */
function readRun(run: string, decimal: '.' | ',' | undefined): Run | undefined {
  const parts = run.split(/([^\d])/);
  let end = spacedThousands(parts);
  if (end === 1 && parts.length > 1 && !isSpacing(parts[1] ?? ' ')) {
    const grouped = markedThousands(parts, 1);
    if (grouped > 1 && isGrouping(parts, grouped, decimal)) end = grouped;
  }
  const whole = parts.slice(0, end).filter((part) => /\d/.test(part));
  const mark = parts[end];
  if (mark === undefined || isSpacing(mark))
    return { length: parts.slice(0, end).join('').length, whole: whole.join(''), fraction: '' };
  if (parts[end + 2] !== undefined && !isSpacing(parts[end + 2] ?? ' ')) return undefined;
  if (mark === (end > 1 ? parts[1] : undefined)) return undefined;
  const fraction = parts[end + 1] ?? '';
  return { length: parts.slice(0, end + 2).join('').length, whole: whole.join(''), fraction };
}

/**
 * The numbers of a text in the order they stand: `1 299,90`, `1,299.90`, `−5`, `120 тыс.`, `90k`. Digits inside
 * words (`CR2032`), dates and versions are none.
 */
export function numbersIn(text: string, { decimal }: NumberOptions = {}): readonly Found<number>[] {
  const found: Found<number>[] = [];
  for (const match of text.matchAll(digitGroups)) {
    let start = match.index;
    const negative = /^[-−]/.test(match[0]);
    let rest = match[0].replace(/^[-−+]/, '');
    let at = start + match[0].length - rest.length;
    while (rest !== '') {
      const run = readRun(rest, decimal);
      if (run === undefined) break;
      const magnitude = magnitudes.find(([pattern]) =>
        pattern.test(text.slice(at + run.length, at + run.length + 12)),
      );
      const suffix = magnitude?.[0].exec(text.slice(at + run.length, at + run.length + 12))?.[0] ?? '';
      const size = Number(`${run.whole}.${run.fraction || '0'}`) * (magnitude?.[1] ?? 1);
      const value = Number(size.toPrecision(15)) * (negative && start === match.index && size !== 0 ? -1 : 1);
      found.push({ value, start, end: at + run.length + suffix.length });
      const step = run.length + 1;
      rest = rest.slice(step);
      at += step;
      start = at;
    }
  }
  return found;
}

/** The first number of a text; `undefined` without one. */
export const readNumber = (text: string, options: NumberOptions = {}): number | undefined =>
  numbersIn(text, options)[0]?.value;
