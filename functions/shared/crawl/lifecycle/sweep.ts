import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { CrawlLifecycle } from './crawl-lifecycle.ts';

export interface SweepDeps {
  readonly usage: Pick<UsageLedger, 'overdue' | 'refund'>;
  readonly store: Pick<CrawlStore, 'unfinalized'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reservations and crawls of one run; the next minute's run takes the others. */
const batchSize = 200;
/** A healthy crawl commits more often than this. */
const quietMs = 40_000;

/** Refunds the reservations of dead requests, and returns how many they were. */
async function refundOverdue({ usage, clock, logger }: SweepDeps): Promise<number> {
  const nowMs = clock.now();
  const overdue = await usage.overdue(nowMs, batchSize);
  let refunded = 0;
  for (const reservation of overdue)
    try {
      if (await usage.refund(reservation, nowMs)) refunded += 1;
    } catch (error) {
      logger.error('failed to refund a reservation', error, { reservation: reservation.id });
    }
  if (refunded > 0) logger.warn('refunded the reservations of dead requests', { refunded });
  return refunded;
}

/** Repairs crawls without progress, and returns how many they were. */
async function repairQuiet({ store, lifecycle, clock, logger }: SweepDeps): Promise<number> {
  const quiet = await store.unfinalized(clock.now() - quietMs, batchSize);
  for (const crawl of quiet)
    try {
      await lifecycle.repair(crawl);
    } catch (error) {
      logger.error('failed to repair a crawl', error, { crawlId: crawl.id });
    }
  return quiet.length;
}

/** Cleans up after dead processes, once a minute. */
export const createSweep =
  (deps: SweepDeps) => async (): Promise<{ readonly refunded: number; readonly repaired: number }> => ({
    refunded: await refundOverdue(deps),
    repaired: await repairQuiet(deps),
  });
