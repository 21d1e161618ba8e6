import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The caller's crawl. One of another account, one that expired and one that never was are all NOT_FOUND. */
export async function requireOwnCrawl(
  id: string | undefined,
  accountId: string,
  { store, clock }: { readonly store: Pick<CrawlStore, 'find'>; readonly clock: Clock },
): Promise<Crawl> {
  const crawl = id === undefined ? undefined : await store.find(id);
  if (crawl === undefined || crawl.accountId !== accountId || crawl.expiresAtMs <= clock.now())
    throw new AppError('NOT_FOUND', 'There is no such crawl, or it has expired.');
  return crawl;
}
