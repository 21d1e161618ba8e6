import { describe, expect, test } from 'vitest';

import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createRunCrawl } from '#shared/crawl/lifecycle/run-crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createRequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';
import { createCrawlEndpoint } from '../../functions/crawl/crawl.ts';
import { call, noon, testDeps } from '../http/fixtures.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

/** The endpoint on in-memory ports; names resolve to the given addresses. */
function crawlEndpoint(
  changes: (store: CrawlStore) => Partial<CrawlStore> = () => ({}),
  names: Readonly<Record<string, readonly string[]>> = {},
) {
  const { deps, keys, usage } = testDeps();
  const store = memoryCrawlStore();
  const queue = { send: async () => {} };
  const runCrawl = createRunCrawl({
    store: { ...store, ...changes(store) },
    queue,
    usage: deps.metering.usage,
    announce: createAnnounceCrawl(store, queue),
    clock: deps.clock,
    logger: silentLogger,
    maxConcurrency: 10,
    retentionDays: 7,
    results: { put: async () => 'object', read: async () => [] },
    lifecycle: { repair: async () => {} },
    pause: systemPause,
    requireReachable: createRequireReachable(
      createEgressPolicy({
        allow: [],
        resolveName: async (name) => names[name] ?? Promise.reject(new Error('no such name')),
      }),
    ),
  });
  const endpoint = createCrawlEndpoint({
    ...deps,
    runCrawl,
    estimateCrawl: () => Promise.reject(new Error('not asked for')),
  });
  const accountId = keys[0]?.key.accountId ?? '';
  return {
    crawl: (body: object) =>
      call(endpoint, {
        resource: '/api/v1/crawl',
        headers: { 'x-api-key': keys[0]?.text ?? '' },
        body: { url: 'https://site.example/', ...body },
      }),
    crawls: async () => (await store.ofAccount(accountId, 10)).crawls,
    usage: () => usage.read(accountId, '2026-11'),
    records: async () => (await usage.recent(accountId, { nowMs: noon, limit: 10 })).records,
  };
}

test('a crawl that was started returns its id even when its ledger can no longer be read', async () => {
  const { crawl } = crawlEndpoint(() => ({ find: () => Promise.reject(new Error('throttled')) }));

  const { status, body } = await crawl({});

  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    id: expect.stringMatching(/^crawl_/) as string,
    data: { pages: [], status: 'running' },
    warning: expect.stringContaining('GET /api/v1/crawl/crawl_') as string,
  });
});

test('a crawl is one of the account’s recent requests, running until it ends; one that cannot start is a failed one', async () => {
  const { crawl, records } = crawlEndpoint();

  await crawl({ async: true });
  await crawl({ webhook: 'http://10.0.0.1/hook' });

  const found = await records();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual({
    id: expect.any(String) as string,
    requestId: expect.any(String) as string,
    operation: 'crawl',
    keyId: expect.any(String) as string,
    host: 'site.example',
    startedAtMs: noon,
  });
  expect(found).toContainEqual(
    expect.objectContaining({ status: 400, code: 'FORBIDDEN_TARGET', requests: 0 }),
  );
});

describe('a webhook', () => {
  const names = { 'hooks.example': ['93.184.216.34'], 'inside.example': ['93.184.216.34', '10.0.0.7'] };

  test.for([
    'http://10.0.0.1/hook',
    'http://127.0.0.1:8080/hook',
    'http://[::ffff:169.254.169.254]/hook',
    'http://localhost/hook',
    'https://inside.example/hook',
  ])('to %s is refused with the request, and nothing is begun', async (url) => {
    const { crawl, crawls, usage } = crawlEndpoint(undefined, names);

    const replies = [await crawl({ webhook: url }), await crawl({ webhook: { url } })];

    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'FORBIDDEN_TARGET' } });
      expect(reply.body['error']).toMatch(/^webhook: .*not on the public internet/);
    }
    expect(await crawls()).toEqual([]);
    expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });
  });

  test.for([
    ['a public address', 'https://hooks.example/'],
    ['a name that does not resolve yet', 'https://new.example/'],
  ])('to %s is taken', async ([, url]) => {
    const { crawl } = crawlEndpoint(undefined, names);

    expect((await crawl({ webhook: url, async: true })).status).toBe(200);
  });
});
