import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { allOf, anyOf, below, isAbsent, isPresent } from '#shared/kernel/dynamo-expression.ts';
import { findRow, updateRow } from '#shared/kernel/dynamo-table.ts';
import { keyFromRow, keyRowKey } from './dynamo-key-rows.ts';
import type { KeyStore } from './key-store.ts';

/** The keys of the service table, for requests. */
export function dynamoKeyStore(client: DynamoDBClient, tableName: string): KeyStore {
  const table = { client, tableName };
  return {
    find: async (hash) => {
      // Consistent, so that a revoked key stops at once.
      const row = await findRow(table, keyRowKey(hash));
      return row === undefined ? undefined : keyFromRow(row);
    },

    markUsed: async (hash, day) => {
      await updateRow(table, keyRowKey(hash), {
        set: { lastUsedOn: day },
        when: allOf(isPresent('pk'), anyOf(isAbsent('lastUsedOn'), below('lastUsedOn', day))),
      });
    },
  };
}
