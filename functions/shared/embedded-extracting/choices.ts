import type { Kind } from './concept.ts';
import { labelKey, stemsOf } from './words.ts';

const yes =
  /^(?:yes|true|да|есть|1|included|available|allowed|включен[оа]?|можно|бесплатно|free|✓|✔|\+)(?!\p{L})/iu;
const no = /^(?:no|false|нет|0|not|none|отсутствует|нельзя|без|✗|✘|−|-)(?!\p{L})/iu;
const outOfStock =
  /out\s?of\s?stock|sold\s?out|discontinued|unavailable|not available|нет в наличии|нет на складе|распродан|закончил|под заказ|отсутствует|снят с/iu;
const inStock =
  /in\s?stock|instoreonly|onlineonly|limitedavailability|available|в наличии|есть на складе|на складе|осталось|шт\.? на складе/iu;
const remote = /telecommute|remote|work from home|удал[её]нн|дистанционн/iu;
const notRemote = /not remote|no remote|on-?site|in-office|в офисе|без удал[её]нки/iu;

/** Whether a text tells that something is in stock; `undefined` when it speaks of something else. */
export function readAvailability(text: string): boolean | undefined {
  if (outOfStock.test(text)) return false;
  return inStock.test(text) ? true : undefined;
}

export function readFlag(text: string, kind: Kind | undefined): boolean | undefined {
  const whole = text.trim();
  if (kind === 'availability') return readAvailability(whole) ?? plainFlag(whole);
  if (kind === 'flag') return notRemote.test(whole) ? false : remote.test(whole) ? true : plainFlag(whole);
  return plainFlag(whole);
}

function plainFlag(text: string): boolean | undefined {
  if (no.test(text)) return false;
  return yes.test(text) ? true : undefined;
}

/** Groups of words that mean one choice, whatever a schema and a page call it. */
const synonyms: readonly RegExp[] = [
  outOfStock,
  inStock,
  /pre\s?-?order|предзаказ/iu,
  /full\s?_?-?time|полн\p{L}+ (?:занятость|рабоч|день)|полная/iu,
  /part\s?_?-?time|частичн|неполн/iu,
  /contract(?:or)?|договор|проектн/iu,
  /intern(?:ship)?|стаж[её]р|стажировк/iu,
  /temporary|временн/iu,
  /remote|telecommute|удал[её]нн/iu,
  /hybrid|гибрид/iu,
  /on-?site|в офисе/iu,
  /monthly|month|месяц/iu,
  /year|annual|год/iu,
  /hour|час/iu,
  /^(?:new|новый|новое|новая)|newcondition/iu,
  /^(?:used|б\/?у)|usedcondition|с пробегом|подержан/iu,
  /easy|прост|легк/iu,
  /medium|intermediate|средн/iu,
  /hard|difficult|сложн/iu,
  /offline|очно|офлайн/iu,
  /online|онлайн|virtual/iu,
];

const groupOf = (text: string): number => synonyms.findIndex((pattern) => pattern.test(text));

/** The choice that a text names: itself, its words, or words that mean it. */
export function chosenFrom(choices: readonly unknown[], text: string): unknown {
  const whole = text.trim().replace(/^https?:\/\/schema\.org\//i, '');
  const key = labelKey(whole);
  const written = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number');
  const same = written.find((choice) => labelKey(String(choice)) === key);
  if (same !== undefined) return same;
  const stems = new Set(stemsOf(whole));
  const named = written.filter((choice) => {
    const parts = stemsOf(String(choice));
    return parts.length > 0 && parts.every((part) => stems.has(part));
  });
  if (named.length === 1) return named[0];
  const group = groupOf(whole);
  return group < 0 ? undefined : written.find((choice) => groupOf(String(choice)) === group);
}
