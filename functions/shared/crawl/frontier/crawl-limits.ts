/** URLs that one page or sitemap may add to a crawl of this limit: a million links would fill the ledger. */
export const maxUrlsFrom = (limit: number): number => 1_000 + limit * 10;

/** URLs that a crawl of this limit records in all. Each is a row that every end and every report reads. */
export const maxDiscovered = (limit: number): number => 2_000 + limit * 20;

/** Workers die of other causes as well, sometimes twice. */
const maxUnsuspiciousAttempts = 2;

/** Whether so many workers died with a leased row that it may be the cause. */
export const isSuspect = ({ attempt }: { readonly attempt: number }): boolean =>
  attempt > maxUnsuspiciousAttempts;

/** A page whose workers died this often is the cause of their deaths. */
export const maxAttempts = 5;
/** The reason that callers see. */
export const workersDied = 'reading the page failed repeatedly';
