import type { PageMessage } from '#shared/contract/messages.ts';
import { maxAttempts, workersDied } from '#shared/crawl/ledger/attempts.ts';
import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { CrawlLifecycle } from './crawl-lifecycle.ts';
import { requeueRows } from './requeue-rows.ts';

export interface CloseDeadPagesDeps {
  readonly store: Pick<CrawlStore, 'lease' | 'commit' | 'release'>;
  readonly queue: PageQueue;
  readonly lifecycle: Pick<CrawlLifecycle, 'afterCommit'>;
  readonly clock: Clock;
}

const leaseMs = 30_000;

const hasKilledItsWorkers = ({ attempt }: CrawlRow): boolean => attempt > maxAttempts;

async function fail(
  { store, lifecycle, clock }: CloseDeadPagesDeps,
  crawlId: string,
  rows: readonly CrawlRow[],
  leaseToken: string,
): Promise<void> {
  if (rows.length === 0) return;
  const { crawl, results, admitted } = await store.commit(crawlId, {
    nowMs: clock.now(),
    objectName: '',
    discovered: [],
    finished: rows.map(({ hash, url, kind }) => ({
      hash,
      url,
      kind,
      leaseToken,
      state: 'failed',
      code: 'INTERNAL_ERROR',
      reason: workersDied,
    })),
  });
  if (crawl !== undefined) await lifecycle.afterCommit(crawl, results, admitted);
}

/**
 * Handles a message whose receives are used up. Pages that killed their workers are closed, so that their crawl can
 * end. The others are sent again: they were read beside such a page, or no page could be read at all. Resolves to
 * false, so that the message is retried, while another worker reads one of the pages.
 */
export const createCloseDeadPages =
  (deps: CloseDeadPagesDeps) =>
  async ({ crawlId, hashes }: PageMessage): Promise<boolean> => {
    const nowMs = deps.clock.now();
    const token = newId('lease');
    const { crawl, leased, busy } = await deps.store.lease(crawlId, hashes, {
      token,
      nowMs,
      untilMs: nowMs + leaseMs,
    });
    if (crawl === undefined) return true;
    // This lease counts as an attempt, so that a page that never reaches a worker is closed in the end, too.
    const innocent = leased.filter((row) => !hasKilledItsWorkers(row));
    await requeueRows(
      deps,
      crawl,
      innocent.map((row) => ({ row, token, changes: {} })),
    );
    await fail(deps, crawlId, leased.filter(hasKilledItsWorkers), token);
    return busy.length === 0;
  };
