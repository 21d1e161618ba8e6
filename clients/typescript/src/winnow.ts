import {
  type BatchRequest,
  type CrawlData,
  type CrawlRequest,
  type CrawlsData,
  defaultTimeoutMs,
  type ExtractData,
  type JsonSchema,
  type MapData,
  type MapRequest,
  type ScrapeData,
  type ScrapeRequest,
  type SearchData,
  type SearchRequest,
  type UsageData,
} from './contract.ts';
import { WinnowError } from './errors.ts';
import { type Extraction, extractionOf, type ExtractOptions, sentSchema } from './extract.ts';
import { readApiKey } from './header-text.ts';
import { type JobOptions, PageJob, queryIn, type StartedJob } from './page-job.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';
import {
  type Answer,
  type CallOptions,
  type ClientOptions,
  createTransport,
  isServiceUrl,
  reportedFailure,
  type SendRequest,
} from './transport.ts';

export type ScrapeOptions = Omit<ScrapeRequest, 'url'>;
export type BatchOptions = Omit<BatchRequest, 'urls' | 'async' | 'replyTimeout'>;
export type MapOptions = Omit<MapRequest, 'url'>;
export type SearchOptions = Omit<SearchRequest, 'query'>;
export type CrawlOptions = Omit<CrawlRequest, 'url' | 'async' | 'timeout' | 'dryRun'>;
export type CrawlEstimate = NonNullable<CrawlData['estimate']>;

type Format = NonNullable<ScrapeRequest['formats']>[number];

/** The field of a page that holds a format. */
type FieldOf<Asked extends Format> = Asked extends { readonly type: infer Name }
  ? FieldNamed<Name>
  : FieldNamed<Asked>;
type FieldNamed<Name> = Name extends 'screenshot@fullPage' ? 'screenshot' : Name;

/** A scraped page. The fields of the requested formats are there; Markdown when none is named. */
export type ScrapedPage<Options extends ScrapeOptions = ScrapeOptions> = Omit<
  ScrapeData,
  RequestedField<Options>
> &
  Required<Pick<ScrapeData, RequestedField<Options>>> & {
    /** The requested URL; `metadata.sourceURL` is the final one. */
    readonly url: string;
    /** `local`: fetched without a browser; `cloud`: opened in one. */
    readonly source: 'local' | 'cloud';
    readonly warning: string | undefined;
  };

type RequestedField<Options extends ScrapeOptions> = Exclude<
  Extract<
    Options['formats'] extends readonly Format[] ? FieldOf<Options['formats'][number]> : 'markdown',
    keyof ScrapeData
  >,
  // A file has no HTML and no picture, a page need not declare data, and not every page can be compared.
  'json' | 'rawHtml' | 'screenshot' | 'changeTracking'
>;

export type MapResults = MapData & { readonly warning: string | undefined };
export type SearchResults = SearchData & { readonly warning: string | undefined };

/** What a request may take beside the work that its `timeout` bounds. */
const graceMs = 15_000;
const recordsTimeoutMs = 30_000;
/** The service takes up to 60 seconds to accept a job: a batch stores up to 10,000 URLs. */
const startTimeoutMs = 60_000 + graceMs;
const dayMs = 86_400_000;

/** A time for the answer that timers take. The service says what is wrong with a `timeout` that no request can have. */
const answerTimeoutMs = (timeoutMs: number): number =>
  Math.round(Math.min(Math.max(Number.isFinite(timeoutMs) ? timeoutMs : 0, 0), dayMs)) + graceMs;

/** A client of one Winnow service, with one API key. */
export class Winnow {
  readonly #send: SendRequest;

  constructor(options: ClientOptions) {
    if (!isServiceUrl(options.baseUrl))
      throw new TypeError('`baseUrl` must be a URL such as http://127.0.0.1:3000.');
    this.#send = createTransport({ ...options, apiKey: readApiKey(options.apiKey) });
  }

  /** Reads one page. */
  async scrape<const Options extends ScrapeOptions = { readonly formats: readonly ['markdown'] }>(
    url: string,
    options?: Options,
    call?: CallOptions,
  ): Promise<ScrapedPage<Options>> {
    const timeout = options?.timeout ?? defaultTimeoutMs.scrape;
    const answer = await this.#deliver<ScrapeData>('/api/v1/scrape', { url, ...options }, timeout, call);
    const { data, source, warning } = answer;
    return { ...data, url: answer.url, source, warning } as unknown as ScrapedPage<Options>;
  }

  /**
   * Reads a site. The crawl starts when it is iterated, or with `start()`, and goes on at the service while nobody
   * reads it.
   */
  crawl(url: string, options: CrawlOptions = {}, job: JobOptions = {}): PageJob {
    return this.#job('/api/v1/crawl', { url, ...options, async: true }, job);
  }

