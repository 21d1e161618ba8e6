import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { nothingConsumed, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';

export interface SweeperDeps {
  readonly usage: Pick<UsageLedger, 'overdue' | 'settle'>;
  readonly crawls: Pick<CrawlStore, 'unfinalized'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One run handles at most this many; the next minute's run goes on. */
const batchSize = 200;
/** A healthy crawl commits something more often than this. */
const quietMs = 40_000;

/** Gives back what dead requests reserved, and gets crawls going again that lost a message or a worker. */
export const createSweeper =
  ({ usage, crawls, lifecycle, clock, logger }: SweeperDeps) =>
  async (): Promise<{ readonly refunded: number; readonly attended: number }> => {
    const overdue = await usage.overdue(clock.now(), batchSize);
    let refunded = 0;
    for (const reservation of overdue)
      try {
        if (await usage.settle(reservation, nothingConsumed)) refunded += 1;
      } catch (error) {
        logger.error('a reservation could not be given back', error, { reservation: reservation.id });
      }
    if (overdue.length > 0) logger.warn('gave back reservations of dead requests', { refunded });

    const quiet = await crawls.unfinalized(clock.now() - quietMs, batchSize);
    for (const crawl of quiet)
      try {
        await lifecycle.repair(crawl);
      } catch (error) {
        logger.error('a crawl could not be looked after', error, { crawlId: crawl.id });
      }
    return { refunded, attended: quiet.length };
  };
