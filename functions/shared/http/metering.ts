import type { Plan } from '#shared/contract/plan.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { RateGroup, TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import {
  nothingConsumed,
  type Consumption,
  type Reservation,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { allowanceUsedUp, budgetUsedUp } from '#shared/accounts/usage/used-up.ts';
import type { Authenticated } from './access.ts';
import type { Step } from './chain.ts';
import type { Understood } from './request-body.ts';
import { type Timed, timeIsUp } from './time-limit.ts';

/** Requests for the account's own records cost a read each; a client that polls sends one or two a second. */
const recordsPerRequest = 20;

const limitsPerMinute: Readonly<Record<RateGroup, (plan: Plan) => number>> = {
  requests: ({ requestsPerMinute }) => requestsPerMinute,
  crawls: ({ crawlsPerMinute }) => crawlsPerMinute,
  records: ({ requestsPerMinute }) => requestsPerMinute * recordsPerRequest,
};

const groupNames: Readonly<Record<RateGroup, string>> = {
  requests: 'requests',
  crawls: 'crawls',
  records: 'requests for crawls and usage',
};

/**
 * Requests per minute by plan. Every reply says how many are left: in the three fields of early drafts,
 * which most clients read, and in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11).
 */
export const rateLimit = (
  group: RateGroup,
  takeFromRate: TakeFromRate,
  clock: Clock,
): Step<Authenticated> => ({
  before: async ({ caller: { key, plan }, headers }) => {
    const rate = await takeFromRate({
      accountId: key.accountId,
      group,
      limitPerMinute: limitsPerMinute[group](plan),
      nowMs: clock.now(),
    });
    Object.assign(headers, {
      'ratelimit-limit': String(rate.limit),
      'ratelimit-remaining': String(rate.remaining),
      'ratelimit-reset': String(rate.resetSeconds),
      'ratelimit-policy': `"${group}";q=${rate.limit};w=60`,
      ratelimit: `"${group}";r=${rate.remaining};t=${rate.resetSeconds}`,
    });
    if (rate.allowed) return;
    throw new AppError(
      'RATE_LIMITED',
      `The ${plan.id} plan allows ${rate.limit} ${groupNames[group]} a minute.`,
      { retryAfterSeconds: rate.resetSeconds },
    );
  },
});

/** Time after the deadline for settling: after it, the sweeper takes the process for dead. */
const settleMarginMs = 15_000;
/** Most requests in flight end within seconds. */
const placeRetrySeconds = 1;

const tooManyAtOnce = ({ plan }: Caller): AppError =>
  new AppError(
    'RATE_LIMITED',
    `The ${plan.id} plan allows ${plan.requestsAtOnce} requests at once. Retry when another one has finished.`,
    { retryAfterSeconds: placeRetrySeconds },
  );

/** Each attempt waits some seconds for the account's row: a delivered page must not fail because many settle at once. */
const maxSettleAttempts = 4;

/**
 * Settles a reservation, in several attempts. False when the sweeper has refunded it before. After an attempt whose
 * answer was lost, a missing reservation is one that this attempt has settled.
 */
async function settleWithRetries(
  usage: Pick<UsageLedger, 'settle'>,
  reservation: Reservation,
  consumed: Consumption,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isCounted = await usage.settle(reservation, consumed);
      return isCounted || attempt > 1;
    } catch (error) {
      if (attempt >= maxSettleAttempts) throw error;
    }
  }
}

interface QuotaTerms<Prepared> {
  readonly operation: Operation;
  readonly overQuotaStatus: 403 | 429;
  readonly timeoutCode: ErrorCode;
  /** The most requests that the work may cost. */
  readonly units: (prepared: Prepared) => number;
}

export interface Reserved {
  readonly reservation: Reservation;
  /** Its consumption, set by the work. */
  readonly meter: { consumed: Consumption };
}

/**
 * Reserves the maximum price of the work, settles it to the actual one, and refunds it when the work fails: a failed
 * operation costs nothing. The reservation includes one of the account's places for
 * requests in flight.
 */
export const quota = <Prepared>(
  { operation, overQuotaStatus, timeoutCode, units }: QuotaTerms<Prepared>,
  usage: UsageLedger,
  clock: Clock,
): Step<Understood<Prepared> & Timed, Reserved> => ({
  before: async ({ caller, invocationId, prepared, deadline }) => {
    const outcome = await usage.reserve({
      id: invocationId,
      accountId: caller.key.accountId,
      keyId: caller.key.countedAs,
      operation,
      units: units(prepared),
      allowance: caller.plan.monthlyRequests,
      budget: caller.key.monthlyBudget ?? null,
      requestsAtOnce: caller.plan.requestsAtOnce,
      nowMs: clock.now(),
      dueAtMs: deadline.atMs + settleMarginMs,
    });
    if (outcome.kind === 'over-allowance')
      throw new AppError('QUOTA_EXCEEDED', allowanceUsedUp(caller.plan), { status: overQuotaStatus });
    if (outcome.kind === 'over-budget')
      throw new AppError('QUOTA_EXCEEDED', budgetUsedUp(caller.key), { status: overQuotaStatus });
    if (outcome.kind === 'too-many-at-once') throw tooManyAtOnce(caller);
    return { reservation: outcome.reservation, meter: { consumed: nothingConsumed } };
  },
  after: async ({ reservation, meter: { consumed } }) => {
    const isCounted = await settleWithRetries(usage, reservation, consumed);
    // The sweeper has refunded the reservation: a request that cannot be counted is not delivered.
    if (!isCounted && consumed.requests > 0) throw timeIsUp(timeoutCode);
  },
  onError: async ({ reservation }) => {
    await settleWithRetries(usage, reservation, nothingConsumed);
  },
});

interface PlaceRequest {
  readonly caller: Caller;
  readonly invocationId: string;
  /** The longest that sending may take. */
  readonly maxMs: number;
}

/**
 * Streams lines in one of the account's places for requests in flight, which costs nothing. Rejects with RATE_LIMITED
 * when no place is free.
 */
export async function withPlaceInFlight(
  lines: AsyncIterable<string>,
  { caller, invocationId, maxMs }: PlaceRequest,
  { usage, clock }: { readonly usage: Pick<UsageLedger, 'reserve' | 'settle'>; readonly clock: Clock },
): Promise<AsyncIterable<string>> {
  const nowMs = clock.now();
  const outcome = await usage.reserve({
    id: invocationId,
    accountId: caller.key.accountId,
    keyId: caller.key.countedAs,
    operation: 'crawl',
    units: 0,
    allowance: null,
    budget: null,
    requestsAtOnce: caller.plan.requestsAtOnce,
    nowMs,
    dueAtMs: nowMs + maxMs + settleMarginMs,
  });
  if (outcome.kind !== 'reserved') throw tooManyAtOnce(caller);
  const { reservation } = outcome;
  return (async function* () {
    try {
      yield* lines;
    } finally {
      await settleWithRetries(usage, reservation, nothingConsumed);
    }
  })();
}
