import { operations, type UsageData } from '#shared/contract/usage.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { monthKey } from '#shared/kernel/clock.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import type { MonthUsage, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';

export interface UsageDeps extends RecordsEndpointDeps {
  readonly usage: Pick<UsageLedger, 'read'>;
}

type Day = UsageData['days'][number];

/** The days of an account: those of its keys, added up. */
function daysOfAccount(days: MonthUsage['days']): Day[] {
  const sums = new Map<string, Day>();
  for (const { day, operation, requests, pages, ai } of days) {
    const id = `${day} ${operation}`;
    const sum = sums.get(id) ?? { day, operation, requests: 0, pages: 0, ai: 0 };
    sums.set(id, {
      ...sum,
      requests: sum.requests + requests,
      pages: sum.pages + pages,
      ai: sum.ai + ai,
    });
  }
  const order = ({ day, operation }: Day): string => `${day} ${operations.indexOf(operation)}`;
  return [...sums.values()].toSorted((a, b) => order(a).localeCompare(order(b)));
}

const left = (limit: number | null, used: number): number | null =>
  limit === null ? null : Math.max(0, limit - used);

function usageOfKey({ keyId, name, environment, monthlyBudget, countedAs }: ApiKey, usage: MonthUsage) {
  const used = usage.usedByKey[countedAs] ?? 0;
  const budget = monthlyBudget ?? null;
  const operations = totals(usage.days.filter((day) => day.keyId === countedAs));
  return { id: keyId, name, environment, budget, used, remaining: left(budget, used), operations };
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
    const usage = await deps.usage.read(key.accountId, month);
    const { used, reserved, inFlight, days } = usage;
    const allowance = plan.monthlyRequests;
    const data: UsageData = {
      plan: plan.id,
      month,
      allowance,
      used,
      reserved,
      remaining: left(allowance, used),
      inFlight,
      requestsAtOnce: plan.requestsAtOnce,
      operations: totals(days),
      key: usageOfKey(key, usage),
      days: daysOfAccount(days),
    };
    return { data };
  });
