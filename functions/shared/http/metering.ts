import type { Plan } from '#shared/contract/plan.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { type Clock, nextMonthMs } from '#shared/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { RateDecision, RateGroup, TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import {
  nothingConsumed,
  type Consumption,
  type Ending,
  type Reservation,
  type ReserveOutcome,
  type Shortage,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { overAllowance, overBudget } from '#shared/accounts/usage/used-up.ts';
import { asAppError } from './app-error.ts';
import type { Authenticated } from './access.ts';
import type { Arrival, Step } from './chain.ts';
import { askedBy, type Recorded } from './request-record.ts';
import type { Understood } from './request-body.ts';
import { type Timed, timeIsUp } from './time-limit.ts';
import { settlingMs } from '#shared/contract/time-limits.ts';

/** Requests for the account's own records cost a read each; a client that polls sends one or two a second. */
const recordsPerRequest = 20;

const limitsPerMinute: Readonly<Record<RateGroup, (plan: Plan) => number>> = {
  requests: ({ requestsPerMinute }) => requestsPerMinute,
  crawls: ({ crawlsPerMinute }) => crawlsPerMinute,
  records: ({ requestsPerMinute }) => requestsPerMinute * recordsPerRequest,
  // Two windows of the page ask less than half as often.
  account: () => 200,
};

const groupNames: Readonly<Record<RateGroup, string>> = {
  requests: 'requests',
  crawls: 'crawls',
  records: 'requests for crawls, usage and repeated answers',
  account: 'requests of the account page',
};

/**
 * Requests per minute by plan. Every later reply says how many are left: in the three fields of early drafts,
 * which most clients read, and in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11).
 */
export const rateLimit = (
  group: RateGroup,
  takeFromRate: TakeFromRate,
  clock: Clock,
): Step<Authenticated> => {
  const take = accountRate(group, takeFromRate, clock);
  return { before: ({ caller: { key, plan }, headers }) => take(key.accountId, plan, headers) };
};

const rateHeaders = (group: RateGroup, rate: RateDecision): Arrival['headers'] => ({
  'ratelimit-limit': String(rate.limit),
  'ratelimit-remaining': String(rate.remaining),
  'ratelimit-reset': String(rate.resetSeconds),
  'ratelimit-policy': `"${group}";q=${rate.limit};w=60`,
  ratelimit: `"${group}";r=${rate.remaining};t=${rate.resetSeconds}`,
});

const overRate = (group: RateGroup, { id }: Plan, { limit, resetSeconds }: RateDecision): AppError =>
  new AppError('RATE_LIMITED', `The ${id} plan allows ${limit} ${groupNames[group]} a minute.`, {
    retryAfterSeconds: resetSeconds,
  });

/** Takes a request of an account from its rate, and adds the headers. Throws RATE_LIMITED. */
export const accountRate =
  (group: RateGroup, takeFromRate: TakeFromRate, clock: Clock) =>
  async (accountId: string, plan: Plan, headers: Arrival['headers']): Promise<void> => {
    const rate = await takeFromRate({
      accountId,
      group,
      limitPerMinute: limitsPerMinute[group](plan),
      nowMs: clock.now(),
    });
    Object.assign(headers, rateHeaders(group, rate));
    if (!rate.allowed) throw overRate(group, plan, rate);
  };

/** A request with an Idempotency-Key may get a stored answer, for which nothing is reserved: it counts as a read of one. */
export const replayRate = (takeFromRate: TakeFromRate, clock: Clock): Step<Authenticated> => {
  const take = accountRate('records', takeFromRate, clock);
  return {
    before: async ({ request, caller: { key, plan }, headers }) => {
      if (request.headers['idempotency-key'] !== undefined) await take(key.accountId, plan, headers);
    },
  };
};

/** Most requests in flight end within seconds. */
const placeRetrySeconds = 1;

const tooManyAtOnce = ({ plan }: Caller): AppError =>
  new AppError(
    'RATE_LIMITED',
    `The ${plan.id} plan allows ${plan.requestsAtOnce} requests at once. Retry when another one has finished.`,
    { retryAfterSeconds: placeRetrySeconds },
  );

/** Each attempt is tried for some seconds: a delivered page must not fail because a write does. */
const maxSettleAttempts = 4;

/** Settles a reservation, in several attempts. False when it was refunded before, as that of a dead process. */
async function settleWithRetries(
  usage: Pick<UsageLedger, 'settle'>,
  reservation: Reservation,
  consumed: Consumption,
  ending?: Ending,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await usage.settle(reservation, consumed, ending);
    } catch (error) {
      if (attempt >= maxSettleAttempts) throw error;
    }
  }
}

interface RefusalTerms {
  readonly rateGroup: RateGroup;
  readonly overQuotaStatus: 403 | 429;
}

interface Refused extends RefusalTerms {
  readonly units: number;
  readonly nowMs: number;
}

/** Crawls give back what they do not need when they end, most of them within minutes. */
const heldRetrySeconds = 30;

