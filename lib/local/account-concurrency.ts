/** The refusal of an invocation beyond the concurrency of the account (Lambda: TooManyRequestsException). */
export class ConcurrencyExceeded extends Error {}

/** The invocations that run at the same time, of all functions together. */
export interface AccountConcurrency {
  /** Counts an invocation until the returned function is called. Throws ConcurrencyExceeded when there is no place. */
  readonly enter: () => () => void;
}

/** Lambda counts invocations and not environments: an idle environment takes no place. */
export function accountConcurrency(maxAtOnce: number): AccountConcurrency {
  let running = 0;
  return {
    enter: () => {
      if (running >= maxAtOnce) throw new ConcurrencyExceeded('Rate Exceeded.');
      running += 1;
      return () => (running -= 1);
    },
  };
}
