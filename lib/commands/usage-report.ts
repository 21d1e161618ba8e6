import type { AccountUsage } from './key-administration.ts';
import { textTable } from './text-table.ts';

/** Requests of the month that are left, or why that is not known. */
function leftOf({ account, plan, usage }: AccountUsage): string {
  if (plan === undefined)
    return `unknown: there is no plan "${account.planId}" here. Set PLANS_FILE as for the service.`;
  const allowance = plan.monthlyRequests;
  return allowance === null ? 'unlimited' : String(Math.max(0, allowance - usage.used));
}

/** A month of an account: what is left, and a line for each day, key and operation. */
export function usageReport(report: AccountUsage): string {
  const { account, keys, month, usage } = report;
  const nameOf = (keyId: string | undefined): string => {
    const last = keys.findLast(({ countedAs }) => countedAs === keyId);
    return last?.name ?? '-';
  };
  const budgets = keys
    .filter(({ monthlyBudget, rotatedTo }) => monthlyBudget !== undefined && rotatedTo === undefined)
    .map(({ name, monthlyBudget, countedAs }) => [
      `budget of ${name}`,
      `${usage.usedByKey[countedAs] ?? 0} of ${monthlyBudget} used`,
    ]);
  const totals = [
    ['account', account.accountId],
    ['plan', account.planId],
    ['month', month],
    ['used', `${usage.used}, of which ${usage.reserved} by requests still running`],
    ['left', leftOf(report)],
    ...budgets,
  ];
  const width = Math.max(...totals.map(([label = '']) => label.length));
  const lines = totals.map(([label = '', value = '']) => `${label.padEnd(width)}  ${value}`);
  if (usage.days.length === 0) return lines.join('\n');
  const days = usage.days.map(({ day, keyId, operation, requests, pages, ai }) => [
    day,
    operation,
    ...[requests, pages, ai].map(String),
    keyId ?? '-',
    nameOf(keyId),
  ]);
  const headings = ['day', 'operation', 'requests', 'pages', 'ai', 'key', 'name'];
  return [...lines, '', textTable(headings, days)].join('\n');
}