/** Until running requests may have given back what this one needs, or else until the next month. */
const quotaRetrySeconds = ({ mayFitSoon }: Shortage, nowMs: number): number =>
  mayFitSoon === true ? heldRetrySeconds : Math.ceil((nextMonthMs(nowMs) - nowMs) / 1000);

function refusedFor(
  outcome: Exclude<ReserveOutcome, { readonly kind: 'reserved' }>,
  caller: Caller,
  { rateGroup, overQuotaStatus: status, units, nowMs }: Refused,
): AppError {
  const { key, plan } = caller;
  if (outcome.kind === 'over-rate') return overRate(rateGroup, plan, outcome.rate);
  if (outcome.kind === 'too-many-at-once') return tooManyAtOnce(caller);
  const message =
    outcome.kind === 'over-allowance' ? overAllowance(plan, units, outcome) : overBudget(key, units, outcome);
  // A 403 is not repeated by itself.
  const retry = status === 429 ? { retryAfterSeconds: quotaRetrySeconds(outcome, nowMs) } : {};
  return new AppError('QUOTA_EXCEEDED', message, { status, ...retry });
}

interface QuotaTerms<Prepared> extends RefusalTerms {
  readonly operation: Operation;
  readonly timeoutCode: ErrorCode;
  /** The most requests that the work may cost; absent when the work has a reservation, and so a record, of its own. */
  readonly units: ((prepared: Prepared) => number | undefined) | undefined;
}

export interface Reserved {
  readonly reservation: Reservation;
  /** Its consumption, and why it failed although it has an answer; set by the work. */
  readonly meter: {
    consumed: Consumption;
    failure?: ErrorCode | undefined;
    /** The answer is streamed, and closes the reservation at its end. */
    isStreamed?: boolean;
  };
  readonly closing: {
    /** Settles the reservation to what was consumed. Rejects when it cannot be counted any more. */
    readonly answered: (status: number) => Promise<void>;
    /** Refunds the reservation. */
    readonly failed: (error: unknown) => Promise<void>;
  };
}

/** How a request ended that has no answer. */
function endingOf(thrown: unknown, endedAtMs: number): Ending {
  const { status, code } = asAppError(thrown);
  return { endedAtMs, status, code };
}

/** Crawls that have started have a record of their own, whatever became of them: they answer with 200. */
const isRecordOfItsOwn = (units: number | undefined, status: number): boolean =>
  units === undefined && status === 200;

/**
 * Counts the request in its rate and reserves the maximum price of the work, settles it to the actual one, and refunds it when the work fails: a failed
 * operation costs nothing. The reservation includes one of the account's places for
 * requests in flight.
 */
export const quota = <Prepared>(
  { operation, rateGroup, overQuotaStatus, timeoutCode, units: unitsOf }: QuotaTerms<Prepared>,
  usage: UsageLedger,
  clock: Clock,
): Step<Understood<Prepared> & Timed & Recorded, Reserved> => ({
  before: async (known) => {
    const { caller, invocationId, prepared, deadline, record, headers } = known;
    const units = unitsOf?.(prepared);
    const nowMs = clock.now();
    const outcome = await usage.reserve({
      id: invocationId,
      accountId: caller.key.accountId,
      keyId: caller.key.countedAs,
      operation,
      units: units ?? 0,
      allowance: caller.plan.monthlyRequests,
      budget: caller.key.monthlyBudget ?? null,
      requestsAtOnce: caller.plan.requestsAtOnce,
      rate: { group: rateGroup, limitPerMinute: limitsPerMinute[rateGroup](caller.plan) },
      nowMs,
      dueAtMs: deadline.atMs + settlingMs,
      asked: askedBy(known),
    });
    if (outcome.rate !== undefined) Object.assign(headers, rateHeaders(rateGroup, outcome.rate));
    if (outcome.kind !== 'reserved')
      throw refusedFor(outcome, caller, { rateGroup, overQuotaStatus, units: units ?? 0, nowMs });
    record.isReserved = true;
    const { reservation } = outcome;
    const meter: Reserved['meter'] = { consumed: nothingConsumed };
    return {
      reservation,
      meter,
      closing: {
        answered: async (status) => {
          const { consumed, failure: code } = meter;
          const ending = isRecordOfItsOwn(units, status)
            ? undefined
            : { endedAtMs: clock.now(), status, code };
          const isCounted = await settleWithRetries(usage, reservation, consumed, ending);
          // It was refunded as that of a dead process: a request that cannot be counted is not delivered.
          if (!isCounted && consumed.requests > 0) throw timeIsUp(timeoutCode);
        },
        failed: async (error) => {
          const ending = endingOf(error, clock.now());
          const hasOwnRecord = isRecordOfItsOwn(units, ending.status);
          await settleWithRetries(usage, reservation, nothingConsumed, hasOwnRecord ? undefined : ending);
        },
      },
    };
  },
  after: async ({ closing, meter }, { statusCode }) => {
    if (meter.isStreamed !== true) await closing.answered(statusCode);
  },
  onError: async ({ closing }, error) => {
    await closing.failed(error);
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
    dueAtMs: nowMs + maxMs + settlingMs,
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
