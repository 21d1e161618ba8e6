import type { AskForEstimate } from '#shared/crawl/lifecycle/lambda-estimate-crawl.ts';
import { createRunBatch, createRunCrawl, type RunCrawlDeps } from '#shared/crawl/lifecycle/run-crawl.ts';
import { createSeedRefusal } from '#shared/crawl/lifecycle/seed-refusal.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createRequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { createBatchEndpoint } from '../../functions/batch/batch.ts';
import { createCrawlEndpoint } from '../../functions/crawl/crawl.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { call, noon, ownKey, testDeps } from '../http/fixtures.ts';

type Changes = (store: CrawlStore) => Partial<CrawlStore>;
type CallOptions = Omit<Parameters<typeof call>[1], 'body' | 'resource'>;

/** The endpoints that start crawls and batches, on in-memory ports; names resolve to the given addresses. */
export function endpointsInMemory(
  changes: Changes = () => ({}),
  names: Readonly<Record<string, readonly string[]>> = {},
  estimateCrawl: AskForEstimate = () => Promise.reject(new Error('not asked for')),
  plan = 'starter',
) {
  const { deps, keys, usage } = testDeps({ keys: [ownKey(plan)] });
  const store = memoryCrawlStore();
  const queue = { send: async () => {} };
  const policy = createEgressPolicy({
    allow: [],
    resolveName: async (name) => names[name] ?? Promise.reject(new Error('no such name')),
  });
  const refusalOf = createSeedRefusal(policy);
  const runDeps: RunCrawlDeps = {
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
    requireReachable: createRequireReachable(policy),
  };
  const crawl = createCrawlEndpoint({
    ...deps,
    runCrawl: createRunCrawl(runDeps),
    estimateCrawl,
    refusalOf,
  });
  const batch = createBatchEndpoint({ ...deps, runBatch: createRunBatch(runDeps), refusalOf });
  const accountId = keys[0]?.key.accountId ?? '';
  const authenticated = { 'x-api-key': keys[0]?.text ?? '' };
  return {
    accountId,
    idempotency: deps.metering.idempotency.records,
    crawl: (body: object, { headers, ...options }: CallOptions = {}) =>
      call(crawl, {
        ...options,
        resource: '/api/v1/crawl',
        headers: { ...authenticated, ...headers },
        body: { url: 'https://site.example/', ...body },
      }),
    batch: (body: object, { headers, ...options }: CallOptions = {}) =>
      call(batch, {
        ...options,
        resource: '/api/v1/batch/scrape',
        headers: { ...authenticated, ...headers },
        body: { urls: ['https://site.example/', 'https://site.example/b'], ...body },
      }),
    crawls: async () => (await store.ofAccount(accountId, 10)).crawls,
    usage: () => usage.read(accountId, '2026-11', noon),
    records: async () => (await usage.recent(accountId, { nowMs: noon, limit: 10 })).records,
  };
}