  /** How many pages a crawl would deliver, what it would cost and how long it would take. Starts and costs nothing. */
  async estimateCrawl(url: string, options: CrawlOptions = {}, call?: CallOptions): Promise<CrawlEstimate> {
    const answer = await this.#deliver<CrawlData>(
      '/api/v1/crawl',
      { url, ...options, dryRun: true },
      defaultTimeoutMs.crawl,
      call,
    );
    if (answer.data.estimate === undefined) throw reportedFailure(answer);
    return answer.data.estimate;
  }

  /** A crawl that was started before, here or elsewhere; `skip` leaves out the pages that were read. */
  resumeCrawl(id: string, job: JobOptions = {}): PageJob {
    return new PageJob(this.#send, '/api/v1/crawl', id, job);
  }

  /**
   * Reads up to 10,000 pages that you name, each as a URL or with options of its own. It starts when it is iterated, or
   * with `start()`, and goes on at the service while nobody reads it.
   */
  batch(urls: BatchRequest['urls'], options: BatchOptions = {}, job: JobOptions = {}): PageJob {
    return this.#job('/api/v1/batch/scrape', { urls, ...options, async: true }, job);
  }

  /** A batch that was started before, here or elsewhere; `skip` leaves out the pages that were read. */
  resumeBatch(id: string, job: JobOptions = {}): PageJob {
    return new PageJob(this.#send, '/api/v1/batch/scrape', id, job);
  }

  /** The account's crawls and batches, newest first. */
  async *crawls(call: CallOptions = {}): AsyncGenerator<CrawlsData['crawls'][number], void, undefined> {
    let cursor: string | undefined;
    do {
      const { data } = await this.#read<CrawlsData>('/api/v1/crawls', { limit: 100, cursor }, call);
      yield* data.crawls;
      cursor = data.next === undefined ? undefined : queryIn(data.next, 'cursor');
    } while (cursor !== undefined);
  }

  /** The URLs of a site, from its sitemaps, its first pages and earlier crawls. */
  async map(url: string, options: MapOptions = {}, call?: CallOptions): Promise<MapResults> {
    const timeout = options.timeout ?? defaultTimeoutMs.map;
    const { data, warning } = await this.#deliver<MapData>('/api/v1/map', { url, ...options }, timeout, call);
    return { ...data, warning };
  }

  /** Searches the web; with `scrapeOptions` the pages found are read, with `parseResults` they answer the query. */
  async search(query: string, options: SearchOptions = {}, call?: CallOptions): Promise<SearchResults> {
    const timeout = options.timeout ?? defaultTimeoutMs.search;
    const { data, warning } = await this.#deliver<SearchData>(
      '/api/v1/search',
      { query, ...options },
      timeout,
      call,
    );
    return { ...data, warning };
  }

  /** Structured data from up to ten pages, typed by the schema. */
  async extract<Schema extends StandardSchema | JsonSchema = JsonSchema>(
    urls: string | readonly string[],
    options: ExtractOptions<Schema>,
    call?: CallOptions,
  ): Promise<Extraction<OutputOf<Schema>>> {
    const { schema, jsonSchema, ...others } = options;
    const list = typeof urls === 'string' ? [urls] : urls;
    const sent = sentSchema({ schema, jsonSchema });
    const { data, warning } = await this.#deliver<ExtractData>(
      '/api/v1/extract',
      { urls: list, ...others, ...(sent === undefined ? {} : { schema: sent }) },
      options.timeout ?? defaultTimeoutMs.extract,
      call,
    );
    const results = await extractionOf(data.json, { schema, sent, urls: list });
    return { results, json: data.json, warning };
  }

  /** Requests used and left this month. */
  async usage(call: CallOptions = {}): Promise<UsageData> {
    return (await this.#read<UsageData>('/api/v1/usage', {}, call)).data;
  }

  #job(path: string, body: object, job: JobOptions): PageJob {
    const idempotencyKey = job.idempotencyKey ?? crypto.randomUUID();
    const begin = async (): Promise<StartedJob> => {
      // The type of the options forbids it, but JavaScript and the command line do not.
      if ('dryRun' in body && body.dryRun === true)
        throw new WinnowError(
          'INVALID_REQUEST',
          '`dryRun` starts nothing: ask `estimateCrawl` for the estimate.',
        );
      const answer = await this.#send<{ readonly invalidURLs?: readonly string[] }>({
        method: 'POST',
        path,
        body,
        idempotencyKey,
        timeoutMs: startTimeoutMs,
        signal: job.signal,
      });
      if (!answer.success || answer.id === undefined) throw reportedFailure(answer);
      return { id: answer.id, invalidURLs: answer.data?.invalidURLs };
    };
    return new PageJob(this.#send, path, begin, job);
  }

  /** A billed request that answers with what it delivered. */
  async #deliver<Data>(
    path: string,
    body: object,
    timeoutMs: number,
    { signal, idempotencyKey = crypto.randomUUID() }: CallOptions = {},
  ): Promise<Answer<Data> & { readonly data: Data }> {
    const answer = await this.#send<Data>({
      method: 'POST',
      path,
      body,
      idempotencyKey,
      timeoutMs: answerTimeoutMs(timeoutMs),
      signal,
    });
    return delivered(answer);
  }

  async #read<Data>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    { signal }: CallOptions,
  ): Promise<Answer<Data> & { readonly data: Data }> {
    return delivered(
      await this.#send<Data>({ method: 'GET', path, query, timeoutMs: recordsTimeoutMs, signal }),
    );
  }
}

function delivered<Data>(answer: Answer<Data>): Answer<Data> & { readonly data: Data } {
  if (!answer.success || answer.data === undefined) throw reportedFailure(answer);
  return { ...answer, data: answer.data };
}
