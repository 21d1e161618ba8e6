import { emailsIn, phonesIn, urlsIn } from '#shared/values/contacts.ts';
import { dateOrderOf, findDate, readDateTime } from '#shared/values/dates.ts';
import { findDuration, findQuantity, findRating, findStorey, timeIn } from '#shared/values/measures.ts';
import { type Found, isUnclear, type NumberMarks, numbersIn } from '#shared/values/numbers.ts';
import { readCode } from '#shared/values/codes.ts';
import { offersToBuy, readAvailability } from '#shared/values/availability.ts';
import { pricesIn, readCurrency, readPriceRange } from '#shared/values/prices.ts';

import { chosenFrom, readFlag } from './choices.ts';
import type { Concept, Kind } from './concept.ts';
import { conceptsSpelt } from './concepts.ts';
import type { PageSetting } from './extraction-page.ts';
import { personName } from '#shared/values/person-names.ts';
import type { Field } from './schema-fields.ts';
import { casedWords } from './stems.ts';

/** A value in the type of its field, and the part of the text that it was read from. */
export interface FieldValue {
  readonly value: unknown;
  readonly quote: string;
}

/** All authors of a work in one text, as bylines name them. */
export function joinedNames(values: readonly FieldValue[]): FieldValue | undefined {
  const names = [...new Set(values.map(({ value }) => value))];
  return names.length === 0 ? undefined : { value: names.join(', '), quote: names.join(', ') };
}

const maxTextCharacters = 20_000;
/** Placeholders for a missing value. */
const nothing =
  /^(?:[-–—.?/\s]*|n\/?a|null|none|undefined|nan|tbd|tba|нет данных|не указан[оаы]?|не определен[оа]?|\[object \w+\])$/iu;

/** Variables of a template that nobody has filled in. */
const template =
  /^(?:\{\{.{0,80}\}\}|\$?\{[^{}]{0,80}\}|\$[a-z_][\w.]*|%[\w.]+%|<%.{0,80}%>|\[\[.{0,80}\]\])$/iu;

export const isBlank = (text: string): boolean => {
  const whole = text.trim();
  return nothing.test(whole) || template.test(whole);
};

const quoted = (text: string, found: Found<unknown> | undefined, value: unknown): FieldValue | undefined =>
  found === undefined ? undefined : { value, quote: text.slice(found.start, found.end).trim() };

type Numbers = (text: string, unit: string | undefined) => Found<number | undefined> | undefined;

const part =
  <T>(find: (text: string) => Found<T> | undefined, choose: (value: T) => number | undefined): Numbers =>
  (text) => {
    const found = find(text);
    return found === undefined ? undefined : { ...found, value: choose(found.value) };
  };

/** `from 500 to 1,800 ₽` gives the lower end, though only the upper one has a currency. */
const amount: Numbers = (text) => {
  const price = pricesIn(text)[0];
  const range = readPriceRange(text);
  if (range?.value.min !== undefined && range.start < (price?.start ?? 0))
    return { ...range, value: range.value.min };
  return price === undefined ? undefined : { ...price, value: price.value.amount };
};

/** Readers of the notations of a kind; without a match the first number is taken. */
const numbersOf: Partial<Readonly<Record<Kind, Numbers>>> = {
  price: amount,
  'old price': amount,
  'lowest pay': part(readPriceRange, ({ min }) => min),
  'highest pay': part(readPriceRange, ({ max }) => max),
  rating: part(findRating, ({ value }) => value),
  'best rating': part(findRating, ({ best }) => best),
  storey: part(findStorey, ({ floor }) => floor),
  storeys: part(findStorey, ({ of }) => of),
  duration: (text, unit) => part(findDuration, (minutes) => timeIn(minutes, unit))(text, unit),
};

const unitReachCharacters = 24;

function countedNumber(text: string, counted: RegExp | undefined): Found<number> | undefined {
  if (counted === undefined) return undefined;
  return numbersIn(text).find(({ end }) => counted.test(text.slice(end, end + unitReachCharacters)));
}

/** The unit that may follow an amount of money, a rating, a storey. */
const unitOf: Partial<Readonly<Record<Kind, string>>> = {
  price:
    '(?:(?:/|per|за|in|в)\\s?[\\p{L}\\d²³.]{1,12}(?:\\s\\p{L}{1,12})?|dollars?|euros?|pounds?|рубл\\p{L}+)?',
  rating: '(?:балл\\p{L}*|points?)?',
  storey: '(?:-?й|st|nd|rd|th)?\\s?(?:этаж\\p{L}*|floors?)?',
};
const alikeKinds: Partial<Readonly<Record<Kind, Kind>>> = {
  'old price': 'price',
  'lowest pay': 'price',
  'highest pay': 'price',
  'best rating': 'rating',
  storeys: 'storey',
};
/** A text that is one number with its unit. Brackets may follow with another: `4.5 (120 reviews)`. */
const lone = (unit: string): RegExp =>
  new RegExp(
    `^\\s*(?:(?:от|до|from|up to|about|около|примерно|≈|~)\\s*)?[-−+]?\\d[\\d\\s.,'’]{0,30}\\s?(?:k|тыс\\.?|млн)?\\s*${unit}[\\s.,–-]*(?:\\([^()]{0,60}\\)|[,;]\\D{0,80})?\\s*$`,
    'iu',
  );
const loneNumbers = new Map(Object.entries(unitOf).map(([kind, unit]) => [kind, lone(unit)]));
const loneNumber = lone('');

/** A number without a sign of its kind is accepted only when it is the whole text. */
function isLone(text: string, { kind }: Concept): boolean {
  return (loneNumbers.get(alikeKinds[kind] ?? kind) ?? loneNumber).test(text);
}

