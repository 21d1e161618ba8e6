import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { type Item, rowKey } from '#shared/kernel/dynamo-table.ts';
import type { Account } from './account.ts';
import { type ApiKey, fromStoredKey, type StoredKey } from './api-key.ts';

/**
 * Rows of the service table: `KEY#<sha256>` / `KEY` is a key, `ACCOUNT#id` / `ACCOUNT` an account, and `ACCOUNT#id` /
 * `KEY#id` the hash of one of its keys, and `ACCOUNT#id` / `SESSION#<sha256>` one of its sessions with the hash of its
 * key. The sparse `collection` index lists `keys` and `accounts`, oldest first.
 */
export const keyRowKey = (hash: string): Item => rowKey(`KEY#${hash}`, 'KEY');
export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;
export const accountRowKey = (accountId: string): Item => rowKey(accountPartition(accountId), 'ACCOUNT');
export const ownedKeyPrefix = 'KEY#';
export const ownedSessionPrefix = 'SESSION#';
export const ownedKeyKey = ({ accountId, keyId }: Pick<ApiKey, 'accountId' | 'keyId'>): Item =>
  rowKey(accountPartition(accountId), `${ownedKeyPrefix}${keyId}`);

const item = (key: Item, fields: object): Item => ({
  ...key,
  ...marshall(fields, { removeUndefinedValues: true }),
});

export const keyItem = (key: ApiKey): Item =>
  item(keyRowKey(key.keyHash), { ...key, collection: 'keys', position: `${key.createdAt}#${key.keyId}` });

/** The key of a session: in no list of keys, and deleted by DynamoDB after it has ended. */
export const sessionKeyItem = (key: ApiKey, expiresAt: number): Item =>
  item(keyRowKey(key.keyHash), { ...key, expiresAt });

export const ownedKeyItem = (key: ApiKey): Item => item(ownedKeyKey(key), { keyHash: key.keyHash });

export const accountItem = (account: Account): Item =>
  item(accountRowKey(account.accountId), {
    ...account,
    collection: 'accounts',
    position: `${account.createdAt}#${account.accountId}`,
  });

function fieldsOf(row: Item): Record<string, unknown> {
  const {
    pk: _pk,
    sk: _sk,
    collection: _collection,
    position: _position,
    expiresAt: _expiresAt,
    ...fields
  } = unmarshall(row);
  return fields;
}

export const keyFromRow = (row: Item): ApiKey => fromStoredKey(fieldsOf(row) as unknown as StoredKey);
export const accountFromRow = (row: Item): Account => fieldsOf(row) as unknown as Account;

/** The account of keys that were made before accounts had a row; `undefined` without keys. */
export function accountOfKeys(keys: readonly ApiKey[]): Account | undefined {
  const [oldest] = keys.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  if (oldest === undefined) return undefined;
  const { accountId, planId, createdAt } = oldest;
  return { accountId, planId, createdAt, revision: 1 };
}
