import type { AccountUsage } from './key-administration.ts';
import { textTable } from './text-table.ts';

/** A month of an account: what is left, and a line for each day, key and operation. */
export function usageReport({ account, plan, keys, month, usage }: AccountUsage): string {
  const nameOf = (keyId: string | undefined): string => {
    const last = keys.findLast(({ countedAs }) => countedAs === keyId);
    return last?.name ?? '-';
  };
  const allowance = plan?.monthlyRequests ?? null;
  const left = allowance === null ? 'unlimited' : String(Math.max(0, allowance - usage.used));
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
    ['left', left],
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
