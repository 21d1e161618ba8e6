import { bestWaiting } from '#shared/crawl/frontier/best-waiting.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { mayAdmitPage, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';

export interface AdmitDeps {
  readonly store: Pick<CrawlStore, 'admit' | 'bestWaiting' | 'exclude'>;
  readonly queue: PageQueue;
  readonly clock: Clock;
}

/** Sends the messages of rows that are queued. */
export async function sendPages(
  { queue }: Pick<AdmitDeps, 'queue'>,
  { id: crawlId, accountId }: Crawl,
  rows: readonly CrawlRow[],
): Promise<void> {
  if (rows.length > 0) await queue.send(rows.map(({ hash }) => ({ crawlId, accountId, hash })));
}

/** Moves these rows into the queue as far as there is room. */
export async function admitRows(deps: AdmitDeps, crawl: Crawl, rows: readonly CrawlRow[]): Promise<void> {
  await sendPages(deps, crawl, await deps.store.admit(crawl, rows, deps.clock.now()));
}

/** Fills the free places of a crawl with the best rows that wait. */
export async function admitNext(deps: AdmitDeps, crawl: Crawl): Promise<void> {
  if (!mayAdmitPage(crawl)) return;
  const best = await bestWaiting(deps.store, crawl, roomOf(crawl).open, deps.clock.now());
  await admitRows(deps, crawl, best);
}
