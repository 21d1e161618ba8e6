import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createExtractPages } from '#shared/extract/extract-pages.ts';
import { createScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { fakeWeb, type WebAnswer } from '../fakes/memory-web.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { LanguageModel } from '#shared/llm/language-model.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { createLoadPage } from '#shared/scrape/load-page.ts';
import { createExtractEndpoint } from '../../functions/extract/extract.ts';
import { createScrapeEndpoint } from '../../functions/scrape/scrape.ts';
import { call, ownKey, testDeps } from '../http/fixtures.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

export interface ExtractionServiceOptions {
  readonly pages: Readonly<Record<string, WebAnswer>>;
  readonly model?: LanguageModel | undefined;
  readonly plan?: string;
}

/** The extract and scrape endpoints on a web of these pages; `fetched` lists the requested URLs. */
export function extractionService({ pages, model, plan = 'starter' }: ExtractionServiceOptions) {
  const own = ownKey(plan);
  const { deps: still, usage } = testDeps({ keys: [own] });
  const deps = { ...still, clock: systemClock };
  const fetched: string[] = [];
  const web = fakeWeb(pages);
  const loadPage = createLoadPage({
    acquirePage: async ({ url }, { signal, read }) => {
      fetched.push(url);
      const answer = await web({ url }, { signal });
      const page = { ...answer, source: 'local', isWhole: true, warnings: [] } as const;
      return { kind: 'page', page, reading: await read(page, { mayRender: false }) };
    },
    convertPage,
    cache: createPageCache(memoryBlobStore(), systemClock),
    logger: silentLogger,
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
  const scrape = createScrapeEndpoint({
    ...deps,
    scrapeAndExtract: createScrapeAndExtract(loadPage, model, systemClock),
  });
  const headers = { 'x-api-key': own.text };
  return {
    fetched,
    extract: (body: unknown) => call(extract, { resource: '/api/v1/extract', headers, body }),
    read: (query: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) =>
      call(scrape, { method: 'GET', resource: '/api/v1/scrape', headers: { ...headers, ...others }, query }),
    scrape: (body: unknown) => call(scrape, { resource: '/api/v1/scrape', headers, body }),
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
