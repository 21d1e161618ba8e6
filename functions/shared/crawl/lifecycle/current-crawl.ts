import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type CrawlLifecycle, quietMs } from './crawl-lifecycle.ts';
import { requireOwnCrawl } from './own-crawl.ts';

export interface CurrentCrawlDeps {
  readonly store: CrawlStore;
  readonly clock: Clock;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
}

/** The caller's crawl as it is now: a quiet one is repaired first. Rejects with NOT_FOUND. */
export async function currentCrawl(
  id: string | undefined,
  accountId: string,
  { store, clock, lifecycle }: CurrentCrawlDeps,
): Promise<Crawl> {
  const found = await requireOwnCrawl(id, accountId, { store, clock });
  if (found.status !== 'running' || clock.now() - found.touchedAtMs <= quietMs) return found;
  await lifecycle.repair(found);
  return (await store.find(found.id)) ?? found;
}
