import { describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoKeyStore } from '#shared/accounts/keys/dynamo-key-store.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';
import { memoryKeyStore } from '../fakes/memory-key-store.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const madeAt = (second: number, accountId = newId('acct')) =>
  createKey({
    planId: 'starter',
    name: 'laptop',
    accountId,
    createdAt: new Date(second * 1000).toISOString(),
  });

describe.for([
  ['memory', () => memoryKeyStore()],
  ['DynamoDB', () => dynamoKeyStore(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the key store in %s', ([, create]) => {
  const store: KeyStore = create();

  test('finds a key by its hash and never stores the key itself', async () => {
    const { text, key } = madeAt(1);

    await store.add(key);

    const found = await store.find(key.keyHash);
    expect(found).toEqual(key);
    expect(JSON.stringify(found)).not.toContain(text);
  });

  test('finds nothing under other hashes', async () => {
    expect(await store.find('0'.repeat(64))).toBeUndefined();
  });

  test('keeps the operations that a key is limited to', async () => {
    const { key } = createKey({
      planId: 'pro',
      name: 'ci',
      operations: ['scrape'],
      createdAt: new Date(0).toISOString(),
    });

    await store.add(key);

    expect((await store.find(key.keyHash))?.operations).toEqual(['scrape']);
  });

  test('lists keys, oldest first', async () => {
    const account = newId('acct');
    for (const second of [30, 10, 20]) await store.add(madeAt(second, account).key);

    const mine = (await store.list()).filter(({ accountId }) => accountId === account);

    expect(mine.map(({ createdAt }) => createdAt)).toEqual(
      [10, 20, 30].map((second) => new Date(second * 1000).toISOString()),
    );
  });

  test('revokes a key, keeps the first date, and reports unknown keys', async () => {
    const { key } = madeAt(2);
    await store.add(key);

    const outcomes = [
      await store.revoke(key.keyId, '2026-11-01T00:00:00.000Z'),
      await store.revoke(key.keyId, '2026-11-02T00:00:00.000Z'),
      await store.revoke('key_unknown', '2026-11-02T00:00:00.000Z'),
    ];

    expect(outcomes).toEqual([true, true, false]);
    expect((await store.find(key.keyHash))?.revokedAt).toBe('2026-11-01T00:00:00.000Z');
  });

  test('moves all keys of an account to another plan, and no other’s', async () => {
    const [account, other] = [newId('acct'), newId('acct')];
    const keys = [madeAt(3, account).key, madeAt(4, account).key, madeAt(5, other).key];
    for (const key of keys) await store.add(key);

    const moved = await store.setPlan(account, 'scale');

    expect(moved).toBe(2);
    expect(await Promise.all(keys.map(async ({ keyHash }) => (await store.find(keyHash))?.planId))).toEqual([
      'scale',
      'scale',
      'starter',
    ]);
  });
});
