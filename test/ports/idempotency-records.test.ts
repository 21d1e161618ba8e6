import { describe, expect, test } from 'vitest';

import { dynamoIdempotencyRecords } from '#shared/accounts/idempotency/dynamo-idempotency-records.ts';
import type {
  IdempotencyClaim,
  IdempotencyRecords,
} from '#shared/accounts/idempotency/idempotency-records.ts';
import { memoryIdempotencyRecords } from '../fakes/memory-idempotency-records.ts';
import { newId } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);

const claimOf = (accountId: string, changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  accountId,
  keyHash: 'key',
  bodyHash: 'body',
  invocationId: newId('run'),
  nowMs: noon,
  leaseUntilMs: noon + 60_000,
  ...changes,
});

describe.for([
  ['memory', () => memoryIdempotencyRecords()],
  ['DynamoDB', () => dynamoIdempotencyRecords(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('idempotency records in %s', ([, create]) => {
  const records: IdempotencyRecords = create();
  const kindOf = async (claim: IdempotencyClaim) => (await records.claim(claim)).kind;

  test('go to the first request, and tell others that it runs, is done, or was another request', async () => {
    const account = newId('acct');
    const first = claimOf(account);

    const claimed = await kindOf(first);
    const running = await kindOf(claimOf(account));
    const mismatch = await kindOf(claimOf(account, { bodyHash: 'other' }));
    await records.complete(first);

    expect([claimed, running, mismatch, await kindOf(claimOf(account))]).toEqual([
      'claimed',
      'running',
      'mismatch',
      'done',
    ]);
  });

  test('tell until when the first request may run', async () => {
    const account = newId('acct');
    await records.claim(claimOf(account, { leaseUntilMs: noon + 1_000 }));

    expect(await records.claim(claimOf(account))).toEqual({ kind: 'running', leaseUntilMs: noon + 1_000 });
  });

  test('stay with an invocation that claims them again', async () => {
    const account = newId('acct');
    const claim = claimOf(account);

    expect([await kindOf(claim), await kindOf(claim), await kindOf(claimOf(account))]).toEqual([
      'claimed',
      'claimed',
      'running',
    ]);
  });

  test('are separate by account', async () => {
    await records.claim(claimOf(newId('acct')));

    expect(await kindOf(claimOf(newId('acct')))).toBe('claimed');
  });

  test('can be claimed again after a release', async () => {
    const account = newId('acct');
    const first = claimOf(account);
    await records.claim(first);

    await records.release(first);

    expect(await kindOf(claimOf(account))).toBe('claimed');
  });

  test('pass to another request when the first is past its lease, and the first then changes nothing', async () => {
    const account = newId('acct');
    const dead = claimOf(account, { leaseUntilMs: noon + 1_000 });
    await records.claim(dead);

    const taken = claimOf(account, { nowMs: noon + 2_000, leaseUntilMs: noon + 62_000 });
    const outcome = await kindOf(taken);
    await records.complete(dead);
    await records.release(dead);

    expect([outcome, await kindOf(claimOf(account, { nowMs: noon + 3_000 }))]).toEqual([
      'claimed',
      'running',
    ]);
  });

  test('pass to another request with the job that the first has begun, also a second time', async () => {
    const account = newId('acct');
    const dead = claimOf(account, { leaseUntilMs: noon + 1_000 });
    await records.claim(dead);
    await records.begin(dead, 'crawl_1');

    const second = claimOf(account, { nowMs: noon + 2_000, leaseUntilMs: noon + 3_000 });
    const third = claimOf(account, { nowMs: noon + 4_000, leaseUntilMs: noon + 64_000 });
    const claims = [await records.claim(second), await records.claim(second), await records.claim(third)];
    await records.begin(dead, 'crawl_2');

    expect(claims).toEqual([1, 2, 3].map(() => ({ kind: 'claimed', job: 'crawl_1' })));
    expect(await records.claim(third)).toEqual({ kind: 'claimed', job: 'crawl_1' });
  });

  test('keep the job of a request that was left, and nothing of one without', async () => {
    const account = newId('acct');
    const left = claimOf(account);
    await records.claim(left);
    await records.begin(left, 'crawl_1');
    await records.leave(left);
    const other = claimOf(account, { keyHash: 'other' });
    await records.claim(other);
    await records.leave(other);

    expect(await records.claim(claimOf(account))).toEqual({ kind: 'claimed', job: 'crawl_1' });
    expect(await records.claim(claimOf(account, { keyHash: 'other', bodyHash: 'changed' }))).toEqual({
      kind: 'claimed',
    });
  });

  test('have no job of a request that has expired', async () => {
    const account = newId('acct');
    const first = claimOf(account);
    await records.claim(first);
    await records.begin(first, 'crawl_1');

    expect(await records.claim(claimOf(account, { nowMs: noon + 86_400_000 }))).toEqual({ kind: 'claimed' });
  });

  test('expire after 24 hours, whatever they held', async () => {
    const account = newId('acct');
    const first = claimOf(account);
    await records.claim(first);
    await records.complete(first);

    expect(await kindOf(claimOf(account, { bodyHash: 'other', nowMs: noon + 86_400_000 }))).toBe('claimed');
  });
});
