import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { operations, type UsageData } from '#shared/contract/usage.ts';
import type { MonthUsage } from '#shared/accounts/usage/usage-ledger.ts';

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

export const left = (limit: number | null, used: number): number | null =>
  limit === null ? null : Math.max(0, limit - used);

/** The rest of a key's budget, or of its account when that is less; null without a budget. */
function leftOfBudget(budget: number | null, used: number, ofAccount: number | null): number | null {
  const own = left(budget, used);
  return own === null || ofAccount === null ? own : Math.min(own, ofAccount);
}

function usageOfKey(
  { keyId, name, environment, monthlyBudget, countedAs }: ApiKey,
  usage: MonthUsage,
  ofAccount: number | null,
) {
  const used = usage.usedByKey[countedAs] ?? 0;
  const budget = monthlyBudget ?? null;
  const operations = totals(usage.days.filter((day) => day.keyId === countedAs));
  return {
    id: keyId,
    name,
    environment,
    budget,
    used,
    remaining: leftOfBudget(budget, used, ofAccount),
    operations,
  };
}

export const totals = (days: MonthUsage['days']): UsageData['operations'] =>
  Object.fromEntries(
    operations.flatMap((operation) => {
      const own = days.filter((day) => day.operation === operation);
      if (own.length === 0) return [];
      const sum = (counter: 'requests' | 'pages' | 'ai') =>
        own.reduce((total, day) => total + day[counter], 0);
      return [[operation, { requests: sum('requests'), pages: sum('pages'), ai: sum('ai') }]];
    }),
  );

/** `data` of an answer about usage: a UTC month of the caller's account, and the caller's own key in it. */
export function usageDataOf({ key, plan }: Caller, month: string, usage: MonthUsage): UsageData {
  const { used, reserved, inFlight, days } = usage;
  const allowance = plan.monthlyRequests;
  const remaining = left(allowance, used);
  return {
    plan: plan.id,
    month,
    allowance,
    used,
    reserved,
    remaining,
    inFlight,
    requestsAtOnce: plan.requestsAtOnce,
    operations: totals(days),
    key: usageOfKey(key, usage, remaining),
    days: daysOfAccount(days),
  };
}
