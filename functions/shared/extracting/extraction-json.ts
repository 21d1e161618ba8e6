import type { JsonObject } from '#shared/embedded-extracting/extraction-page.ts';
import type { ExtractedItem } from './extracted-item.ts';
import { isObject, leavesOf } from './json-value.ts';
import { mergeValues } from './merge-values.ts';
import type { PreparedTask } from './prepare-task.ts';
import { schemaError } from './settle-items.ts';

export interface PageFailure {
  readonly url: string;
  readonly code: string;
  readonly error: string;
}

export interface ExtractionFacts {
  /** ISO 8601, UTC. */
  readonly extractedAt: string;
  readonly processingModel: string;
  readonly failures: readonly PageFailure[];
  readonly showSources: boolean;
}

const rounded = (value: number): number => Number(value.toFixed(4));

const aggregations: Readonly<Record<string, (values: readonly number[]) => number>> = {
  averages: (values) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length),
  minimums: (values) => values.reduce((least, value) => Math.min(least, value)),
  maximums: (values) => values.reduce((most, value) => Math.max(most, value)),
};

/** How many results, and for each of their numeric fields average, least and most. */
export function summaryOf(results: readonly unknown[]): JsonObject {
  const numbers = new Map<string, number[]>();
  for (const result of results)
    for (const [name, value] of Object.entries(isObject(result) ? result : {}))
      if (typeof value === 'number') numbers.set(name, [...(numbers.get(name) ?? []), value]);
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

const sourcesOf = (items: readonly ExtractedItem[], prefixOf: (index: number) => string) =>
  items.flatMap(({ url, evidence }, index) =>
    evidence.map(({ path, quote }) => ({ path: `${prefixOf(index)}${path}`, url, quote })),
  );

const metadataOf = (
  items: readonly ExtractedItem[],
  { extractedAt, processingModel, failures, showSources }: ExtractionFacts,
  prefixOf: (index: number) => string,
): JsonObject => ({
  extractedAt,
  processingModel,
  confidence: overallConfidence(items),
  ...(failures.length === 0 ? {} : { errors: failures }),
  ...(showSources ? { sources: sourcesOf(items, prefixOf) } : {}),
});

/**
 * The page's address beside what was extracted, as the interface has it. Where the schema has a `url` of its own,
 * that is what it says: the page's address only when it was left open and the address fits.
 */
function withUrl({ url, value }: ExtractedItem, { form, itemProblems }: PreparedTask): unknown {
  if (!isObject(value)) return value;
  const extended = { url, ...value };
  const { properties } = form.entry;
  const isOwn = isObject(properties) && Object.hasOwn(properties, 'url');
  return isOwn && itemProblems(extended).length > 0 ? value : extended;
}

/** Additions that the schema has no place for are left out: it is answered as it was given. */
function documentJson(
  items: readonly ExtractedItem[],
  { problems }: PreparedTask,
  facts: ExtractionFacts,
): JsonObject {
  const merged = items
    .map(({ url, value }) => withPageUrl(value, url, problems))
    .reduce<unknown>((whole, value) => mergeValues(whole, value, () => false), undefined);
  const document = isObject(merged) ? merged : { results: [] };
  const wrong = problems(document);
  if (wrong.length > 0) throw schemaError(wrong);
  const results = Array.isArray(document['results']) ? document['results'] : [];
  const added = (json: JsonObject, name: string, value: JsonObject): JsonObject => {
    const extended = { ...json, [name]: value };
    return name in json || problems(extended).length > 0 ? json : extended;
  };
  const withSummary = added(document, 'summary', summaryOf(results));
  return added(
    withSummary,
    'metadata',
    metadataOf(items, facts, () => ''),
  );
}

function withPageUrl(value: unknown, url: string, problems: PreparedTask['problems']): unknown {
  if (!isObject(value) || !Array.isArray(value['results'])) return value;
  const results = value['results'].map((result: unknown) => (isObject(result) ? { url, ...result } : result));
  const extended = { ...value, results };
  return problems(extended).length === 0 ? extended : value;
}

/**
 * `data.json` of an answer (interface: Extract data): `results`, `summary` and `metadata`. Throws
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
    metadata: metadataOf(items, facts, (index) => `/results/${index}`),
  };
}
