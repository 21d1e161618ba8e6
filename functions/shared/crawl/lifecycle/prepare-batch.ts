import { type BatchRequest, optionsOfEntry } from '#shared/contract/batch.ts';
import { type CrawlRequest, crawlRequest } from '#shared/contract/crawl.ts';
import { maxUrlCharacters, webUrlCandidates, webUrlProblem } from '#shared/contract/fields.ts';
import { problemText } from '#shared/contract/parse-request.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { nestedScrapeOptions, scrapeRequest } from '#shared/contract/scrape.ts';
import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { withoutPlace } from '#shared/kernel/url-fragment.ts';
import { withoutUndefined } from '#shared/kernel/json.ts';
import type { SeedRefusal } from './seed-refusal.ts';
import { requireStorable } from './start-crawl.ts';

type PageOptions = CrawlRequest['scrapeOptions'];

/** Options of pages, and where the request has them: the beginning of their fields. */
interface OptionSet {
  readonly options: PageOptions;
  readonly prefix: string;
}

export interface PreparedBatch {
  /** How a crawl would ask for the same. */
  readonly request: CrawlRequest;
  /** The rows of the batch, in the order of the request: a repeated URL has the place where it is first given. */
  readonly rows: readonly DiscoveredUrl[];
  readonly invalidURLs: readonly string[];
  /** URLs that repeat others with the same options. */
  readonly repeats: number;
  /** The options of the batch, and those of single URLs, each once. */
  readonly optionSets: readonly OptionSet[];
}

type Entry = { readonly at: number; readonly url: string; readonly options: PageOptions };

/** The options of one URL are kept in its row, which is read and written with the page. */
const maxOptionsBytes = 4_096;
/** Problems that one answer names. */
const maxProblems = 5;

const invalid = (problems: readonly string[]): AppError =>
  new AppError('INVALID_REQUEST', problems.slice(0, maxProblems).join('; '));

/** Options as they are stored, with formats as names. Throws INVALID_REQUEST. */
function plainOptions(options: object, path: readonly PropertyKey[] = []): PageOptions {
  const result = nestedScrapeOptions.safeParse(options);
  if (!result.success) throw invalid([problemText(result.error, path)]);
  return withoutUndefined(result.data);
}

function entriesOf({ urls }: BatchRequest): readonly Entry[] {
  return urls.map((entry, at) => {
    if (typeof entry === 'string') return { at, url: entry, options: {} };
    const { url, ...options } = entry;
    return { at, url, options: plainOptions(options, ['urls', at]) };
  });
}

/** The first entry with each set of options. */
function firstWithOptions(entries: readonly Entry[]): readonly Entry[] {
  const alike = Map.groupBy(entries, ({ options }) => JSON.stringify(options));
  return [...alike.values()].flatMap(([first]) => first ?? []);
}

const hasOptions = ({ options }: Entry): boolean => Object.keys(options).length > 0;

/** Checks options that belong together. Throws INVALID_REQUEST. */
function requireUsableOptions(common: PageOptions, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const { at, options } = entry;
    if (Buffer.byteLength(JSON.stringify(options)) > maxOptionsBytes)
      throw invalid([
        `urls[${at}]: its options must not exceed ${maxOptionsBytes.toLocaleString('en')} bytes; those of the whole batch may be larger`,
      ]);
    const whole = { ...optionsOfEntry(common, options), url: 'https://site.example/' };
    const result = scrapeRequest.safeParse(whole);
    if (!result.success) throw invalid([problemText(result.error, hasOptions(entry) ? ['urls', at] : [])]);
  }
}

/** A URL as it is read; without a scheme under https. */
const hrefOf = (url: string): string => withoutPlace(new URL(webUrlCandidates(url)?.[0] ?? url).href);

function problemOf({ url }: Entry, refusalOf: SeedRefusal): string | undefined {
  if (url.length > maxUrlCharacters)
    return `must have at most ${maxUrlCharacters.toLocaleString('en')} characters`;
  const problem = webUrlProblem(url);
  if (problem !== undefined) return problem;
  // Other letters than those of ASCII are longer once they are encoded.
  if (hrefOf(url).length > maxUrlCharacters)
    return `must not exceed ${maxUrlCharacters.toLocaleString('en')} characters once it is encoded`;
  return refusalOf(url)?.message.replace(/\.$/, '');
}

/** The row of a URL. Its hash tells it from the same URL with other options. */
function rowOf({ at, url, options }: Entry): DiscoveredUrl {
  const href = hrefOf(url);
  const scrapeOptions = Object.keys(options).length === 0 ? undefined : JSON.stringify(options);
  return {
    hash: sha256(`${href} ${scrapeOptions ?? ''}`).slice(0, 32),
    url: href,
    kind: 'page',
    depth: 0,
    priority: String(at).padStart(6, '0'),
    state: 'waiting',
    isSeed: true,
    ...(url === href ? {} : { givenUrl: url }),
    ...(scrapeOptions === undefined ? {} : { scrapeOptions }),
  };
}

function requestOf(batch: BatchRequest, url: string, limit: number): CrawlRequest {
  const { urls: _urls, ignoreInvalidURLs: _ignore, replyTimeout, ...rest } = batch;
  const { webhook, async, delay, maxConcurrency, ...scrapeOptions } = rest;
  return {
    ...crawlRequest.parse({
      url,
      limit,
      sitemap: 'skip',
      async,
      delay,
      maxConcurrency,
      timeout: replyTimeout,
    }),
    scrapeOptions: plainOptions(scrapeOptions),
    webhook,
  };
}

/** Checks the URLs and options of a batch, before anything is counted. Throws INVALID_REQUEST. */
export function prepareBatch(batch: BatchRequest, refusalOf: SeedRefusal): PreparedBatch {
  const entries = entriesOf(batch);
  const problems = new Map(entries.map((entry) => [entry, problemOf(entry, refusalOf)] as const));
  const wrong = entries.filter((entry) => problems.get(entry) !== undefined);
  const right = entries.filter((entry) => problems.get(entry) === undefined);
  if (wrong.length > 0 && (!batch.ignoreInvalidURLs || right.length === 0))
    throw invalid(wrong.map((entry) => `urls[${entry.at}]: ${problems.get(entry) ?? ''}`));
  const alike = Map.groupBy(right.map(rowOf), ({ hash }) => hash);
  const rows = [...alike.values()].flatMap(([first]) => first ?? []);
  const request = requestOf(batch, rows[0]?.url ?? '', rows.length);
  // First, because the common options are checked with those of each URL.
  requireStorable(request, 'headers, includeTags, excludeTags, jsonOptions, webhook');
  const common = request.scrapeOptions;
  const different = firstWithOptions(right);
  requireUsableOptions(common, different);
  return {
    request,
    rows,
    // As they were given, so that callers find them, unless they may hold a password.
    invalidURLs: wrong.map(({ url }) => (url.includes('@') ? reportedUrl(url) : url)),
    repeats: right.length - rows.length,
    optionSets: [
      { options: common, prefix: '' },
      ...different.filter(hasOptions).map(({ at, options }) => ({ options, prefix: `urls[${at}].` })),
    ],
  };
}
