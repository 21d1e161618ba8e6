import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { nothingConsumed, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { Caller } from './chain.ts';

/** Beyond the answer's deadline, for settling: only then does the sweeper take the process for dead. */
export const settleMarginMs = 15_000;

/** Nobody knows when a request in flight is answered; most of them are within seconds. */
const retryAfterSeconds = 1;

export const tooManyAtOnce = ({ plan }: Caller): AppError =>
  new AppError(
    'RATE_LIMITED',
    `The ${plan.id} plan allows ${plan.requestsAtOnce} requests at once. Send this one again when another has been answered.`,
    { retryAfterSeconds },
  );

interface PlaceRequest {
  readonly caller: Caller;
  readonly invocationId: string;
  /** Milliseconds that the answer may take. */
  readonly longestMs: number;
}

/**
 * Sends lines while they hold one of the account's places for requests in flight, which costs nothing. Rejects with
 * RATE_LIMITED when no place is free.
 */
export async function withPlaceInFlight(
  lines: AsyncIterable<string>,
  { caller, invocationId, longestMs }: PlaceRequest,
  { usage, clock }: { readonly usage: Pick<UsageLedger, 'reserve' | 'settle'>; readonly clock: Clock },
): Promise<AsyncIterable<string>> {
  const nowMs = clock.now();
  const outcome = await usage.reserve({
    id: invocationId,
    accountId: caller.key.accountId,
    operation: 'crawl',
    units: 0,
    allowance: null,
    requestsAtOnce: caller.plan.requestsAtOnce,
    nowMs,
    dueAtMs: nowMs + longestMs + settleMarginMs,
  });
  if (outcome.kind !== 'reserved') throw tooManyAtOnce(caller);
  const { reservation } = outcome;
  return (async function* () {
    try {
      yield* lines;
    } finally {
      await usage.settle(reservation, nothingConsumed);
    }
  })();
}
