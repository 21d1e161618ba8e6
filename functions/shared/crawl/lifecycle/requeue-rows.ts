import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** A row and the token of its lease. */
export interface LeasedRow {
  readonly row: CrawlRow;
  readonly token: string;
}

export interface RequeueDeps {
  readonly store: Pick<CrawlStore, 'release'>;
  readonly queue: PageQueue;
  readonly clock: Clock;
}

export interface Requeued extends LeasedRow {
  readonly changes: Partial<Pick<CrawlRow, 'attempt' | 'tries' | 'throttles' | 'notBeforeMs'>>;
}

/**
 * Releases leased rows and sends their messages again, delayed until `notBeforeMs`. Rows of the same moment share
 * messages. Sends nothing for a row whose lease was lost.
 */
export async function requeueRows(
  { store, queue, clock }: RequeueDeps,
  { id: crawlId, accountId }: Pick<Crawl, 'id' | 'accountId'>,
  rows: readonly Requeued[],
): Promise<void> {
  const release = async ({ row, token, changes }: Requeued) => {
    const { hash, attempt, tries = 0, throttles, notBeforeMs = 0 } = { ...row, ...changes };
    const how = { attempt, tries, notBeforeMs, ...(throttles === undefined ? {} : { throttles }) };
    if (!(await store.release(crawlId, hash, token, how))) return [];
    return [{ crawlId, accountId, hash, delaySeconds: Math.max(0, (notBeforeMs - clock.now()) / 1000) }];
  };
  const released = await Promise.allSettled(rows.map(release));
  const pages = released.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (pages.length > 0) await queue.send(pages);
  const failed = released.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
