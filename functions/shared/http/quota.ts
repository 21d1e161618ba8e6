import type { Operation } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { nothingConsumed, type Consumption, type UsageLedger } from '#shared/usage/usage-ledger.ts';
import { type Caller, established, type ChainState } from './chain.ts';
import { operationFacts } from './operation-facts.ts';

/** Beyond the answer's deadline, for settling: only then does the sweeper take the process for dead. */
const settleMarginMs = 15_000;

export const quotaExceeded = (operation: Operation, { plan }: Caller): AppError =>
  new AppError(
    'QUOTA_EXCEEDED',
    `The ${plan.id} plan's ${plan.monthlyRequests} requests of this month are used up.`,
    {
      status: operationFacts[operation].overQuotaStatus,
    },
  );

/** Nobody knows when a request in flight is answered; most of them are within seconds. */
const retryAfterSeconds = 1;

const tooManyAtOnce = ({ plan }: Caller): AppError =>
  new AppError(
    'RATE_LIMITED',
    `The ${plan.id} plan allows ${plan.requestsAtOnce} requests at once. Send this one again when another has been answered.`,
    { retryAfterSeconds },
  );

/**
 * Runs work that costs up to `units` requests: reserved before it starts, settled to what was consumed,
 * refunded when it fails. An operation that fails must not cost anything (decisions: Plans, quota, rate). While it
 * runs, the work has one of the account's places for requests in flight.
 */
export async function withinQuota<Reply extends { readonly consumed?: Consumption }>(
  { operation, units }: { readonly operation: Operation; readonly units: number },
  state: ChainState,
  { usage, clock }: { readonly usage: UsageLedger; readonly clock: Clock },
  work: () => Promise<Reply>,
): Promise<Reply> {
  const caller = established(state.caller, 'caller');
  const outcome = await usage.reserve({
    id: state.invocationId,
    accountId: caller.key.accountId,
    operation,
    units,
    allowance: caller.plan.monthlyRequests,
    requestsAtOnce: caller.plan.requestsAtOnce,
    nowMs: clock.now(),
    dueAtMs: established(state.answerDueAtMs, 'deadline') + settleMarginMs,
  });
  if (outcome.kind === 'over-allowance') throw quotaExceeded(operation, caller);
  if (outcome.kind === 'too-many-at-once') throw tooManyAtOnce(caller);
  let consumed = nothingConsumed;
  try {
    const reply = await work();
    consumed = reply.consumed ?? nothingConsumed;
    return reply;
  } finally {
    await usage.settle(outcome.reservation, consumed);
  }
}
