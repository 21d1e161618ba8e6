import { expect, test } from 'vitest';

import { createAnnounceCrawl } from '#shared/crawling/announce-crawl.ts';
import { createStartCrawl } from '#shared/crawling/start-crawl.ts';
import { memoryCrawlStore } from '#shared/crawls/memory-crawl-store.ts';
import { silentLogger } from '#shared/kernel/logger.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createCrawlHandler } from '../../functions/crawl/crawl.ts';
import { call, testDeps } from '../http/fixtures.ts';

test('a crawl that runs gives its id although nobody can look at it any more', async () => {
  const { deps, keys } = testDeps();
  const store = memoryCrawlStore();
  const queue = { send: async () => {} };
  const announce = createAnnounceCrawl(store, queue);
  const handler = createCrawlHandler({
    ...deps,
    startCrawl: createStartCrawl({
      store,
      queue,
      usage: deps.metering.usage,
      announce,
      clock: deps.clock,
      logger: silentLogger,
      maxConcurrency: 10,
      retentionDays: 7,
    }),
    store: { ...store, find: () => Promise.reject(new Error('throttled')) },
    results: { put: async () => 'object', read: async () => [] },
    attend: { lookAfter: async () => {} },
    pause: systemPause,
  });

  const { status, body } = await call(handler, {
    resource: '/api/v1/crawl',
    headers: { 'x-api-key': keys[0]?.text ?? '' },
    body: { url: 'https://site.example/' },
  });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    id: expect.stringMatching(/^crawl_/) as string,
    data: { pages: [], status: 'running' },
    warning: expect.stringContaining('GET /api/v1/crawl/crawl_') as string,
  });
});
