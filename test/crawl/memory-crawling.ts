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
  return {
    store,
    usage,
    lifecycle: createCrawlLifecycle(ports),
    start: createStartCrawl({ ...ports, logger: silentLogger, maxConcurrency: 10, retentionDays: 7 }),
  };
}
