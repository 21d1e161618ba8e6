import type { ModelTokens } from '#shared/contract/fields.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { ExtractedItem } from '#shared/extract/evidence/extracted-item.ts';
import { leavesOf } from '#shared/extract/embedded/json-value.ts';
import { mergeValues } from '#shared/extract/model/merge-values.ts';
import type { PageFailure } from './page-result.ts';
import type { PreparedTask } from '#shared/extract/task/prepare-task.ts';
import { schemaError } from '#shared/extract/evidence/accept-items.ts';

export interface ExtractionFacts {
  /** ISO 8601, UTC. */
  readonly extractedAt: string;
  readonly processingModel: string;
  readonly tokens?: ModelTokens | undefined;
  readonly failures: readonly PageFailure[];
  readonly showSources: boolean;
}

const rounded = (value: number): number => Number(value.toFixed(4));

const aggregations: Readonly<Record<string, (values: readonly number[]) => number>> = {
  averages: (values) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length),
  minimums: (values) => values.reduce((least, value) => Math.min(least, value)),
  maximums: (values) => values.reduce((most, value) => Math.max(most, value)),
};

const currencyName = /currency|валют/i;
const moneyName = /price|cost|amount|salary|wage|fee|rent|total|цен|стоимост|сумм|зарплат|оклад|аренд/i;

/** Amounts of several currencies have no average. */
const hasSeveralCurrencies = (results: readonly JsonObject[]): boolean =>
  new Set(
    results.flatMap((result) =>
      Object.entries(result).flatMap(([name, value]) => (currencyName.test(name) ? [String(value)] : [])),
    ),
  ).size > 1;

/**
 * The number of results, and average, minimum and maximum of each numeric field; of amounts of money only when no
 * two results name different currencies.
 */
function summaryOf(results: readonly unknown[]): JsonObject {
  const objects = results.filter(isObject);
  const isMixed = hasSeveralCurrencies(objects);
  const fields = objects.flatMap((result) =>
    Object.entries(result).flatMap(([name, value]) =>
      typeof value === 'number' && !(isMixed && moneyName.test(name)) ? [{ name, value }] : [],
    ),
  );
  const numbers = new Map(
    [...Map.groupBy(fields, ({ name }) => name)].map(([name, group]) => [
      name,
      group.map(({ value }) => value),
    ]),
  );
  const aggregates = Object.entries(aggregations).map(([kind, aggregate]) => [
    kind,
    Object.fromEntries([...numbers].map(([name, values]) => [name, aggregate(values)])),
  ]);
  return { count: results.length, ...(numbers.size === 0 ? {} : Object.fromEntries(aggregates)) };
}