/** Marks by the language of the page, except for counts, which have no fraction. */
const marksFor = ({ concept, type }: Field, { numberMarks }: PageSetting): NumberMarks =>
  type === 'integer' || (concept?.counted !== undefined && concept.kind === 'number') ? {} : numberMarks;

/** A count has no fraction: whatever separates three digits groups thousands. */
const groupedCount = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)/;
const isCount = ({ concept }: Field): boolean => concept?.name === 'ratingCount';

function readNumberField(text: string, field: Field, setting: PageSetting): FieldValue | undefined {
  const { concept, unit } = field;
  const count = isCount(field) ? groupedCount.exec(text)?.[0] : undefined;
  if (count !== undefined) return { value: Number(count.replaceAll(/\D/g, '')), quote: count };
  const find = concept === undefined ? undefined : numbersOf[concept.kind];
  const ofKind = find?.(text, unit);
  if (ofKind !== undefined) return quoted(text, ofKind, ofKind.value);
  if (concept !== undefined && find !== undefined && !isLone(text, concept)) return undefined;
  const marks = find === undefined ? marksFor(field, setting) : {};
  const counted = unit === undefined ? countedNumber(text, concept?.counted) : undefined;
  const number = counted ?? findQuantity(text, unit, marks);
  const mayBeUnit = unit !== undefined || concept?.kind === 'measure';
  if (number !== undefined && !mayBeUnit && isUnclear(text, number)) return undefined;
  return quoted(text, number, number?.value);
}

function readFormat(
  text: string,
  format: string | undefined,
  { language }: PageSetting,
): FieldValue | undefined {
  if (format === 'date' || format === 'date-time') {
    const order = dateOrderOf(language);
    const date = findDate(text, order);
    return quoted(text, date, format === 'date' ? date?.value.date : readDateTime(text, order));
  }
  if (format === 'email') return quoted(text, emailsIn(text)[0], emailsIn(text)[0]?.value);
  const url = urlsIn(text)[0];
  return quoted(text, url, url?.value);
}

const hasFormat = (format: string | undefined): boolean =>
  /^(?:date|date-time|email|ur[il]|iri)$/.test(format ?? '');

/** `More of the brand: Bosch` is marked up as the brand. */
function withoutOwnLabel(text: string, concept: Concept | undefined): string {
  const [before = '', after = '', ...more] = text.split(/\s?:\s/u);
  const word = casedWords(before).at(-1);
  const isOwn = concept?.kind === 'text' && word !== undefined && conceptsSpelt(word).includes(concept);
  return isOwn && after !== '' && more.length === 0 ? after : text;
}

/** Longer texts tell of conditions. */
const maxAvailabilityCharacters = 80;

/** `Yes`, but not `Not sold`: a word for no tells of the stock only when it is alone. */
const tellsAvailability = (text: string): boolean =>
  readAvailability(text) !== undefined ||
  (readFlag(text, 'availability') !== undefined && casedWords(text).length <= 1);

const codeNames: ReadonlySet<string> = new Set(['sku', 'mpn', 'gtin']);

function readTextField(text: string, { concept }: Field, { language }: PageSetting): FieldValue | undefined {
  const whole = text.slice(0, maxTextCharacters).trim();
  const kind = concept?.kind;
  const asWritten = (found: Found<unknown> | undefined) =>
    quoted(text, found, found === undefined ? undefined : text.slice(found.start, found.end).trim());
  if (kind === 'email') return quoted(text, emailsIn(text)[0], emailsIn(text)[0]?.value);
  if (kind === 'phone') return asWritten(phonesIn(text)[0]);
  if (kind === 'price' || kind === 'old price')
    return asWritten(pricesIn(text)[0]) ?? (/\d/.test(whole) ? { value: whole, quote: whole } : undefined);
  if (kind === 'currency') {
    const currency = readCurrency(text, language);
    return currency === undefined ? undefined : { value: currency, quote: whole };
  }
  if (kind === 'measure' && !/\d/.test(whole)) return undefined;
  if (kind === 'availability' && offersToBuy(whole)) return { value: 'InStock', quote: whole };
  // A date, or an advertisement, beside the word.
  if (kind === 'availability' && (whole.length > maxAvailabilityCharacters || !tellsAvailability(whole)))
    return undefined;
  if (kind === 'text' && codeNames.has(concept?.name ?? '')) {
    const code = readCode(whole);
    return code === undefined ? undefined : { value: code, quote: code };
  }
  const words = kind === 'person' ? personName(whole) : withoutOwnLabel(whole, concept);
  return words === undefined ? undefined : { value: words, quote: words };
}

/** The value of a field in a text, in the type of the schema; `undefined` when the text has none. */
export function readField(text: string, field: Field, setting: PageSetting): FieldValue | undefined {
  if (isBlank(text)) return undefined;
  const found = readTyped(text, field, setting);
  if (found === undefined || found.value === undefined || found.value === '') return undefined;
  return field.type === 'integer' && !Number.isInteger(found.value) ? undefined : found;
}

function readTyped(text: string, field: Field, setting: PageSetting): FieldValue | undefined {
  const { choices, concept, format, type } = field;
  if (choices !== undefined) {
    const choice = chosenFrom(choices, text);
    return choice === undefined ? undefined : { value: choice, quote: text.trim() };
  }
  if (type === 'boolean') {
    const flag = readFlag(text, concept?.kind);
    return flag === undefined ? undefined : { value: flag, quote: text.trim() };
  }
  if (type !== 'string') return readNumberField(text, field, setting);
  return hasFormat(format) ? readFormat(text, format, setting) : readTextField(text, field, setting);
}
