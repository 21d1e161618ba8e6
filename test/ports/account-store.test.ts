import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';

import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import type { Account } from '#shared/accounts/keys/account.ts';
import type { ApiKey, StoredKey } from '#shared/accounts/keys/api-key.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { newId } from '#shared/kernel/ids.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const at = (second: number): string => new Date(second * 1000).toISOString();

const madeAt = (second: number, accountId = newId('acct'), changes: Partial<ApiKey> = {}) =>
  createKey({ planId: 'starter', name: 'laptop', accountId, createdAt: at(second), ...changes });

const newAccount = (accountId = newId('acct')): Account => ({
  accountId,
  planId: 'starter',
  createdAt: at(1),
  revision: 0,
});

/** A key's row as it was written before keys had environments and accounts had rows. */
function oldRow({ environment: _environment, countedAs: _countedAs, ...key }: ApiKey): StoredKey {
  return key;
}

const dynamoWith = async (...keys: readonly ApiKey[]): Promise<AccountStore> => {
  const client = emulatedDynamo();
  for (const key of keys) {
    const index = { collection: 'keys', position: `${key.createdAt}#${key.keyId}` };
    const item = marshall({ pk: `KEY#${key.keyHash}`, sk: 'KEY', ...oldRow(key), ...index });
    await client.send(new PutItemCommand({ TableName: tableNamed('servicetable'), Item: item }));
  }
  return dynamoAccountStore(client, tableNamed('servicetable'));
};

/** A store in which these keys were stored by an earlier version. */
type StoreWith = (...keys: readonly ApiKey[]) => Promise<AccountStore>;

const stores: readonly (readonly [string, StoreWith])[] = [
  ['memory', async (...keys) => memoryAccountStore(keys.map(oldRow))],
  ['DynamoDB', dynamoWith],
];

