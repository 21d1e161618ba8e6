import { inStock, offersToBuy, outOfStock, readAvailability } from '#shared/values/availability.ts';

import type { Kind } from './concept.ts';
import { labelKey, stemsOf } from './stems.ts';

const yes =
  /^(?:(?:yes|true|да|есть|included|allowed|включен[оа]?|можно|бесплатно|free)(?!\p{L})|[✓✔]|[1+]$)/iu;
/** `Available on the App Store` is about something else. */
const available = /^available(?!\s*\p{L})/iu;
const no =
  /^(?:(?:no(?!\.?\s?\d)|false|нет|not|none|отсутствует|нельзя|без|не (?:предусмотр|включ|вход|допуск|разреш)\p{L}*)(?!\p{L})|[✗✘]|[-−0]$)/iu;
const negation =
  /(?<!\p{L})(?:not|no|non|never|without|cannot|(?:is|are|do|does|was)n['’]t|не|нет|без|нельзя|невозможн\p{L}*)(?!\p{L})/iu;
const remote =
  /telecommute|(?<!\p{L})remote(?!\scontrol)|work from home|(?<!\p{L})(?:удал[её]нн|удал[её]нк|дистанционн)/iu;
const notRemote =
  /(?<!\p{L})(?:not?|non|without|\p{L}{1,6}n['’]t|не|нет|без)[\s-](?!only|just|только)(?:\p{L}+\s){0,3}?(?:remote|telecommut|work from home|удал[её]н|дистанционн)|(?:remote|telecommut|work from home|удал[её]н|дистанционн)\p{L}*(?:[\s:]+\p{L}+){0,3}?[\s:]+(?:not?|cannot|never|\p{L}{1,6}n['’]t|не|нет|невозможн\p{L}*)(?!\p{L})/iu;
const inPlace = /(?<!\p{L})(?:on-?\s?site|in-office|office-based|в офисе)(?!\p{L})/iu;

/** `undefined` for work that is partly remote. */
function readRemote(text: string): boolean | undefined {
  if (notRemote.test(text)) return false;
  if (!remote.test(text)) return inPlace.test(text) ? false : plainFlag(text);
  return inPlace.test(text) ? undefined : true;
}

export function readFlag(text: string, kind: Kind | undefined): boolean | undefined {
  const whole = text.trim();
  if (kind === 'availability')
    return readAvailability(whole) ?? (offersToBuy(whole) ? true : plainFlag(whole));
  return kind === 'flag' ? readRemote(whole) : plainFlag(whole);
}

function plainFlag(text: string): boolean | undefined {
  if (no.test(text)) return false;
  return yes.test(text) || available.test(text) ? true : undefined;
}

/** Matches whole words only: `International` is no `intern`. */
const words = (alternatives: string): RegExp => new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'iu');

/** Groups of words for one choice, in schemas and on pages. */
const synonyms: readonly RegExp[] = [
  outOfStock,
  inStock,
  words('pre\\s?-?orders?|предзаказ\\p{L}*'),
  words('full\\s?_?-?time|полн\\p{L}+ (?:занятость|рабоч\\p{L}+|день|ставк\\p{L})|^полная$'),
  words('part\\s?_?-?time|частичн\\p{L}+|неполн\\p{L}+'),
  // `По договорённости` names no contract.
  words('contract(?:or)?s?|договор(?:а|у|ом|е)?|проектн\\p{L}+'),
  words('intern(?:ship)?s?|стаж[её]р\\p{L}*|стажировк\\p{L}'),
  words('temporary|temp|временн\\p{L}+'),
  notRemote,
  remote,
  words('hybrid|гибрид\\p{L}*'),
  inPlace,
  words('month(?:ly|s)?|(?:еже)?месяц\\p{L}*|ежемесячн\\p{L}+'),
  words('year(?:ly|s)?|annual(?:ly)?|annum|год(?:а|у|ов\\p{L}+)?'),
  words('hour(?:ly|s)?|час(?:а|ов\\p{L}*)?'),
  words('^(?:new|новый|новое|новая)|newcondition'),
  words('^(?:used|б\\/?у)|usedcondition|с пробегом|подержанн\\p{L}+'),
  words('easy|прост(?:о|ой|ая|ое|ые)|л[её]гк(?:о|ий|ая|ое|ие)'),
  words('medium|intermediate|средн\\p{L}{2,3}'),
  words('hard|difficult|сложн(?:о|ый|ая|ое|ые)'),
  words('offline|очн(?:о|ый|ая|ое)|офф?лайн'),
  words('online|онлайн|virtual'),
];

const groupOf = (text: string): number => synonyms.findIndex((pattern) => pattern.test(text));

/** The clauses of a text without a negation. */
const affirmed = (text: string): string =>
  text
    .split(/[,;.·|()]/)
    .filter((clause) => !negation.test(clause))
    .join(', ')
    .trim();

/** The choice that a text names: by itself, by its words, or by synonyms. */
export function chosenFrom(choices: readonly unknown[], text: string): unknown {
  const whole = text.trim().replace(/^https?:\/\/schema\.org\//i, '');
  const key = labelKey(whole);
  const written = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number');
  const same = written.find((choice) => labelKey(String(choice)) === key);
  if (same !== undefined) return same;
  const positive = affirmed(whole);
  const [stems, positiveStems] = [new Set(stemsOf(whole)), new Set(stemsOf(positive))];
  const named = written.filter((choice) => {
    const parts = stemsOf(String(choice));
    const among = negation.test(String(choice)) ? stems : positiveStems;
    return parts.length > 0 && parts.every((part) => among.has(part));
  });
  if (named.length === 1) return named[0];
  const isDenied = outOfStock.test(whole) || notRemote.test(whole);
  const group = groupOf(isDenied ? whole : positive);
  return group < 0 ? undefined : written.find((choice) => groupOf(String(choice)) === group);
}
