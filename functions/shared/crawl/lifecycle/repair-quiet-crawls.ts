import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { CrawlLifecycle } from './crawl-lifecycle.ts';

export interface RepairDeps {
  readonly store: Pick<CrawlStore, 'unfinalized'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Crawls of one call; the next one takes the others. */
const batchSize = 200;
/** A healthy crawl commits more often than this. */
const quietMs = 40_000;

/** Repairs crawls without progress, whose workers may be dead, and returns how many they were. */
export async function repairQuietCrawls({ store, lifecycle, clock, logger }: RepairDeps): Promise<number> {
  const quiet = await store.unfinalized(clock.now() - quietMs, batchSize);
  for (const crawl of quiet)
    try {
      await lifecycle.repair(crawl);
    } catch (error) {
      logger.error('failed to repair a crawl', error, { crawlId: crawl.id });
    }
  return quiet.length;
}
