import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The caller's crawl or batch. Throws NOT_FOUND alike for crawls of other accounts, expired crawls and unknown ids. */
export async function requireOwnCrawl(
  id: string | undefined,
  accountId: string,
  { store, clock }: { readonly store: Pick<CrawlStore, 'find'>; readonly clock: Clock },
): Promise<Crawl> {
  const crawl = id === undefined ? undefined : await store.find(id);
  if (crawl === undefined || crawl.accountId !== accountId || crawl.expiresAtMs <= clock.now())
    throw new AppError('NOT_FOUND', 'There is no such crawl or batch, or it has expired.');
  return crawl;
}
