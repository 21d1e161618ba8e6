import { canonicalJson, childPath } from '#shared/extract/embedded/json-value.ts';
import { schemaForm } from '#shared/extract/task/schema-form.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';

/** Where a value stands on its page. */
interface Source extends JsonObject {
  /** RFC 6901 JSON pointer. */
  readonly path: string;
}

/** A value, and the sources of its parts, whose paths begin at the value. */
interface SourcedValue {
  readonly value: unknown;
  readonly sources: readonly Source[];
}

/** Extracted values as Firecrawl returns them. */
export interface ExtractedValues extends SourcedValue {
  /** What `value` does not have of the pages. */
  readonly warnings: readonly string[];
}

type Items = readonly unknown[];

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** The sources at `from` and below it, whose paths begin at `to` instead. */
const moved = (sources: readonly Source[], from: string, to = ''): readonly Source[] =>
  sources
    .filter(({ path }) => path === from || path.startsWith(`${from}/`))
    .map((source) => ({ ...source, path: to + source.path.slice(from.length) }));

/** The sources of a field's value. Its entries follow `count` others of the merged list. */
function fieldSources(sources: readonly Source[], name: string, value: unknown, count: number) {
  const field = childPath('', name);
  if (!Array.isArray(value)) return moved(sources, field, field);
  return value.flatMap((_entry, index) =>
    moved(sources, childPath(field, index), childPath(field, count + index)),
  );
}

/** Items as one object: lists follow one another, and the first value of each field holds. */
function merged(items: readonly SourcedValue[]): SourcedValue & { readonly value: JsonObject } {
  const all = new Map<string, unknown>();
  const sources: Source[] = [];
  for (const item of items)
    for (const [name, value] of isObject(item.value) ? Object.entries(item.value) : []) {
      const before = all.get(name);
      if (isMissing(before)) {
        all.set(name, Array.isArray(value) ? [...(value as Items)] : value);
        sources.push(...fieldSources(item.sources, name, value, 0));
      } else if (Array.isArray(before) && Array.isArray(value)) {
        sources.push(...fieldSources(item.sources, name, value, before.length));
        for (const entry of value as Items) before.push(entry);
      }
    }
  return { value: Object.fromEntries(all), sources };
}

/** Whether items are parts of one object: they have lists, and the same values in all other fields. */
function arePartsOfOne(items: readonly SourcedValue[]): boolean {
  const whole = Object.entries(merged(items).value);
  const lists = new Set(whole.filter(([, value]) => Array.isArray(value)).map(([name]) => name));
  const texts = new Map(whole.map(([name, value]) => [name, lists.has(name) ? '' : canonicalJson(value)]));
  const agrees = ([name, value]: readonly [string, unknown]): boolean =>
    isMissing(value) || (lists.has(name) ? Array.isArray(value) : canonicalJson(value) === texts.get(name));
  const objects = items.map(({ value }) => value).filter(isObject);
  return lists.size > 0 && objects.every((item) => Object.entries(item).every(agrees));
}

const nothing: SourcedValue = { value: null, sources: [] };

/** The object of a page for an object schema. Fields of different things do not mix: the first thing is returned. */
function objectOf(items: readonly SourcedValue[], where: string): ExtractedValues {
  const [first = nothing] = items;
  if (items.length <= 1) return { ...first, warnings: [] };
  if (arePartsOfOne(items)) return { ...merged(items), warnings: [] };
  return {
    ...first,
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
export function valuesOfPage(
  json: unknown,
  schema: JsonObject | undefined,
): Omit<ExtractedValues, 'sources'> {
  const items = resultsIn(json);
  if (schema === undefined || items === undefined) return { value: json, warnings: [] };
  const { kind, entry } = schemaForm(schema);
  if (kind === 'list') return { value: items, warnings: [] };
  // The schema's own field.
  if (kind === 'document' || names(entry, 'results')) return { value: json, warnings: [] };
  return objectOf(
    items.map((value) => ({ value, sources: [] })),
    'the page',
  );
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

const sourcesIn = ({ metadata }: JsonObject): readonly Source[] =>
  isObject(metadata) && Array.isArray(metadata['sources']) ? (metadata['sources'] as readonly Source[]) : [];

/**
 * The `data` of an extraction from `pageCount` pages, in the same shapes, with the sources of its values. For an object
 * schema and for a prompt alone, the objects of several pages become one.
 */
export function valuesOfPages(
  json: JsonObject,
  schema: JsonObject | undefined,
  pageCount: number,
): ExtractedValues {
  const results = resultsIn(json) ?? [];
  const sources = sourcesIn(json);
  const items = results.map((value, index) => ({ value, sources: moved(sources, `/results/${index}`) }));
  // A URL that the schema asks for is that of the thing: which page it is from, nothing tells.
  const namesPage = schema === undefined || !names(schemaForm(schema).entry, 'url');
  const where = pageCount > 1 ? 'the pages' : 'the page';
  const pageOf = ({ value }: SourcedValue): string =>
    pageCount > 1 && namesPage && isObject(value) ? String(value['url']) : where;
  const pages = [...Map.groupBy(items, pageOf)];
  if (schema === undefined) {
    if (pages.length < items.length) return { value: { results }, sources, warnings: [] };
    const [only = nothing] = items;
    return { ...(items.length > 1 ? merged(items) : only), warnings: [] };
  }
  const { kind, entry } = schemaForm(schema);
  if (kind === 'document')
    return { value: documentValue(json, schema, results, entry), sources, warnings: [] };
  if (kind === 'list')
    return {
      value: results.map((item) => withoutPage(item, entry)),
      sources: moved(sources, '/results'),
      warnings: [],
    };
  const objects = pages.map(([url, found]) => objectOf(found, url));
  const [first = nothing] = objects;
  const whole = objects.length > 1 ? merged(objects) : first;
  return {
    value: withoutPage(whole.value, entry),
    sources: whole.sources,
    warnings: objects.flatMap(({ warnings }) => warnings),
  };
}
