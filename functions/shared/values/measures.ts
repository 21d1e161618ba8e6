import { type Found, type NumberMarks, numbersIn } from './numbers.ts';

export interface Rating {
  readonly value: number;
  readonly best?: number;
}

const outOf = /^\s*(?:из|out of|\/|of)\s*(?=\d)/iu;
const stars = /^\s*(?:★|⭐|звезд\p{L}*|stars?(?!\p{L})|(?:avg\.?|average)\s(?:rating|score)(?!\p{L}))/iu;
const starsBefore = /[★⭐☆]\s*$/u;
/** Before numbers that are no rating: words that count pages, steps and floors, or a third number (`5/10/2025`). */
const countedBefore =
  /(?:(?<!\p{L})(?:page|step|part|chapter|slide|question|floor|этаж|страниц|стр|шаг|част|глав|слайд|вопрос)\p{L}*[.:]?\s*|\d\/)$/iu;
const plausibleBest = new Set([5, 6, 10, 100]);

/** `4,7 из 5`, `9/10`, `4.7 out of 5`, `★ 4.8`, `4.35 avg rating`. */
export function findRating(text: string): Found<Rating> | undefined {
  const numbers = numbersIn(text);
  for (const [at, { value, start, end }] of numbers.entries()) {
    const after = text.slice(end, end + 16);
    const next = numbers[at + 1];
    const link = outOf.exec(after);
    if (
      link !== null &&
      next?.start === end + link[0].length &&
      plausibleBest.has(next.value) &&
      !countedBefore.test(text.slice(Math.max(0, start - 16), start)) &&
      !/^\/\d/.test(text.slice(next.end, next.end + 2)) &&
      value > 0 &&
      value <= next.value
    )
      return { value: { value, best: next.value }, start, end: next.end };
    if (value <= 0 || value > 10) continue;
    const behind = stars.exec(after)?.[0] ?? '';
    const before = starsBefore.exec(text.slice(Math.max(0, start - 3), start))?.[0] ?? '';
    if (behind !== '' || before !== '')
      return { value: { value }, start: start - before.length, end: end + behind.length };
  }
  return undefined;
}

const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
const durationUnits: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:дн(?:ей|я)?|день|days?|d)(?!\p{L})\.?/iu, 1440],
  [/^\s?(?:час(?:ов|а)?|ч|hours?|hrs?|h)(?!\p{L})\.?/iu, 60],
  [/^\s?(?:минут[аы]?|мин|minutes?|mins?|m)(?!\p{L})\.?/iu, 1],
];

/** Minutes of `PT1H30M`, `1 h 30 min`, `1 час 20 минут`. */
export function findDuration(text: string): Found<number> | undefined {
  const iso = isoDuration.exec(text.trim());
  if (iso !== null && text.trim().length > 1) {
    const [days = 0, hours = 0, minutes = 0] = [iso[1], iso[2], iso[3]].map((part) => Number(part ?? 0));
    return { value: days * 1440 + hours * 60 + minutes, start: 0, end: text.length };
  }
  let total: Found<number> | undefined;
  for (const { value, start, end } of numbersIn(text)) {
    const after = text.slice(end, end + 12);
    const unit = durationUnits.find(([pattern]) => pattern.test(after));
    if (unit === undefined) continue;
    const length = unit[0].exec(after)?.[0].length ?? 0;
    if (total !== undefined && start - total.end > 5) break;
    total = { value: (total?.value ?? 0) + value * unit[1], start: total?.start ?? start, end: end + length };
  }
  return total;
}

interface Unit {
  readonly name: string;
  readonly dimension: 'mass' | 'length' | 'volume' | 'time';
  readonly size: number;
  readonly spelling: RegExp;
}

const unit = (name: string, dimension: Unit['dimension'], size: number, spelling: string): Unit => ({
  name,
  dimension,
  size,
  spelling: new RegExp(`^\\s?(?:${spelling})(?![\\p{L}²³\\d])`, 'iu'),
});

const units: readonly Unit[] = [
  unit('kg', 'mass', 1000, 'кг|kg|килограмм\\p{L}*|kilograms?|kilos?'),
  unit('g', 'mass', 1, 'гр?|g|грамм\\p{L}*|grams?'),
  unit('km', 'length', 1000, 'км|km|километр\\p{L}*|kilomet\\p{L}+'),
  unit('mm', 'length', 0.001, 'мм|mm|миллиметр\\p{L}*|millimet\\p{L}+'),
  unit('cm', 'length', 0.01, 'см|cm|сантиметр\\p{L}*|centimet\\p{L}+'),
  unit('m', 'length', 1, 'м|m|метр\\p{L}*|met(?:er|re)s?'),
  unit('ml', 'volume', 0.001, 'мл|ml|миллилитр\\p{L}*|millilit\\p{L}+'),
  unit('h', 'time', 60, 'час\\p{L}*|ч|hours?|hrs?|h'),
  unit('min', 'time', 1, 'мин\\p{L}*|min(?:ute)?s?'),
  unit('l', 'volume', 1, 'л|l|литр\\p{L}*|lit(?:er|re)s?'),
];

const unitAfter = (text: string): Unit | undefined => units.find(({ spelling }) => spelling.test(text));

/** The unit named by words: `weightKg`, "length in millimetres", `вес в граммах`. */
export const unitNamed = (words: readonly string[]): string | undefined =>
  words
    .filter((word) => word.length > 1)
    .map((word) => unitAfter(word)?.name)
    .find((name) => name !== undefined);

/** Minutes in another unit of time; unchanged without one. */
export const timeIn = (minutes: number, wanted: string | undefined): number =>
  minutes / (units.find(({ name, dimension }) => name === wanted && dimension === 'time')?.size ?? 1);

/** The first number, converted to the unit `wanted` when the text has another unit of its dimension. */
export function findQuantity(
  text: string,
  wanted: string | undefined,
  marks: NumberMarks = {},
): Found<number> | undefined {
  const [number] = numbersIn(text, marks);
  const target = units.find(({ name }) => name === wanted);
  if (number === undefined || target === undefined) return number;
  const written = unitAfter(text.slice(number.end, number.end + 14));
  if (written === undefined || written.dimension !== target.dimension) return number;
  return { ...number, value: Number(((number.value * written.size) / target.size).toPrecision(12)) };
}

export interface Storey {
  readonly floor: number;
  /** Floors of the whole building. */
  readonly of: number;
}

/** `5/9`, `5 из 9`, `3rd of 4`. */
export function findStorey(text: string): Found<Storey> | undefined {
  const match =
    /(?<![\d.,/])(\d{1,3})(?:-?й|st|nd|rd|th)?(?:\s?\/\s?|\s(?:этаж\s)?из\s|\s(?:floor\s)?of\s)(\d{1,3})(?![\d.,/])/iu.exec(
      text,
    );
  if (match === null || Number(match[1]) > Number(match[2])) return undefined;
  return {
    value: { floor: Number(match[1]), of: Number(match[2]) },
    start: match.index,
    end: match.index + match[0].length,
  };
}
