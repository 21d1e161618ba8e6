import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { canonicalJson, ownValue } from '#shared/extract/embedded/json-value.ts';

/** Whether a value is on the page. */
export type IsSeen = (value: unknown) => boolean;

/** Fields whose value belongs to one thing only. */
const unique = ['id', 'sku', 'gtin', 'isbn'];
/** Fields that name a thing; two things may share a name, and pages repeat their own URL. */
const naming = ['name', 'title', 'question', 'url', 'link', 'email'];

const spelling = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase().replaceAll(/\s+/g, ' ').trim() : canonicalJson(value);

const isGiven = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** The identity of a list entry: the value itself, or the fields that identify or name an object. */
export function identityOf(value: unknown): string {
  if (!isObject(value)) return spelling(value);
  const one = unique.find((key) => isGiven(value[key]));
  const keys = one === undefined ? naming.filter((key) => isGiven(value[key])) : [one];
  if (keys.length === 0) return canonicalJson(value);
  return keys.map((key) => `${key}:${spelling(value[key])}`).join('\n');
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two entries of one name are different things: sizes of a shirt, reviews by one reader. */
function contradicts(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return false;
  if (unique.some((key) => isGiven(first[key]))) return false;
  return Object.keys(first).some(
    (key) =>
      isGiven(first[key]) && isGiven(ownValue(second, key)) && spelling(first[key]) !== spelling(second[key]),
  );
}

/** The latest things of one name that an entry is compared with, so that merging takes linear time. */
const maxCompared = 100;

/**
 * Appends the second list to the first; an entry that the first one has already completes it. Equal entries of one
 * list stay apart: they are equal rows of a statement, or two people of one name.
 */
export function mergeLists(
  first: readonly unknown[],
  second: readonly unknown[],
  isSeen: IsSeen,
): readonly unknown[] {
  const merged = [...first];
  // Each place takes one entry of the second list, an equal one before any other.
  const placesOfEqual = Map.groupBy(first.keys(), (place) => canonicalJson(first[place]));
  const changed = second.filter((item) => placesOfEqual.get(canonicalJson(item))?.pop() === undefined);
  const left = [...placesOfEqual.values()].flat().toSorted((a, b) => a - b);
  const placesOfName = Map.groupBy(left, (place) => identityOf(first[place]));
  for (const item of changed) {
    const places = placesOfName.get(identityOf(item)) ?? [];
    const place = places.slice(-maxCompared).find((index) => !contradicts(first[index], item));
    if (place === undefined) merged.push(item);
    else {
      merged[place] = mergeValues(first[place], item, isSeen);
      places.splice(places.lastIndexOf(place), 1);
    }
  }
  return merged;
}

/** Merges two readings of one thing: objects by field, lists by entry; the scalar that is on the page wins. */
export function mergeValues(first: unknown, second: unknown, isSeen: IsSeen): unknown {
  if (first === undefined) return second;
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

/** Whether two readings differ in a field that identifies or names both. */
function namedDifferently(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return false;
  const key = [...unique, ...naming].find((name) => isGiven(first[name]) && isGiven(second[name]));
  return key !== undefined && spelling(first[key]) !== spelling(second[key]);
}

/**
 * Merges the items of the parts of a page. Parts with one item each are pieces of one item, unless their names
 * differ.
 */
export function mergeParts(parts: readonly (readonly unknown[])[], isSeen: IsSeen): readonly unknown[] {
  const filled = parts.filter((items) => items.length > 0);
  const singles = filled.map(([item]) => item);
  const isOneThing =
    filled.every((items) => items.length === 1) &&
    singles.every((item) => !namedDifferently(singles[0], item));
  if (isOneThing && singles.length > 0)
    return [singles.reduce((merged, item) => mergeValues(merged, item, isSeen))];
  return filled.reduce<readonly unknown[]>((merged, items) => mergeLists(merged, items, isSeen), []);
}
