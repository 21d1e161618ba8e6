import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { LeasedRow } from '#shared/crawl/lifecycle/requeue-rows.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Pause } from '#shared/kernel/pause.ts';

export interface LeaseWatchDeps {
  readonly store: Pick<CrawlStore, 'find' | 'renew'>;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly logger: Logger;
}

/** A lease outlives a few missed renewals; the page of a dead worker waits this long. */
export const leaseMs = 20_000;
const renewEveryMs = 7_000;
/** How soon a worker notices that its crawl has ended. */
const watchEveryMs = 1_500;

export interface LeaseWatch {
  /** Aborts when the crawl no longer runs. */
  readonly crawlEnded: AbortSignal;
  readonly stop: () => Promise<void>;
}

/** Renews the leases of a crawl's rows until it is stopped or the crawl has ended. */
export function watchLeases(
  { store, clock, pause, logger }: LeaseWatchDeps,
  crawl: Crawl,
  leases: readonly LeasedRow[],
): LeaseWatch {
  const crawlEnded = new AbortController();
  // Apart from `crawlEnded`: the signals of all pages hang on that one, and aborting those that are done costs as much
  // as a page.
  const stopped = new AbortController();
  const over = AbortSignal.any([crawlEnded.signal, stopped.signal]);
  let renewedAtMs = clock.now();

  const look = async (): Promise<void> => {
    const current = await store.find(crawl.id);
    if (current?.status !== 'running') crawlEnded.abort(new Error('The crawl has ended.'));
    if (over.aborted || clock.now() - renewedAtMs < renewEveryMs) return;
    await Promise.all(
      leases.map(({ row, token }) => store.renew(crawl.id, row.hash, token, clock.now() + leaseMs)),
    );
    renewedAtMs = clock.now();
  };
  const watch = async (): Promise<void> => {
    while (!over.aborted) {
      await pause(watchEveryMs, over);
      if (over.aborted) return;
      // A failed look must not end the watch: the next one renews the leases, too.
      await look().catch((error: unknown) => {
        logger.error('failed to renew the leases of a crawl', error, { crawlId: crawl.id });
      });
    }
  };
  const watching = watch();
  return {
    crawlEnded: crawlEnded.signal,
    stop: async () => {
      stopped.abort();
      await watching;
    },
  };
}
