import { DeleteItemCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { allOf, anyOf, atMost, equals, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import {
  deleteOf,
  type DynamoTable,
  isConditionFailure,
  type Item,
  putOf,
  rowKey,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import {
  type Claim,
  idempotencySeconds,
  type IdempotencyClaim,
  type IdempotencyRecords,
} from './idempotency-records.ts';

const keyOf = ({ accountId, keyHash }: IdempotencyClaim): Item =>
  rowKey(`ACCOUNT#${accountId}`, `IDEM#${keyHash}`);

const isOwn = ({ invocationId }: IdempotencyClaim) => equals('invocationId', invocationId);

async function claimKey(table: DynamoTable, claim: IdempotencyClaim): Promise<Claim> {
  const { bodyHash, invocationId, leaseUntilMs, nowMs } = claim;
  const nowSeconds = Math.floor(nowMs / 1000);
  const expiresAt = nowSeconds + idempotencySeconds;
  const row = { bodyHash, invocationId, leaseUntilMs, done: false, expiresAt };
  const mayClaim = anyOf(
    isAbsent('pk'),
    atMost('expiresAt', nowSeconds),
    // The SDK repeats a write whose answer was lost: the row then holds this claim already.
    isOwn(claim),
    allOf(equals('bodyHash', bodyHash), equals('done', false), atMost('leaseUntilMs', nowMs)),
  );
  try {
    await table.client.send(
      new PutItemCommand({
        ...putOf(table, { ...keyOf(claim), ...marshall(row) }, mayClaim),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'claimed' };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const known = unmarshall(error.Item ?? {});
    if (known['bodyHash'] !== bodyHash) return { kind: 'mismatch' };
    return { kind: known['done'] === true ? 'done' : 'running' };
  }
}

/** Rows `ACCOUNT#id` / `IDEM#hash` of the service table. TTL deletes late, so expiry is also a condition. */
export function dynamoIdempotencyRecords(client: DynamoDBClient, tableName: string): IdempotencyRecords {
  const table = { client, tableName };
  return {
    claim: (claim) => claimKey(table, claim),

    complete: async (claim) => {
      await updateRow(table, keyOf(claim), { set: { done: true }, when: isOwn(claim) });
    },

    release: async (claim) => {
      try {
        await client.send(new DeleteItemCommand(deleteOf(table, keyOf(claim), isOwn(claim))));
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },
  };
}
