import { canonicalJson } from '#shared/extract/embedded/json-value.ts';
import { schemaForm } from '#shared/extract/task/schema-form.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';

/** Extracted values as Firecrawl returns them. */
export interface ExtractedValues {
  readonly value: unknown;
  /** What `value` does not have of the pages. */
  readonly warnings: readonly string[];
}

type Items = readonly unknown[];

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Items as one object: lists follow one another, and the first value of each field holds. */
function merged(items: Items): JsonObject {
  const all = new Map<string, unknown>();
  for (const [name, value] of items.filter(isObject).flatMap((item) => Object.entries(item))) {
    const before = all.get(name);
    if (isMissing(before)) all.set(name, Array.isArray(value) ? [...(value as Items)] : value);
    else if (Array.isArray(before) && Array.isArray(value))
      for (const entry of value as Items) before.push(entry);
  }
  return Object.fromEntries(all);
}

/** Whether items are parts of one object: they have lists, and the same values in all other fields. */
function arePartsOfOne(items: Items): boolean {
  const whole = Object.entries(merged(items));
  const lists = new Set(whole.filter(([, value]) => Array.isArray(value)).map(([name]) => name));
  const texts = new Map(whole.map(([name, value]) => [name, lists.has(name) ? '' : canonicalJson(value)]));
  const agrees = ([name, value]: readonly [string, unknown]): boolean =>
    isMissing(value) || (lists.has(name) ? Array.isArray(value) : canonicalJson(value) === texts.get(name));
  return lists.size > 0 && items.filter(isObject).every((item) => Object.entries(item).every(agrees));
}

/** The object of a page for an object schema. Fields of different things do not mix: the first thing is returned. */
function objectOf(items: Items, where: string): ExtractedValues {
  if (items.length <= 1) return { value: items[0] ?? null, warnings: [] };
  if (arePartsOfOne(items)) return { value: merged(items), warnings: [] };
  return {
    value: items[0],
    warnings: [
      `${items.length} things of ${where} fit the schema, and this is the first: a schema whose root is an array returns all.`,
    ],
  };
}

const resultsIn = (json: unknown): Items | undefined =>
  isObject(json) && Array.isArray(json['results']) ? (json['results'] as Items) : undefined;

const names = (schema: JsonObject, field: string): boolean =>
  isObject(schema['properties']) && Object.hasOwn(schema['properties'], field);

/**
 * The `json` of a scrape: a list for an array schema, an object for an object schema. A prompt alone gets an object, whose
 * `results` are the things of a page that has several.
 */
export function valuesOfPage(json: unknown, schema: JsonObject | undefined): ExtractedValues {
  const items = resultsIn(json);
  if (schema === undefined || items === undefined) return { value: json, warnings: [] };
  const { kind, entry } = schemaForm(schema);
  if (kind === 'list') return { value: items, warnings: [] };
  // The schema's own field.
  if (kind === 'document' || names(entry, 'results')) return { value: json, warnings: [] };
  return objectOf(items, 'the page');
}

/** Results name their page; a schema without the field does not allow it. */
function withoutPage(item: unknown, entry: JsonObject): unknown {
  if (!isObject(item) || !isObject(entry['properties']) || names(entry, 'url')) return item;
  const { url: _url, ...own } = item;
  return own;
}

/** The schema's own fields of an object that has `results`, without `summary` and `metadata`, which extract adds. */
const documentValue = (
  json: JsonObject,
  schema: JsonObject,
  items: Items,
  entry: JsonObject,
): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(json).filter(([name]) => names(schema, name) || !['summary', 'metadata'].includes(name)),
  ),
  results: items.map((item) => withoutPage(item, entry)),
});

/**
 * The `data` of an extraction from `pageCount` pages, in the same shapes. For an object schema and for a prompt alone, the
 * objects of several pages become one.
 */
export function valuesOfPages(
  json: JsonObject,
  schema: JsonObject | undefined,
  pageCount: number,
): ExtractedValues {
  const items = resultsIn(json) ?? [];
  // A URL that the schema asks for is that of the thing: which page it is from, nothing tells.
  const namesPage = schema === undefined || !names(schemaForm(schema).entry, 'url');
  const where = pageCount > 1 ? 'the pages' : 'the page';
  const pageOf = (item: unknown): string =>
    pageCount > 1 && namesPage && isObject(item) ? String(item['url']) : where;
  const pages = [...Map.groupBy(items, pageOf)];
  if (schema === undefined) {
    if (pages.length < items.length) return { value: { results: items }, warnings: [] };
    return { value: items.length > 1 ? merged(items) : (items[0] ?? null), warnings: [] };
  }
  const { kind, entry } = schemaForm(schema);
  if (kind === 'document') return { value: documentValue(json, schema, items, entry), warnings: [] };
  if (kind === 'list') return { value: items.map((item) => withoutPage(item, entry)), warnings: [] };
  const objects = pages.map(([url, found]) => objectOf(found, url));
  const values = objects.map(({ value }) => value);
  return {
    value: withoutPage(values.length > 1 ? merged(values) : (values[0] ?? null), entry),
    warnings: objects.flatMap(({ warnings }) => warnings),
  };
}
