import type { Operation } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  nothingConsumed,
  type Consumption,
  type Reservation,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import { type Caller, established, type ChainState } from './chain.ts';
import { operationFacts } from './operation-facts.ts';
import { settleMarginMs, tooManyAtOnce } from './place-in-flight.ts';

export const quotaExceeded = (operation: Operation, { plan }: Caller): AppError =>
  new AppError(
    'QUOTA_EXCEEDED',
    `The ${plan.id} plan's ${plan.monthlyRequests} requests of this month are used up.`,
    {
      status: operationFacts[operation].overQuotaStatus,
    },
  );

/** Each waits some seconds for the account's row: a delivered page must not fail because many settle at once. */
const maxSettleAttempts = 4;

async function settled(
  usage: UsageLedger,
  reservation: Reservation,
  consumed: Consumption,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await usage.settle(reservation, consumed);
    } catch (error) {
      if (attempt >= maxSettleAttempts) throw error;
    }
  }
}

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
  const { reservation } = outcome;
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    await settled(usage, reservation, nothingConsumed);
    throw error;
  }
  const consumed = reply.consumed ?? nothingConsumed;
  const isCounted = await settled(usage, reservation, consumed);
  // Taken for dead long after its deadline and refunded: what cannot be counted any more is not delivered.
  if (!isCounted && consumed.requests > 0)
    throw new AppError(operationFacts[operation].timeoutCode, 'The time given to this request ran out.');
  return reply;
}
