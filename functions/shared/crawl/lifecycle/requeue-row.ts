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

/**
 * Releases a leased row and sends its message again, delayed until `notBeforeMs`. Sends nothing when the lease was
 * lost.
 */
export async function requeueRow(
  { store, queue, clock }: RequeueDeps,
  { id: crawlId, accountId }: Pick<Crawl, 'id' | 'accountId'>,
  { row, token }: LeasedRow,
  changes: Partial<Pick<CrawlRow, 'attempt' | 'tries' | 'notBeforeMs'>>,
): Promise<void> {
  const { hash, attempt, tries = 0, notBeforeMs = 0 } = { ...row, ...changes };
  if (!(await store.release(crawlId, hash, token, { attempt, tries, notBeforeMs }))) return;
  const delaySeconds = Math.max(0, (notBeforeMs - clock.now()) / 1000);
  await queue.send([{ crawlId, accountId, hash, delaySeconds }]);
}
