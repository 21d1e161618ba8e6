import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { allOf, anyOf, atMost, equals, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import {
  deleteRow,
  type DynamoTable,
  isConditionFailure,
  type Item,
  putOf,
  rowKey,
  updateAndReadRow,
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

const claimedWith = (row: Item | undefined): Claim => {
  const job = row?.['job']?.S;
  return { kind: 'claimed', ...(job === undefined ? {} : { job }) };
};

/** Takes over the work of an invocation that has died, with the job that it began, unless another has just done so. */
async function takeOver(table: DynamoTable, claim: IdempotencyClaim, expiresAt: number): Promise<Claim> {
  const { bodyHash, invocationId, leaseUntilMs, nowMs } = claim;
  const { isWritten, row } = await updateAndReadRow(table, keyOf(claim), {
    set: { invocationId, leaseUntilMs, expiresAt },
    when: allOf(
      equals('bodyHash', bodyHash),
      equals('done', false),
      anyOf(atMost('leaseUntilMs', nowMs), isOwn(claim)),
    ),
  });
  return isWritten ? claimedWith(row) : { kind: 'running', leaseUntilMs };
}

async function claimKey(table: DynamoTable, claim: IdempotencyClaim): Promise<Claim> {
  const { bodyHash, invocationId, leaseUntilMs, nowMs } = claim;
  const nowSeconds = Math.floor(nowMs / 1000);
  const expiresAt = nowSeconds + idempotencySeconds;
  const row = { bodyHash, invocationId, leaseUntilMs, done: false, expiresAt };
  try {
    await table.client.send(
      new PutItemCommand({
        ...putOf(
          table,
          { ...keyOf(claim), ...marshall(row) },
          anyOf(isAbsent('pk'), atMost('expiresAt', nowSeconds)),
        ),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'claimed' };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const known = unmarshall(error.Item ?? {});
    // The SDK repeats a write whose answer was lost: the row then holds this claim already.
    if (known['invocationId'] === invocationId) return claimedWith(error.Item);
    if (known['bodyHash'] !== bodyHash) return { kind: 'mismatch' };
    if (known['done'] === true) return { kind: 'done' };
    const untilMs = Number(known['leaseUntilMs']);
    return untilMs > nowMs ? { kind: 'running', leaseUntilMs: untilMs } : takeOver(table, claim, expiresAt);
  }
}

/** Rows `ACCOUNT#id` / `IDEM#hash` of the service table. TTL deletes late, so expiry is also a condition. */
export function dynamoIdempotencyRecords(client: DynamoDBClient, tableName: string): IdempotencyRecords {
  const table = { client, tableName };
  return {
    claim: (claim) => claimKey(table, claim),

    begin: async (claim, job) => {
      await updateRow(table, keyOf(claim), { set: { job }, when: isOwn(claim) });
    },

    complete: async (claim) => {
      await updateRow(table, keyOf(claim), { set: { done: true }, when: isOwn(claim) });
    },

    leave: async (claim) => {
      if (await deleteRow(table, keyOf(claim), allOf(isOwn(claim), isAbsent('job')))) return;
      await updateRow(table, keyOf(claim), { set: { leaseUntilMs: 0 }, when: isOwn(claim) });
    },

    release: async (claim) => {
      await deleteRow(table, keyOf(claim), isOwn(claim));
    },
  };
}
