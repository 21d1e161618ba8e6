import { describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { dynamoRateLimiter } from '#shared/accounts/usage/dynamo-rate-limiter.ts';
import { memoryRateLimiter } from '../fakes/memory-rate-limiter.ts';
import type { TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const quarterPast = Date.UTC(2026, 10, 21, 12, 0, 15);

describe.for([
  ['memory', () => memoryRateLimiter()],
  ['DynamoDB', () => dynamoRateLimiter(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the rate limiter in %s', ([, create]) => {
  const take: TakeFromRate = create();

  test('counts down to the limit, then refuses until the minute ends', async () => {
    const request = {
      accountId: newId('acct'),
      group: 'requests',
      limitPerMinute: 2,
      nowMs: quarterPast,
    } as const;

    const decisions = [await take(request), await take(request), await take(request)];

    expect(decisions).toEqual([
      { allowed: true, limit: 2, remaining: 1, resetSeconds: 45 },
      { allowed: true, limit: 2, remaining: 0, resetSeconds: 45 },
      { allowed: false, limit: 2, remaining: 0, resetSeconds: 45 },
    ]);
  });

  test('begins anew with each minute, account and group', async () => {
    const request = {
      accountId: newId('acct'),
      group: 'requests',
      limitPerMinute: 1,
      nowMs: quarterPast,
    } as const;
    await take(request);

    const others = await Promise.all([
      take({ ...request, nowMs: quarterPast + 45_000 }),
      take({ ...request, accountId: newId('acct') }),
      take({ ...request, group: 'crawls' }),
    ]);

    expect(others.map(({ allowed }) => allowed)).toEqual([true, true, true]);
  });

  test('lets exactly the limit through under 50 requests at once', async () => {
    const request = {
      accountId: newId('acct'),
      group: 'requests',
      limitPerMinute: 20,
      nowMs: quarterPast,
    } as const;

    const decisions = await Promise.all(Array.from({ length: 50 }, () => take(request)));

    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(20);
  });
});
