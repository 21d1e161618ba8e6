import { describe, expect, test } from 'vitest';

import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { createLoadPage } from '#shared/scrape/load-page.ts';
import { createScrapePage } from '#shared/scrape/scrape-page.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { shopPage } from './shop-page.ts';

const url = 'https://site.test/';
const context = { signal: new AbortController().signal, accountId: 'account' };
const html = '<title>Pans</title><main><h1>Pans</h1><p>Dry the pan on the stove.</p></main>';

interface World {
  readonly blobs?: BlobStore;
  /** The server breaks off in the middle of its answer. */
  readonly breaksOff?: boolean;
  /** Scripts write the content between a menu and a footer. */
  readonly isShell?: boolean;
  /** The browser has what the page is when the request's time runs out. */
  readonly rendering?: 'whole' | 'still moving' | 'too late';
}

/** The scrape of a service whose only page is as its world makes it; `reads` counts the visits. */
function serviceOf({
  blobs = memoryBlobStore(),
  breaksOff = false,
  isShell = false,
  rendering = 'whole',
}: World) {
  const reads: string[] = [];
  const headers = { 'content-type': 'text/html' };
  const fetchPage: FetchPage = async ({ url: requestedUrl }) => {
    reads.push('local');
    const page = { requestedUrl, finalUrl: url, status: 200, headers, redirects: [], loadTimeMs: 5 };
    return {
      ...page,
      body: Buffer.from(isShell ? shopPage() : html),
      ...(breaksOff ? { truncated: true } : {}),
    };
  };
  const renderPage: RenderPage = async () => {
    reads.push('cloud');
    if (rendering === 'too late') throw new AppError('SCRAPE_TIMEOUT', 'The browser did not finish.');
    const timings = { launchMs: 1, loadMs: 2, captureMs: 3 };
    const isWhole = rendering === 'whole';
    return { finalUrl: url, status: 200, headers, html, settledBy: 'stable', isWhole, timings, warnings: [] };
  };
  const loadPage = createLoadPage({
    convertPage,
    acquirePage: createAcquirePage({ fetchPage, renderPage, clock: systemClock }),
    cache: createPageCache({ blobs, clock: systemClock, logger: silentLogger }),
  });
  const scrape = createScrapePage(loadPage);
  return { reads, scrape: (options: object) => scrape(scrapeRequest.parse({ url, ...options }), context) };
}

const cacheStates = async ({ scrape }: ReturnType<typeof serviceOf>, options: object) => {
  const first = await scrape({ storeInCache: true, ...options });
  const second = await scrape({ ...options, maxAge: 60_000 });
  return [first, second].map(({ data }) => data.metadata.cacheState);
};

describe('a stored page', () => {
  test.for([
    ['of the static fetch', {}, {}],
    ['of the browser', {}, { forceCloud: true }],
  ] as const)('%s answers the next request that takes one', async ([, origin, options]) => {
    const service = serviceOf(origin);

    expect(await cacheStates(service, options)).toEqual(['miss', 'hit']);
    expect(service.reads).toHaveLength(1);
  });

  test.for([
    ['a request that asks for nothing stores none', {}, 'miss'],
    ['a request that takes stored pages stores its own', { maxAge: 1_000 }, 'hit'],
    ['a request may store its page for others', { storeInCache: true }, 'hit'],
    ['a request may take stored pages and store none', { maxAge: 1_000, storeInCache: false }, 'miss'],
  ] as const)('is there if somebody may read it: %s', async ([, options, state]) => {
    const { scrape } = serviceOf({});
    await scrape(options);

    const { data } = await scrape({ maxAge: 60_000 });

    expect(data.metadata.cacheState).toBe(state);
  });

  test('is missed when the cache fails, and the page is delivered', async () => {
    const away = () => Promise.reject(new Error('S3 is away'));
    const { reads, scrape } = serviceOf({ blobs: { ...memoryBlobStore(), get: away, put: away } });

    const { data } = await scrape({ maxAge: 60_000 });

    expect(data.markdown).toContain('Dry the pan on the stove.');
    expect(data.metadata.cacheState).toBe('miss');
    expect(reads).toEqual(['local']);
  });

  test('is not used when main content is asked for and only a script writes it', async () => {
    const service = serviceOf({ isShell: true });
    await service.scrape({ formats: ['links'], storeInCache: true });

    const { data } = await service.scrape({ maxAge: 60_000 });

    expect(data.markdown).toContain('Dry the pan on the stove.');
    expect(service.reads).toEqual(['local', 'local', 'cloud']);
  });

  test('is none where actions have been carried out, and none is taken for them', async () => {
    const service = serviceOf({});
    const actions = [{ type: 'scrape' }];

    await service.scrape({ storeInCache: true, forceCloud: true });
    const acted = await service.scrape({ actions, forceCloud: true, maxAge: 60_000 });
    const again = await service.scrape({ actions, forceCloud: true, maxAge: 60_000 });

    expect([acted, again].map(({ data }) => data.metadata.cacheState)).toEqual(['miss', 'miss']);
  });

  test.for([
    ['another country', { location: { country: 'DE' } }, { location: { country: 'FR' } }],
    ['no country', { location: { country: 'DE' } }, {}],
    ['other languages', { location: { languages: ['de'] } }, { location: { languages: ['fr'] } }],
    ['a PNG', { formats: [{ type: 'screenshot', quality: 50 }] }, { formats: ['screenshot'] }],
    [
      'another window',
      { formats: [{ type: 'screenshot', viewport: { width: 300, height: 300 } }] },
      { formats: ['screenshot'] },
    ],
  ] as const)('is none for a request of %s', async ([, stored, asked]) => {
    const service = serviceOf({});
    await service.scrape({ ...stored, storeInCache: true });

    const { data } = await service.scrape({ ...asked, maxAge: 60_000 });

    expect(data.metadata.cacheState).toBe('miss');
  });

  test.for([
    ['its server broke it off', { breaksOff: true }, {}],
    ['it was still moving when the time was up', { rendering: 'still moving' }, { forceCloud: true }],
    [
      'the first parser ran out of time and the second one read it',
      { rendering: 'too late' },
      { useLocalFirst: false },
    ],
  ] as const)('is none where %s: the next request reads it anew', async ([, origin, options]) => {
    const service = serviceOf(origin);

    expect(await cacheStates(service, options)).toEqual(['miss', 'miss']);
  });
});
