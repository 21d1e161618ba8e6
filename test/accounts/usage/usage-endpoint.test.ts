import { describe, expect, test } from 'vitest';

import { usageDataOf } from '#shared/accounts/management/usage-data.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { noUsage } from '#shared/accounts/usage/usage-ledger.ts';
import { type UsageData, usageData } from '#shared/contract/usage.ts';
import { createUsageEndpoint } from '../../../functions/usage/usage.ts';
import { call, noon, ownKey, testDeps } from '../../http/fixtures.ts';

/** An account with two keys, the first of which has a budget, and what each key used. */
async function accountWithUse() {
  const first = ownKey('starter', { name: 'server', environment: 'development', monthlyBudget: 10 });
  const { accountId, keyId, monthlyBudget } = { monthlyBudget: 10, ...first.key };
  const second = ownKey('starter', { accountId, name: 'laptop' });
  const rotated = ownKey('starter', { accountId, monthlyBudget, countedAs: keyId, rotatedFrom: keyId });
  const { deps, usage } = testDeps({ keys: [first, second, rotated] });
  const spend = async (keyId: string, operation: 'scrape' | 'crawl', requests: number) => {
    const outcome = await usage.reserve({
      id: `${keyId}-${operation}`,
      accountId: first.key.accountId,
      keyId,
      operation,
      units: requests,
      allowance: null,
      budget: null,
      requestsAtOnce: null,
      nowMs: noon,
      dueAtMs: noon,
    });
    if (outcome.kind === 'reserved')
      await usage.settle(outcome.reservation, { requests, pages: requests, ai: 0 });
  };
  await spend(first.key.keyId, 'crawl', 6);
  await spend(second.key.keyId, 'crawl', 1);
  await spend(second.key.keyId, 'scrape', 2);
  const endpoint = createUsageEndpoint({ ...deps, takeFromRate: deps.metering.takeFromRate, usage });
  const ask = (text: string, query: Readonly<Record<string, string>> = {}) =>
    call(endpoint, { method: 'GET', resource: '/api/v1/usage', headers: { 'x-api-key': text }, query });
  const read = async (text: string, query?: Readonly<Record<string, string>>): Promise<UsageData> =>
    usageData.parse((await ask(text, query)).body['data']);
  return { first, second, rotated, ask, read };
}

describe('GET /api/v1/usage', () => {
  test('adds up the days of all keys of the account', async () => {
    const { second, read } = await accountWithUse();

    const { used, days, operations } = await read(second.text);

    expect(used).toBe(9);
    expect(operations).toMatchObject({ scrape: { requests: 2 }, crawl: { requests: 7 } });
    expect(days).toEqual([
      { day: '2026-11-21', operation: 'scrape', requests: 2, pages: 2, ai: 0 },
      { day: '2026-11-21', operation: 'crawl', requests: 7, pages: 7, ai: 0 },
    ]);
  });

  test('shows the key that asks, its budget and what it used of it', async () => {
    const { first, second, read } = await accountWithUse();

    expect((await read(first.text)).key).toEqual({
      id: first.key.keyId,
      name: 'server',
      environment: 'development',
      budget: 10,
      used: 6,
      remaining: 4,
      operations: { crawl: { requests: 6, pages: 6, ai: 0 } },
    });
    expect((await read(second.text)).key).toMatchObject({ budget: null, used: 3, remaining: null });
  });

  test('does not show more of a budget than the account has left', async () => {
    const { key } = ownKey('hobby', { monthlyBudget: 1_500 });
    const caller = { key, plan: planCatalogue().find('hobby')! };
    const usage = { ...noUsage, used: 40, usedByKey: { [key.countedAs]: 30 } };

    expect(usageDataOf(caller, '2026-11', usage)).toMatchObject({
      remaining: 460,
      key: { budget: 1_500, used: 30, remaining: 460 },
    });
  });

  test('shows the month that is asked for, and refuses an invalid one', async () => {
    const { second, ask, read } = await accountWithUse();

    expect(await read(second.text, { month: '2026-10' })).toMatchObject({ month: '2026-10', used: 0 });
    for (const query of [{ month: '2026-13' }, { mont: '2026-10' }])
      expect(await ask(second.text, query)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  });

  test('shows a key with the use of those that it replaced', async () => {
    const { rotated, read } = await accountWithUse();

    expect((await read(rotated.text)).key).toMatchObject({ id: rotated.key.keyId, budget: 10, used: 6 });
  });
});