/** The mean over all values of all items: an item of ten fields weighs ten times one of a single field. */
export function overallConfidence(items: readonly ExtractedItem[]): number {
  const weights = items.map(({ value }) => leavesOf(value).length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  return rounded(
    items.reduce((sum, { confidence }, index) => sum + confidence * (weights[index] ?? 0), 0) / total,
  );
}

interface ValueSource {
  /** RFC 6901 JSON pointer into `json`. */
  readonly path: string;
  readonly url: string;
  readonly quote: string;
  /** 0 to 1: the chance that the value is right. */
  readonly confidence: number;
}

const sourcesOf = (
  { url, evidence }: ExtractedItem,
  inJson: (path: string) => string,
): readonly ValueSource[] =>
  evidence.map(({ path, quote, chance }) => ({
    path: inJson(path),
    url,
    quote,
    confidence: rounded(chance),
  }));

const metadataOf = (
  items: readonly ExtractedItem[],
  { extractedAt, processingModel, tokens, failures, showSources }: ExtractionFacts,
  sources: readonly ValueSource[],
): JsonObject => ({
  extractedAt,
  processingModel,
  confidence: overallConfidence(items),
  ...(tokens === undefined ? {} : { tokens }),
  ...(failures.length === 0 ? {} : { errors: failures }),
  ...(showSources ? { sources } : {}),
});

/**
 * Adds the page's URL to an item. A `url` of the schema itself keeps its extracted value; the
 * page's URL is added only when it has none and the URL fits the schema.
 */
function withUrl({ url, value }: ExtractedItem, { form, itemProblems }: PreparedTask): unknown {
  if (!isObject(value)) return value;
  const extended = { url, ...value, ...(value['url'] === null ? { url } : {}) };
  const { properties } = form.entry;
  const isOwn = isObject(properties) && Object.hasOwn(properties, 'url');
  return isOwn && itemProblems(extended).length > 0 ? value : extended;
}

const resultsOf = ({ value }: ExtractedItem): readonly unknown[] =>
  isObject(value) && Array.isArray(value['results']) ? value['results'] : [];

/** Index of each page's first result among the results of all pages. */
function resultOffsets(items: readonly ExtractedItem[]): readonly number[] {
  let next = 0;
  return items.map((item) => {
    const offset = next;
    next += resultsOf(item).length;
    return offset;
  });
}

const leafValues = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(leavesOf(value).map((leaf) => [leaf.path, leaf.value]));

/** Merges the documents of all pages: their results are concatenated, everything else is joined. */
function joinedDocument(items: readonly ExtractedItem[], { problems }: PreparedTask): JsonObject {
  const others = items.reduce<unknown>((joined, { value }) => {
    const { results: _results, ...rest } = isObject(value) ? value : {};
    return mergeValues(joined, rest, () => false);
  }, {});
  const document = (withPage: boolean): JsonObject => ({
    results: items.flatMap((item) =>
      resultsOf(item).map((result) => (withPage && isObject(result) ? { url: item.url, ...result } : result)),
    ),
    ...(isObject(others) ? others : {}),
  });
  const addressed = document(true);
  return problems(addressed).length === 0 ? addressed : document(false);
}

/** A document with summary and metadata, as far as the schema allows these additions. */
function documentJson(
  items: readonly ExtractedItem[],
  prepared: PreparedTask,
  facts: ExtractionFacts,
): JsonObject {
  const { problems } = prepared;
  const document = joinedDocument(items, prepared);
  const wrong = problems(document);
  if (wrong.length > 0) throw schemaError(wrong);
  const added = (json: JsonObject, name: string, value: JsonObject): JsonObject => {
    const extended = { ...json, [name]: value };
    return Object.hasOwn(json, name) || problems(extended).length > 0 ? json : extended;
  };
  const offsets = resultOffsets(items);
  const delivered = leafValues(document);
  const sources = items.flatMap((item, index) => {
    const inJson = (path: string): string =>
      path.replace(
        /^\/results\/(\d+)/,
        (_start, at: string) => `/results/${Number(at) + (offsets[index] ?? 0)}`,
      );
    const own = leafValues(item.value);
    // When two pages differ, the delivered value is the evidence of one of them only.
    const evidence = item.evidence.filter(({ path }) => delivered.get(inJson(path)) === own.get(path));
    return sourcesOf({ ...item, evidence }, inJson);
  });
  const withSummary = added(document, 'summary', summaryOf(items.flatMap(resultsOf)));
  return added(withSummary, 'metadata', metadataOf(items, facts, sources));
}

/**
 * `data.json` of an answer: `results`, `summary` and `metadata`. Throws
 * EXTRACTION_SCHEMA_ERROR when the pages together do not fit the schema.
 */
export function extractionJson(
  items: readonly ExtractedItem[],
  prepared: PreparedTask,
  facts: ExtractionFacts,
): JsonObject {
  const { form, problems } = prepared;
  if (form.kind === 'document') return documentJson(items, prepared, facts);
  const wrong = form.kind === 'list' ? problems(items.map(({ value }) => value)) : [];
  if (wrong.length > 0) throw schemaError(wrong);
  return {
    results: items.map((item) => withUrl(item, prepared)),
    summary: summaryOf(items.map(({ value }) => value)),
    metadata: metadataOf(
      items,
      facts,
      items.flatMap((item, index) => sourcesOf(item, (path) => `/results/${index}${path}`)),
    ),
  };
}