describe.for(stores)('keys in %s', ([, storeWith]) => {
  test('are found by their hash, and never stored themselves', async () => {
    const store = await storeWith();
    const { text, key } = madeAt(1, newId('acct'), { operations: ['scrape'], monthlyBudget: 5 });

    await store.addKey(newAccount(key.accountId), key);

    const found = await store.find(key.keyHash);
    expect(found).toEqual(key);
    expect(JSON.stringify(found)).not.toContain(text);
    expect(await store.find('0'.repeat(64))).toBeUndefined();
  });

  test('of an account are listed oldest first, without those of others', async () => {
    const store = await storeWith();
    const [account, other] = [newAccount(), newAccount()];
    for (const [index, second] of [30, 10, 20].entries())
      await store.addKey({ ...account, revision: index }, madeAt(second, account.accountId).key);
    await store.addKey(other, madeAt(15, other.accountId).key);

    const mine = await store.keysOf(account.accountId);
    const all = await store.list();

    expect(mine.map(({ createdAt }) => createdAt)).toEqual([10, 20, 30].map(at));
    expect(all.filter(({ accountId }) => accountId === account.accountId)).toEqual(mine);
    expect(await store.keysOf('acct_unknown')).toEqual([]);
  });

  test('keep the first date of their revocation', async () => {
    const store = await storeWith();
    const { key } = madeAt(2);
    await store.addKey(newAccount(key.accountId), key);

    await store.revoke(key.keyHash, at(10));
    await store.revoke(key.keyHash, at(20));

    expect((await store.find(key.keyHash))?.revokedAt).toBe(at(10));
  });

  test('are gone when they are removed, and the others stay', async () => {
    const store = await storeWith();
    const { key } = madeAt(2);
    await store.addKey(newAccount(key.accountId), key);
    const account = await store.account(key.accountId);
    const { key: other } = madeAt(3, key.accountId);
    await store.addKey(account!, other);

    await store.remove(key);
    await store.remove(key);

    expect(await store.find(key.keyHash)).toBeUndefined();
    expect((await store.keysOf(key.accountId)).map(({ keyId }) => keyId)).toEqual([other.keyId]);
  });

  test('get another name, and nothing else changes', async () => {
    const store = await storeWith();
    const { key } = madeAt(2);
    await store.addKey(newAccount(key.accountId), key);

    await store.rename(key.keyHash, 'server');

    expect(await store.find(key.keyHash)).toEqual({ ...key, name: 'server' });
  });

  test('remember the last day on which they were used', async () => {
    const store = await storeWith();
    const { key } = madeAt(2);
    await store.addKey(newAccount(key.accountId), key);

    for (const day of ['2026-11-20', '2026-11-22', '2026-11-21']) await store.markUsed(key.keyHash, day);
    await store.markUsed('1'.repeat(64), '2026-11-22');

    expect((await store.find(key.keyHash))?.lastUsedOn).toBe('2026-11-22');
    expect(await store.find('1'.repeat(64))).toBeUndefined();
  });

  test('get one webhook secret together, and nothing else changes', async () => {
    const store = await storeWith();
    const account = newAccount();
    const { accountId } = account;
    const [one, two, other] = [1, 2, 3].map((second) => madeAt(second, accountId).key) as [
      ApiKey,
      ApiKey,
      ApiKey,
    ];
    for (const [revision, key] of [one, two, other].entries())
      await store.addKey({ ...account, revision }, key);
    const seen = (await store.account(accountId))!;

    const isWritten = await store.setWebhookSecret(seen, [one.keyHash, two.keyHash], 'whsec_new');

    expect(isWritten).toBe(true);
    expect(await store.keysOf(accountId)).toEqual([
      { ...one, webhookSecret: 'whsec_new' },
      { ...two, webhookSecret: 'whsec_new' },
      other,
    ]);
    expect(await store.account(accountId)).toEqual({ ...seen, revision: seen.revision + 1 });
  });

  /** A key, its account as it was read, and the key that is to replace it. */
  async function rotation() {
    const store = await storeWith();
    const { key } = madeAt(1);
    await store.addKey(newAccount(key.accountId), key);
    const seen = (await store.account(key.accountId))!;
    const next = { ...madeAt(2, key.accountId).key, webhookSecret: key.webhookSecret };
    return { store, seen, key, next };
  }

  test('keep their webhook secrets when their account has a new key since', async () => {
    const { store, seen, key, next } = await rotation();
    await store.addKey(seen, next, { keyHash: key.keyHash, validUntil: at(60) });

    expect(await store.setWebhookSecret(seen, [key.keyHash], 'whsec_new')).toBe(false);
    const secrets = (await store.keysOf(key.accountId)).map(({ webhookSecret }) => webhookSecret);
    expect(secrets).toEqual([key.webhookSecret, key.webhookSecret]);
  });

  test('keep their webhook secrets when one of them was removed', async () => {
    const store = await storeWith();
    const account = newAccount();
    const { accountId } = account;
    const [one, two] = [madeAt(1, accountId).key, madeAt(2, accountId).key];
    for (const [revision, key] of [one, two].entries()) await store.addKey({ ...account, revision }, key);
    await store.remove(two);
    const seen = (await store.account(accountId))!;

    expect(await store.setWebhookSecret(seen, [one.keyHash, two.keyHash], 'whsec_new')).toBe(false);
    expect(await store.keysOf(accountId)).toEqual([one]);
    expect(await store.find(two.keyHash)).toBeUndefined();
    expect(await store.account(accountId)).toEqual(seen);
  });

  test('are not replaced by a key that was made before they got another webhook secret', async () => {
    const { store, seen, key, next } = await rotation();

    await store.setWebhookSecret(seen, [key.keyHash], 'whsec_new');

    expect(await store.addKey(seen, next, { keyHash: key.keyHash, validUntil: at(60) })).toBe(false);
    expect(await store.keysOf(key.accountId)).toEqual([{ ...key, webhookSecret: 'whsec_new' }]);
  });

  test('are replaced once, in the step that adds their successor', async () => {
    const store = await storeWith();
    const { key } = madeAt(1);
    const { accountId, keyHash } = key;
    await store.addKey(newAccount(accountId), key);
    const [next, late] = [madeAt(2, accountId).key, madeAt(3, accountId).key];

    const outcomes = [
      await store.addKey({ ...newAccount(accountId), revision: 1 }, next, { keyHash, validUntil: at(60) }),
      await store.addKey({ ...newAccount(accountId), revision: 2 }, late, { keyHash, validUntil: at(99) }),
    ];

    expect(outcomes).toEqual([true, false]);
    expect(await store.find(keyHash)).toMatchObject({ rotatedTo: next.keyId, validUntil: at(60) });
    expect((await store.keysOf(accountId)).map(({ keyId }) => keyId)).toEqual([key.keyId, next.keyId]);
  });

  test('are not replaced after their revocation', async () => {
    const store = await storeWith();
    const { key } = madeAt(1);
    const { accountId, keyHash } = key;
    await store.addKey(newAccount(accountId), key);
    await store.revoke(keyHash, at(5));
    const next = madeAt(2, accountId).key;
    const account = { ...newAccount(accountId), revision: 1 };

    expect(await store.addKey(account, next, { keyHash, validUntil: at(60) })).toBe(false);
    expect(await store.find(next.keyHash)).toBeUndefined();
  });
});

