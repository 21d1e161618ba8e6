import { operations, type UsageData } from '#shared/contract/usage.ts';
import { monthKey } from '#shared/kernel/clock.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import type { MonthUsage, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';

export interface UsageDeps extends RecordsEndpointDeps {
  readonly usage: Pick<UsageLedger, 'read'>;
}

const totals = (days: MonthUsage['days']): UsageData['operations'] =>
  Object.fromEntries(
    operations.flatMap((operation) => {
      const own = days.filter((day) => day.operation === operation);
      if (own.length === 0) return [];
      const sum = (counter: 'requests' | 'pages' | 'ai') =>
        own.reduce((total, day) => total + day[counter], 0);
      return [[operation, { requests: sum('requests'), pages: sum('pages'), ai: sum('ai') }]];
    }),
  );

/** GET /api/v1/usage: this UTC month of the caller's account. */
export const createUsageEndpoint = (deps: UsageDeps) =>
  recordsEndpoint('GET', deps, async ({ caller: { key, plan } }) => {
    const month = monthKey(deps.clock.now());
    const { used, reserved, inFlight, days } = await deps.usage.read(key.accountId, month);
    const allowance = plan.monthlyRequests;
    const data: UsageData = {
      plan: plan.id,
      month,
      allowance,
      used,
      reserved,
      remaining: allowance === null ? null : Math.max(0, allowance - used),
      inFlight,
      requestsAtOnce: plan.requestsAtOnce,
      operations: totals(days),
      days: [...days],
    };
    return { data };
  });
