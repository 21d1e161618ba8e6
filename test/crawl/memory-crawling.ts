import type { CrawlRequest } from '#shared/contract/crawl.ts';
import type { CrawlCaller } from '#shared/crawl/lifecycle/new-crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createCrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

interface MemoryCrawlingOptions {
  readonly clock: Clock;
  readonly queue: PageQueue;
  readonly store?: CrawlStore;
}

/** Starts and repairs crawls on in-memory ports; webhooks are dropped. */
export function memoryCrawling({ clock, queue, store = memoryCrawlStore() }: MemoryCrawlingOptions) {
  const usage = memoryUsageLedger();
  const announce = createAnnounceCrawl(store, { send: async () => {} });
  const ports = { store, queue, usage, announce, clock };
  const start = createStartCrawl({ ...ports, logger: silentLogger, maxConcurrency: 10, retentionDays: 7 });
  return {
    store,
    usage,
    lifecycle: createCrawlLifecycle(ports),
    start: (request: CrawlRequest, caller: CrawlCaller) =>
      start(
        request,
        caller,
        { requestId: 'request-1', host: 'site.example', startedAtMs: clock.now() },
        new AbortController().signal,
      ),
  };
}