describe.for(stores)('accounts in %s', ([, storeWith]) => {
  test('come into being with their first key', async () => {
    const store = await storeWith();
    const account = newAccount();
    const before = await store.account(account.accountId);

    await store.addKey(account, madeAt(1, account.accountId).key);

    expect(before).toBeUndefined();
    expect(await store.account(account.accountId)).toEqual({ ...account, revision: 1 });
    expect(await store.accounts()).toContainEqual({ ...account, revision: 1 });
  });

  test('get one of ten keys that are added at once to the same state', async () => {
    const store = await storeWith();
    const account = newAccount();

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, second) => store.addKey(account, madeAt(second, account.accountId).key)),
    );

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await store.keysOf(account.accountId)).toHaveLength(1);
  });

  test('move to another plan with all of their keys, and no other’s', async () => {
    const store = await storeWith();
    const [account, other] = [newAccount(), newAccount()];
    const mine = [madeAt(3, account.accountId).key, madeAt(4, account.accountId).key];
    for (const [revision, key] of mine.entries()) await store.addKey({ ...account, revision }, key);
    const { key: theirs } = madeAt(5, other.accountId);
    await store.addKey(other, theirs);

    await store.change(account.accountId, { planId: 'scale' });
    await store.change('acct_unknown', { planId: 'scale' });

    const planOf = async ({ keyHash }: ApiKey) => (await store.find(keyHash))?.planId;
    expect(await Promise.all([...mine, theirs].map(planOf))).toEqual(['scale', 'scale', 'starter']);
    expect(await store.account(account.accountId)).toMatchObject({ planId: 'scale', revision: 3 });
    expect(await store.account('acct_unknown')).toBeUndefined();
  });

  test('are suspended and resumed with all of their keys', async () => {
    const store = await storeWith();
    const account = newAccount();
    const { key } = madeAt(1, account.accountId);
    await store.addKey(account, key);
    const state = async () => [
      (await store.account(account.accountId))?.suspendedAt,
      (await store.find(key.keyHash))?.suspendedAt,
    ];

    await store.change(account.accountId, { suspendedAt: at(9) });
    const suspended = await state();
    await store.change(account.accountId, { suspendedAt: null });

    expect(suspended).toEqual([at(9), at(9)]);
    expect(await state()).toEqual([undefined, undefined]);
    expect(await store.find(key.keyHash)).toEqual(key);
  });

  test('that are to be deleted stay so with all of their keys when their suspension ends', async () => {
    const store = await storeWith();
    const account = newAccount();
    const { key } = madeAt(1, account.accountId);
    await store.addKey(account, key);

    await store.change(account.accountId, { suspendedAt: at(9), deletionAskedAt: at(9) });
    await store.change(account.accountId, { suspendedAt: null });

    expect(await store.find(key.keyHash)).toEqual({ ...key, deletionAskedAt: at(9) });
    expect(await store.account(account.accountId)).toEqual({
      ...account,
      deletionAskedAt: at(9),
      revision: 3,
    });
  });

  test('refuse a key that was made before they were suspended', async () => {
    const store = await storeWith();
    const account = newAccount();
    await store.addKey(account, madeAt(1, account.accountId).key);
    const seen = (await store.account(account.accountId))!;

    await store.change(account.accountId, { suspendedAt: at(9) });

    expect(await store.addKey(seen, madeAt(2, account.accountId).key)).toBe(false);
  });

  test('from before they had a row are found by their keys, which have the fields that came later', async () => {
    const [first, second] = [madeAt(7), madeAt(8)].map(({ key }) => key) as [ApiKey, ApiKey];
    const owned = { ...second, accountId: first.accountId };
    const store = await storeWith(first, owned);
    const { accountId } = first;

    const found = await store.find(first.keyHash);
    const listed = (await store.accounts()).filter((account) => account.accountId === accountId);
    const keys = await store.keysOf(accountId);
    await store.change(accountId, { planId: 'scale' });
    const account = await store.account(accountId);

    expect(found).toEqual({ ...first, environment: 'production', countedAs: first.keyId });
    expect(listed).toMatchObject([{ planId: 'starter', createdAt: at(7) }]);
    expect(keys.map(({ keyId }) => keyId)).toEqual([first.keyId, owned.keyId]);
    expect(account).toMatchObject({ planId: 'scale', createdAt: at(7), revision: 2 });
    expect((await store.keysOf(accountId)).map(({ planId }) => planId)).toEqual(['scale', 'scale']);
  });
});
