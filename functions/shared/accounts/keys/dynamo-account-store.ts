import type { DynamoDBClient, TransactWriteItem } from '@aws-sdk/client-dynamodb';

import {
  allOf,
  equals,
  isAbsent,
  isPresent,
  type RowUpdate,
  startsWith,
  unlessPresent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  deleteOf,
  type DynamoTable,
  findRow,
  isConditionFailure,
  type Item,
  putOf,
  putRow,
  queryAllRows,
  readRows,
  transactWrite,
  updateOf,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import type { AccountChange, AccountStore } from './account-store.ts';
import type { Account } from './account.ts';
import type { ApiKey } from './api-key.ts';
import {
  accountFromRow,
  accountItem,
  accountOfKeys,
  accountPartition,
  accountRowKey,
  keyFromRow,
  keyItem,
  keyRowKey,
  ownedKeyItem,
  ownedKeyKey,
  ownedKeyPrefix,
  ownedSessionPrefix,
} from './dynamo-key-rows.ts';
import { dynamoKeyStore } from './dynamo-key-store.ts';

const oldestFirst = (a: ApiKey, b: ApiKey): number =>
  a.createdAt.localeCompare(b.createdAt) || a.keyId.localeCompare(b.keyId);

const inCollection = (table: DynamoTable, name: string): Promise<Item[]> =>
  queryAllRows(table, { index: 'collection', where: equals('collection', name) });

async function listKeys(table: DynamoTable): Promise<ApiKey[]> {
  return (await inCollection(table, 'keys')).map(keyFromRow);
}

/** Gives an account from before accounts had a row its rows. Keys made that long ago are all in the index. */
async function adopted(table: DynamoTable, accountId: string): Promise<Account | undefined> {
  const owned = (await listKeys(table)).filter((key) => key.accountId === accountId);
  const account = accountOfKeys(owned);
  if (account === undefined) return undefined;
  for (const key of owned) await putRow(table, ownedKeyItem(key));
  try {
    await putRow(table, accountItem(account), isAbsent('pk'));
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
  return account;
}

async function findAccount(table: DynamoTable, accountId: string): Promise<Account | undefined> {
  const row = await findRow(table, accountRowKey(accountId));
  return row === undefined ? adopted(table, accountId) : accountFromRow(row);
}

async function listAccounts(table: DynamoTable): Promise<readonly Account[]> {
  const accounts = (await inCollection(table, 'accounts')).map(accountFromRow);
  const known = new Set(accounts.map(({ accountId }) => accountId));
  const others = Map.groupBy(await listKeys(table), ({ accountId }) => accountId);
  const older = [...others].flatMap(([id, keys]) => (known.has(id) ? [] : (accountOfKeys(keys) ?? [])));
  return [...accounts, ...older].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

const listed = (table: DynamoTable, accountId: string, prefix: string): Promise<Item[]> =>
  queryAllRows(table, {
    where: allOf(equals('pk', accountPartition(accountId)), startsWith('sk', prefix)),
    isConsistent: true,
  });

async function keysOf(table: DynamoTable, accountId: string): Promise<readonly ApiKey[]> {
  if ((await findAccount(table, accountId)) === undefined) return [];
  const owned = await listed(table, accountId, ownedKeyPrefix);
  const rows = await readRows(
    table,
    owned.map(({ keyHash }) => keyRowKey(keyHash?.S ?? '')),
    { isConsistent: true },
  );
  return rows.map(keyFromRow).toSorted(oldestFirst);
}

/** The keys of the account's sessions, which are in no list of keys. */
async function sessionKeyHashes(table: DynamoTable, accountId: string): Promise<readonly string[]> {
  return (await listed(table, accountId, ownedSessionPrefix)).flatMap(({ keyHash }) => keyHash?.S ?? []);
}

/** Raises the revision of an account that has not changed since it was read. */
const raiseRevision = (table: DynamoTable, { accountId, revision }: Account): TransactWriteItem => ({
  Update: updateOf(table, accountRowKey(accountId), {
    add: { revision: 1 },
    when: equals('revision', revision),
  }),
});

const addKey =
  (table: DynamoTable): AccountStore['addKey'] =>
  async (account, key, replaced) => {
    const accountWrite: TransactWriteItem =
      account.revision === 0
        ? { Put: putOf(table, accountItem({ ...account, revision: 1 }), isAbsent('pk')) }
        : raiseRevision(table, account);
    const replacement =
      replaced === undefined
        ? []
        : [
            {
              Update: updateOf(table, keyRowKey(replaced.keyHash), {
                set: { rotatedTo: key.keyId, validUntil: replaced.validUntil },
                when: allOf(isPresent('pk'), isAbsent('rotatedTo'), isAbsent('revokedAt')),
              }),
            },
          ];
    const { isWritten } = await transactWrite(table.client, [
      accountWrite,
      { Put: putOf(table, keyItem(key), isAbsent('pk')) },
      { Put: putOf(table, ownedKeyItem(key)) },
      ...replacement,
    ]);
    return isWritten;
  };

const setWebhookSecret =
  (table: DynamoTable): AccountStore['setWebhookSecret'] =>
  async (account, keyHashes, webhookSecret) => {
    const { isWritten } = await transactWrite(table.client, [
      raiseRevision(table, account),
      ...keyHashes.map((hash) => ({
        Update: updateOf(table, keyRowKey(hash), { set: { webhookSecret }, when: isPresent('pk') }),
      })),
    ]);
    return isWritten;
  };

const changeOf = ({ planId, suspendedAt, deletionAskedAt }: AccountChange): RowUpdate => ({
  set: { planId, deletionAskedAt, ...(suspendedAt === null ? {} : { suspendedAt }) },
  remove: suspendedAt === null ? ['suspendedAt'] : [],
  when: isPresent('pk'),
});

const updatesAtOnce = 25;

/**
 * The account first: a key that is added meanwhile either has the change or is among the keys that get it. Keys of
 * sessions are changed, too.
 */
async function changeAccount(table: DynamoTable, accountId: string, change: AccountChange): Promise<void> {
  if ((await findAccount(table, accountId)) === undefined) return;
  const update = changeOf(change);
  await updateRow(table, accountRowKey(accountId), { ...update, add: { revision: 1 } });
  const keys = await keysOf(table, accountId);
  const hashes = [...keys.map(({ keyHash }) => keyHash), ...(await sessionKeyHashes(table, accountId))];
  for (let start = 0; start < hashes.length; start += updatesAtOnce)
    await Promise.all(
      hashes.slice(start, start + updatesAtOnce).map((hash) => updateRow(table, keyRowKey(hash), update)),
    );
}

/** The accounts and keys of the service table, for their owners and for operators. */
export function dynamoAccountStore(client: DynamoDBClient, tableName: string): AccountStore {
  const table = { client, tableName };
  const changeKey = (keyHash: string, set: RowUpdate['set']) =>
    updateRow(table, keyRowKey(keyHash), { set: set ?? {}, when: isPresent('pk') });
  return {
    ...dynamoKeyStore(client, tableName),
    account: (accountId) => findAccount(table, accountId),
    accounts: () => listAccounts(table),
    list: () => listKeys(table),
    keysOf: (accountId) => keysOf(table, accountId),
    addKey: addKey(table),
    remove: async (key) => {
      const when = isPresent('pk');
      await transactWrite(client, [
        { Delete: deleteOf(table, keyRowKey(key.keyHash), when) },
        { Delete: deleteOf(table, ownedKeyKey(key), when) },
      ]);
    },
    rename: async (keyHash, name) => void (await changeKey(keyHash, { name })),
    setWebhookSecret: setWebhookSecret(table),
    revoke: async (keyHash, revokedAt) =>
      void (await changeKey(keyHash, { revokedAt: unlessPresent('revokedAt', revokedAt) })),
    change: (accountId, change) => changeAccount(table, accountId, change),
  };
}
