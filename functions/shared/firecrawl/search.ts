import * as z from 'zod';

import type { JsonObject } from '#shared/kernel/json.ts';
import {
  callerNotes,
  type FirecrawlReply,
  given,
  parsed,
  picked,
  succeeded,
  unsupported,
} from './dialect.ts';
import { foundDocumentOf } from './document.ts';
import { operate, refuseStoredAnswer } from './operate.ts';
import { operationOptions, type ScrapeOptions, scrapeOptions } from './scrape-options.ts';
import type { Session } from './session.ts';

/** Options of a search that version 2 also takes in each of its sources. */
const sourceOptions = ['tbs', 'lang', 'country', 'location'] as const;

const sourceObject = z.strictObject({
  type: z.string(),
  tbs: z.string().optional(),
  lang: z.string().optional(),
  country: z.string().optional(),
  location: z.string().optional(),
  filter: z.string().optional(),
});
const sourceName = z.union([z.string(), sourceObject]);
const categoryName = z.union([z.string(), z.strictObject({ type: z.string() })]);

export const searchBody = z.strictObject({
  query: z.string(),
  limit: z.number().optional(),
  sources: z.array(sourceName).optional(),
  categories: z.array(categoryName).optional(),
  includeDomains: z.array(z.string()).optional(),
  excludeDomains: z.array(z.string()).optional(),
  tbs: z.string().optional(),
  lang: z.string().optional(),
  country: z.string().optional(),
  location: z.string().optional(),
  timeout: z.number().optional(),
  scrapeOptions: scrapeOptions.optional(),
  // Without effect: results that cannot be read say so.
  ignoreInvalidURLs: z.boolean().optional(),
  filter: z.string().optional(),
  highlights: z.unknown().optional(),
  asyncScraping: z.boolean().optional(),
  domainTools: z.unknown().optional(),
  toolDetail: z.unknown().optional(),
  enterprise: z.unknown().optional(),
  threatProtection: z.unknown().optional(),
  ...callerNotes,
});

const passedOptions = [
  'query',
  'limit',
  'includeDomains',
  'excludeDomains',
  'tbs',
  'lang',
  'country',
  'location',
  'timeout',
] as const satisfies readonly (keyof z.output<typeof searchBody>)[];

const nameOf = (value: string | { readonly type: string }): string =>
  typeof value === 'string' ? value : value.type;

/** The options of the sources. All lists of a search are asked for with the same ones. */
function optionsOfSources({ sources = [], ...common }: z.output<typeof searchBody>): JsonObject {
  const options = sourceOptions.flatMap((name) => {
    const values = new Set(
      sources.map((source) => (typeof source === 'string' ? undefined : source[name]) ?? common[name]),
    );
    if (values.size > 1)
      throw unsupported(`sources with different values of ${name}`, 'Search for each source alone.');
    return [...values].map((value) => [name, value] as const);
  });
  return given(Object.fromEntries(options));
}

/** A search with results costs one request of the plan, one without costs nothing. */
const creditsOfSearch = (results: readonly JsonObject[]): number => (results.length === 0 ? 0 : 1);

const defaults = { v1: { limit: 5, lang: 'en', country: 'us' }, v2: { limit: 10 } } as const;

const entryFields = new Set([
  'source',
  'score',
  'imageUrl',
  'width',
  'height',
  'date',
  'publisher',
  'error',
  'code',
]);

/** The page of a result, where it was read with these options, or why it could not be read. */
function pageOf(entry: JsonObject, options: ScrapeOptions | undefined): JsonObject {
  const { url, metadata, error, code } = entry;
  if (metadata !== undefined) {
    const page = Object.fromEntries(Object.entries(entry).filter(([name]) => !entryFields.has(name)));
    return foundDocumentOf(page, options);
  }
  if (error === undefined) return {};
  return { metadata: given({ sourceURL: url, error, code }), warning: error };
}

function resultOf(entry: JsonObject, options: ScrapeOptions | undefined): JsonObject {
  const { url, title, description } = entry;
  return { ...pageOf(entry, options), url, title, description };
}

const newsOf = (entry: JsonObject, options: ScrapeOptions | undefined, index: number): JsonObject => {
  const { description, ...result } = resultOf(entry, options);
  const { date, imageUrl } = entry;
  return { ...result, snippet: description, date, imageUrl, position: index + 1 };
};

const imageOf = (
  { url, title, imageUrl, width, height }: JsonObject,
  _options: ScrapeOptions | undefined,
  index: number,
): JsonObject => ({
  title,
  url,
  imageUrl,
  imageWidth: width,
  imageHeight: height,
  position: index + 1,
});

const shapes = { web: resultOf, news: newsOf, images: imageOf } as const;

/** POST /search. */
export async function search(session: Session): Promise<FirecrawlReply> {
  const { version } = session;
  const body = parsed(searchBody, session.body);
  for (const name of ['threatProtection', 'enterprise', 'asyncScraping'] as const)
    if (body[name] !== undefined && body[name] !== false) throw unsupported(name);
  const { scrapeOptions: pages, sources, categories } = body;
  refuseStoredAnswer(session, pages);
  const reads = pages?.formats !== undefined && pages.formats.length > 0;
  const asked: JsonObject = {
    ...given(picked(body, passedOptions)),
    ...optionsOfSources(body),
    sources: sources?.map(nameOf),
    // Version 2 has a list for each source.
    mergeSources: version === 'v2' && sources !== undefined && sources.length > 1 ? false : undefined,
    categories: categories?.map(nameOf),
    scrapeOptions: reads ? operationOptions(pages, version) : undefined,
  };
  const answer = await operate(session, 'search', { ...defaults[version], ...given(asked) });
  const { pages: entries } = answer['data'] as { readonly pages: readonly JsonObject[] };
  const warning = answer['warning'] ?? (entries.length === 0 ? 'No search results found' : undefined);
  const more = warning === undefined ? {} : { warning };
  if (version === 'v1') return succeeded({ data: entries.map((entry) => resultOf(entry, pages)), ...more });
  const bySource = Map.groupBy(entries, ({ source }) => source as keyof typeof shapes);
  return succeeded({
    data: Object.fromEntries(
      [...bySource].map(([source, found]) => [
        source,
        found.map((entry, index) => shapes[source](entry, pages, index)),
      ]),
    ),
    creditsUsed: creditsOfSearch(entries),
    ...more,
  });
}
