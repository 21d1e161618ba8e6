import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { createCrawlPageReader, type PageReading } from '#shared/crawl/worker/read-crawl-page.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createLoadPage } from '#shared/scrape/load-page.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { fakeWeb, type WebAnswer } from '../fakes/memory-web.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';
import { shopPage } from '../scrape/shop-page.ts';

const url = 'https://site.example/page';
const accountId = 'account';
const ofWorker = AbortSignal.timeout(60_000);
const hourMs = 3_600_000;
const withStored = { maxAge: hourMs };

const pageSaying = (text: string): string =>
  `<title>A page</title><main><h1>A page</h1><p>${text}</p><a href="/next">Next</a></main>`;

/** A site, the cache before it, and a clock; `visits` are the URLs that the site was asked for. */
function world(pages: Readonly<Record<string, WebAnswer>>, blobs: BlobStore = memoryBlobStore()) {
  const site = { ...pages };
  const visits: string[] = [];
  const fetchPage: FetchPage = (request, options) => {
    visits.push(request.url);
    return fakeWeb(site)(request, options);
  };
  const time = { nowMs: Date.UTC(2026, 10, 1) };
  const clock = { now: () => time.nowMs };
  const cache = createPageCache({ blobs, clock, logger: silentLogger });
  const acquirePage = createAcquirePage({
    fetchPage,
    renderPage: () => Promise.reject(new Error('no page needs the browser')),
    clock,
  });
  const reader = createCrawlPageReader({
    acquirePage,
    convertPage,
    cache,
    loadExtraction: () => Promise.reject(new Error('the code of extraction was loaded')),
    changes: untracked,
    userAgentToken: 'WinnowBot',
    clock,
  });
  const loadPage = createLoadPage({ acquirePage, convertPage, cache });

  const asked = (scrapeOptions: object, ofRow: Partial<CrawlRow>) => {
    const request = crawlRequest.parse({ url, scrapeOptions });
    const frontierFor = (seedUrl: string) => createFrontier({ request, createdAtMs: 0 }, seedUrl);
    const row: CrawlRow = {
      hash: frontierFor(url).hashOf(url)!,
      url,
      kind: 'page',
      state: 'leased',
      depth: 1,
      priority: '1',
      attempt: 1,
      ...ofRow,
    };
    return [row, { accountId, request, frontierFor }, ofWorker] as const;
  };
  return {
    site,
    visits,
    time,
    crawled: (scrapeOptions: object = withStored, ofRow: Partial<CrawlRow> = {}) =>
      reader.readPage(...asked(scrapeOptions, ofRow)),
    stored: (scrapeOptions: object = withStored, ofRow: Partial<CrawlRow> = {}) =>
      reader.readStored(...asked(scrapeOptions, ofRow)),
    scraped: (options: object) =>
      loadPage(
        scrapeRequest.parse({ url, ...options }),
        [
          {
            formats: new Set(['links']),
            onlyMainContent: true,
            comments: 'separate',
            includeTags: [],
            excludeTags: [],
            removeBase64Images: true,
          },
        ],
        { signal: ofWorker, accountId },
      ),
  };
}

const pageOf = (reading: PageReading | undefined) =>
  reading?.result.kind === 'content' ? reading.result.page : undefined;

describe('a page of a job that takes stored pages', () => {
  test('is stored when it is read, and is the next time delivered without asking its site', async () => {
    const { site, visits, time, crawled, stored } = world({ [url]: pageSaying('As it was.') });

    const before = await stored();
    const first = pageOf(await crawled());
    site[url] = pageSaying('As it is.');
    time.nowMs += 1_000;
    const second = await stored();

    expect(before).toBeUndefined();
    expect(first?.metadata).toMatchObject({ cacheState: 'miss' });
    expect(pageOf(second)?.markdown).toContain('As it was.');
    expect(pageOf(second)?.metadata).toMatchObject({
      cacheState: 'hit',
      cachedAt: '2026-11-01T00:00:00.000Z',
    });
    expect(second?.links.map(({ href }) => href)).toEqual(['https://site.example/next']);
    expect(visits).toEqual([url]);
  });

  test('is read again when it was stored too long ago', async () => {
    const { time, crawled, stored } = world({ [url]: pageSaying('As it was.') });
    await crawled();

    time.nowMs += hourMs + 1;

    expect(await stored()).toBeUndefined();
  });

  test('may have been stored by a scrape', async () => {
    const { visits, scraped, stored } = world({ [url]: pageSaying('As it was.') });
    await scraped({ storeInCache: true });

    expect(pageOf(await stored())?.markdown).toContain('As it was.');
    expect(visits).toEqual([url]);
  });

  test.for([
    ['is asked for with another header', withStored, { ...withStored, headers: { cookie: 'a=b' } }],
    ['was not to be stored', { ...withStored, storeInCache: false }, withStored],
    ['was stored for a job that takes none', {}, withStored],
  ] as const)('is read anew when it %s', async ([, before, options]) => {
    const { crawled, stored } = world({ [url]: pageSaying('As it was.') });
    await crawled(before);

    expect(await stored(options)).toBeUndefined();
  });

  test('is read anew when it was stored for its links and only a script writes its content', async () => {
    const { scraped, stored } = world({ [url]: shopPage() });
    await scraped({ formats: ['links'], storeInCache: true });

    expect(await stored()).toBeUndefined();
  });

  test('is read anew when the cache fails', async () => {
    const away = () => Promise.reject(new Error('S3 is away'));
    const { crawled, stored } = world(
      { [url]: pageSaying('As it is.') },
      { ...memoryBlobStore(), get: away, put: away },
    );

    expect(await stored()).toBeUndefined();
    expect(pageOf(await crawled())?.markdown).toContain('As it is.');
  });

  test('leads to where it was found, as a redirect does; the first page is read there', async () => {
    const home = 'https://site.example/home';
    const { scraped, stored } = world({
      [url]: { status: 301, headers: { location: home } },
      [home]: pageSaying('At home.'),
    });
    await scraped({ storeInCache: true });

    expect(await stored()).toMatchObject({ links: [{ href: home }], result: { kind: 'redirect' } });
    expect(pageOf(await stored(withStored, { isSeed: true }))).toMatchObject({ url: home });
  });
});

test('a job without stored pages asks the cache for nothing', async () => {
  const asked: string[] = [];
  const count = async (name: string) => void asked.push(name);
  const { crawled, stored } = world(
    { [url]: pageSaying('As it is.') },
    { ...memoryBlobStore(), get: count, put: count },
  );

  expect(await stored({})).toBeUndefined();
  expect(pageOf(await crawled({}))?.metadata).not.toHaveProperty('cacheState');
  expect(asked).toEqual([]);
});
