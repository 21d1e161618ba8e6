import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { equals, isAbsent, isPresent, unlessPresent } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  findRow,
  type Item,
  putRow,
  queryAllRows,
  rowKey,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';

const keyOf = (hash: string): Item => rowKey(`KEY#${hash}`, 'KEY');

function fromRow(row: Item): ApiKey {
  const { pk: _pk, sk: _sk, collection: _collection, position: _position, ...key } = unmarshall(row);
  return key as ApiKey;
}

async function listKeys(table: DynamoTable): Promise<ApiKey[]> {
  const rows = await queryAllRows(table, { index: 'collection', where: equals('collection', 'keys') });
  return rows.map(fromRow);
}

/**
 * Key rows of the service table: `KEY#<sha256>` / `KEY`. The sparse `collection` index lists them under
 * `keys`, oldest first; nothing scans.
 */
export function dynamoKeyStore(client: DynamoDBClient, tableName: string): KeyStore {
  const table = { client, tableName };
  return {
    find: async (hash) => {
      // Consistent, so that a revoked key stops at once.
      const row = await findRow(table, keyOf(hash));
      return row === undefined ? undefined : fromRow(row);
    },

    add: async (key) => {
      const row = { ...key, collection: 'keys', position: `${key.createdAt}#${key.keyId}` };
      const item = { ...keyOf(key.keyHash), ...marshall(row, { removeUndefinedValues: true }) };
      await putRow(table, item, isAbsent('pk'));
    },

    list: () => listKeys(table),

    revoke: async (keyId, revokedAt) => {
      const key = (await listKeys(table)).find((candidate) => candidate.keyId === keyId);
      if (key === undefined) return false;
      await updateRow(table, keyOf(key.keyHash), {
        set: { revokedAt: unlessPresent('revokedAt', revokedAt) },
      });
      return true;
    },

    setPlan: async (accountId, planId) => {
      const owned = (await listKeys(table)).filter((key) => key.accountId === accountId);
      for (const { keyHash } of owned)
        await updateRow(table, keyOf(keyHash), { set: { planId }, when: isPresent('pk') });
      return owned.length;
    },
  };
}
