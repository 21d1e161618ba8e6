import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createExtractPages } from '#shared/extract/extract-pages.ts';
import { createScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { fakeWeb, type WebAnswer } from '../fakes/memory-web.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { within } from '#shared/kernel/deadline.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { createChangeTracker } from '#shared/scrape/change-tracker.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { createLoadPage } from '#shared/scrape/load-page.ts';
import { createExtractEndpoint } from '../../functions/extract/extract.ts';
import { createScrapeEndpoint } from '../../functions/scrape/scrape.ts';
import { call, ownKey, testDeps } from '../http/fixtures.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

export interface ExtractionServiceOptions {
  readonly pages: Readonly<Record<string, WebAnswer>>;
  /** URLs that never answer. */
  readonly silent?: readonly string[];
  readonly model?: LanguageModel | undefined;
  readonly plan?: string;
  /** Where versions of pages are. */
  readonly versions?: BlobStore;
  /** Where answers to requests with a key are. */
  readonly answers?: BlobStore;
}

/** The extract and scrape endpoints on a web of these pages, which may change; `fetched` lists the requested URLs. */
export function extractionService(options: ExtractionServiceOptions) {
  const {
    pages,
    silent = [],
    model,
    plan = 'starter',
    versions = memoryBlobStore(),
    answers = memoryBlobStore(),
  } = options;
  const own = ownKey(plan);
  const { deps: still, usage } = testDeps({ keys: [own] });
  const idempotency = { ...still.metering.idempotency, answers };
  const deps = { ...still, metering: { ...still.metering, idempotency }, clock: systemClock };
  const fetched: string[] = [];
  const loadPage = createLoadPage({
    acquirePage: async ({ url }, { signal, read }) => {
      fetched.push(url);
      if (silent.includes(url)) await within(new Promise<never>(() => {}), signal);
      const answer = await fakeWeb(pages)({ url }, { signal });
      const isWhole = answer.truncated !== true;
      const page = { ...answer, source: 'local', isWhole, warnings: [] } as const;
      return { kind: 'page', page, reading: await read(page, { mayRender: false }) };
    },
    convertPage,
    cache: createPageCache({ blobs: memoryBlobStore(), clock: systemClock, logger: silentLogger }),
  });
  const extract = createExtractEndpoint({
    ...deps,
    extractPages: createExtractPages({
      loadPage,
      model,
      clock: systemClock,
      logger: silentLogger,
    }),
  });
  const changes = createChangeTracker({ blobs: versions, clock: systemClock, logger: silentLogger });
  const scrape = createScrapeEndpoint({
    ...deps,
    scrapeAndExtract: createScrapeAndExtract(loadPage, model, systemClock, changes),
    changes,
  });
  const headers = { 'x-api-key': own.text };
  return {
    fetched,
    extract: (body: unknown) => call(extract, { resource: '/api/v1/extract', headers, body }),
    read: (query: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) =>
      call(scrape, { method: 'GET', resource: '/api/v1/scrape', headers: { ...headers, ...others }, query }),
    scrape: (body: unknown, others: Readonly<Record<string, string>> = {}) =>
      call(scrape, { resource: '/api/v1/scrape', headers: { ...headers, ...others }, body }),
    used: async () =>
      (await usage.read(own.key.accountId, new Date().toISOString().slice(0, 7), Date.now())).used,
  };
}

export interface ExtractJson {
  readonly results?: readonly Readonly<Record<string, unknown>>[];
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly metadata?: {
    readonly processingModel: string;
    readonly confidence: number;
    readonly tokens?: { readonly input: number; readonly output: number };
    readonly errors?: readonly Readonly<Record<string, unknown>>[];
    readonly sources?: readonly {
      readonly path: string;
      readonly url: string;
      readonly quote: string;
      readonly confidence: number;
    }[];
  };
}

export const jsonOf = ({ body }: { readonly body: Record<string, unknown> }): ExtractJson =>
  (body['data'] as { json: ExtractJson }).json;
