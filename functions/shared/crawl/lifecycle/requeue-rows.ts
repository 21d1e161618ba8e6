import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue, QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
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

/** A row's message, which comes at `atMs`. */
export const messageAt = (
  { id: crawlId, accountId }: Pick<Crawl, 'id' | 'accountId'>,
  hash: string,
  atMs: number,
  nowMs: number,
): QueuedPage => ({ crawlId, accountId, hash, delaySeconds: Math.max(0, (atMs - nowMs) / 1000) });

/**
 * Releases leased rows and sends their messages again, delayed until `notBeforeMs`. Rows of the same moment share
 * messages. Sends nothing for a row whose lease was lost.
 */
export async function requeueRows(
  { store, queue, clock }: RequeueDeps,
  crawl: Pick<Crawl, 'id' | 'accountId'>,
  rows: readonly Requeued[],
): Promise<void> {
  const release = async ({ row, token, changes }: Requeued) => {
    const { hash, attempt, tries = 0, throttles, notBeforeMs = 0 } = { ...row, ...changes };
    const how = { attempt, tries, notBeforeMs, ...(throttles === undefined ? {} : { throttles }) };
    if (!(await store.release(crawl.id, hash, token, how))) return [];
    return [messageAt(crawl, hash, notBeforeMs, clock.now())];
  };
  const released = await Promise.allSettled(rows.map(release));
  const pages = released.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (pages.length > 0) await queue.send(pages);
  const failed = released.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
