import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { canonicalJson, ownValue } from '#shared/extract/embedded/json-value.ts';

/** Whether a value is seen on the page. */
export type IsSeen = (value: unknown) => boolean;

/** What is given to one thing only. */
const unique = ['id', 'sku', 'gtin', 'isbn'];
/** What things are called; two may share a name, and pages repeat their own address. */
const naming = ['name', 'title', 'question', 'url', 'link', 'email'];

const spelling = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase().replaceAll(/\s+/g, ' ').trim() : canonicalJson(value);

const isGiven = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** What tells one entry of a list from another: the value itself, or of an object what identifies or names it. */
export function identityOf(value: unknown): string {
  if (!isObject(value)) return spelling(value);
  const one = unique.find((key) => isGiven(value[key]));
  const keys = one === undefined ? naming.filter((key) => isGiven(value[key])) : [one];
  if (keys.length === 0) return canonicalJson(value);
  return keys.map((key) => `${key}:${spelling(value[key])}`).join('\n');
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two entries of one name are two things: sizes of a shirt, reviews of one reader. */
function contradicts(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return false;
  if (unique.some((key) => isGiven(first[key]))) return false;
  return Object.keys(first).some(
    (key) =>
      isGiven(first[key]) && isGiven(ownValue(second, key)) && spelling(first[key]) !== spelling(second[key]),
  );
}

/** How many things of one name an entry is compared with: the latest, since parts of a page overlap at their ends. */
const mostCompared = 100;

/** Lists one after the other; entries that are there already complete those and are not repeated. */
export function mergeLists(
  first: readonly unknown[],
  second: readonly unknown[],
  isSeen: IsSeen,
): readonly unknown[] {
  const merged: unknown[] = [];
  const placesOf = new Map<string, number[]>();
  // Where the same entry went before, it goes again.
  const placeOfSame = new Map<string, number>();
  for (const item of [...first, ...second]) {
    const identity = identityOf(item);
    const same = canonicalJson(item);
    const places = placesOf.get(identity) ?? [];
    const place =
      placeOfSame.get(same) ?? places.slice(-mostCompared).find((index) => !contradicts(merged[index], item));
    if (place === undefined) places.push(merged.push(item) - 1);
    else merged[place] = mergeValues(merged[place], item, isSeen);
    placesOf.set(identity, places);
    placeOfSame.set(same, place ?? merged.length - 1);
  }
  return merged;
}

/** Two readings of one thing: objects field by field, lists joined, and of two scalars the one that is seen. */
export function mergeValues(first: unknown, second: unknown, isSeen: IsSeen): unknown {
  if (isMissing(first)) return second ?? first;
  if (isMissing(second)) return first;
  if (Array.isArray(first) && Array.isArray(second)) return mergeLists(first, second, isSeen);
  if (isObject(first) && isObject(second)) return mergeObjects(first, second, isSeen);
  return !isSeen(first) && isSeen(second) ? second : first;
}

function mergeObjects(first: JsonObject, second: JsonObject, isSeen: IsSeen): JsonObject {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergeValues(ownValue(first, name), ownValue(second, name), isSeen)]),
  );
}

/** Whether two readings tell of two things: what both are called by differs. */
function namedDifferently(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return false;
  const key = [...unique, ...naming].find((name) => isGiven(first[name]) && isGiven(second[name]));
  return key !== undefined && spelling(first[key]) !== spelling(second[key]);
}

/**
 * The items of a page that was read in parts. Parts that tell of one thing each are told apart by what names it;
 * otherwise they are pieces of one item.
 */
export function mergeParts(parts: readonly (readonly unknown[])[], isSeen: IsSeen): readonly unknown[] {
  const telling = parts.filter((items) => items.length > 0);
  const singles = telling.map(([item]) => item);
  const isOneThing =
    telling.every((items) => items.length === 1) &&
    singles.every((item) => !namedDifferently(singles[0], item));
  if (isOneThing && singles.length > 0)
    return [singles.reduce((merged, item) => mergeValues(merged, item, isSeen))];
  return telling.reduce<readonly unknown[]>((merged, items) => mergeLists(merged, items, isSeen), []);
}
