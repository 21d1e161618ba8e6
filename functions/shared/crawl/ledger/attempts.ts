/** Workers die of other causes as well, sometimes twice. */
const maxUnsuspiciousAttempts = 2;

/** Whether so many workers died with a leased row that it may be the cause. */
export const isSuspect = ({ attempt }: { readonly attempt: number }): boolean =>
  attempt > maxUnsuspiciousAttempts;

/** A page whose workers died this often is the cause of their deaths. */
export const maxAttempts = 5;

/** The reason that callers see for such a page. */
export const workersDied = 'reading the page failed repeatedly';
