import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { accountPartition } from '#shared/accounts/keys/dynamo-key-rows.ts';
import { allOf, isAbsent, isPresent } from '#shared/kernel/dynamo-expression.ts';
import { type Item, putRow, rowKey, updateAndReadRow, updateRow } from '#shared/kernel/dynamo-table.ts';
import type { AuthorizationCode, CodeReference, CodeStore } from './code-store.ts';

/** A row of the service table: `ACCOUNT#id` / `CODE#<sha256>`, so that a deletion of the account finds it. */
const codeKey = ({ accountId, codeHash }: CodeReference): Item =>
  rowKey(accountPartition(accountId), `CODE#${codeHash}`);

interface StoredCode extends AuthorizationCode {
  readonly usedBy?: string;
  readonly keyId?: string;
}

const storedCode = (row: Item): StoredCode => unmarshall(row) as StoredCode;

function codeOf(row: Item): AuthorizationCode {
  const { accountId, codeHash, clientHash, program, redirectUri, codeChallenge, expiresAtMs } =
    storedCode(row);
  return { accountId, codeHash, clientHash, program, redirectUri, codeChallenge, expiresAtMs };
}

/** The authorization codes of the service table. */
export function dynamoCodeStore(client: DynamoDBClient, tableName: string): CodeStore {
  const table = { client, tableName };
  return {
    put: (code) =>
      putRow(table, {
        ...codeKey(code),
        ...marshall({ ...code, expiresAt: Math.ceil(code.expiresAtMs / 1000) }),
      }),

    claim: async (reference, claimId) => {
      const key = codeKey(reference);
      const { isWritten, row } = await updateAndReadRow(table, key, {
        set: { usedBy: claimId },
        when: allOf(isPresent('pk'), isAbsent('usedBy')),
      });
      if (row === undefined) return undefined;
      // A write whose answer was lost is found by its repetition.
      if (isWritten || storedCode(row).usedBy === claimId) return { isFirst: true, code: codeOf(row) };
      const { row: noted } = await updateAndReadRow(table, key, {
        set: { isUsedAgain: true },
        when: isPresent('pk'),
      });
      return { isFirst: false, keyId: storedCode(noted ?? row).keyId };
    },

    noteKey: (reference, keyId) =>
      updateRow(table, codeKey(reference), {
        set: { keyId },
        when: allOf(isPresent('pk'), isAbsent('isUsedAgain')),
      }),
  };
}
