import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { isConditionFailure } from '#shared/kernel/aws.ts';
import { idempotencySeconds, type IdempotencyClaim, type IdempotencyRecords } from './idempotency-records.ts';

/** Rows `ACCOUNT#id` / `IDEM#hash` of the service table. TTL deletes late, so expiry is also a condition. */
export function dynamoIdempotencyRecords(client: DynamoDBClient, tableName: string): IdempotencyRecords {
  const rowKey = ({ accountId, keyHash }: IdempotencyClaim) => ({
    pk: { S: `ACCOUNT#${accountId}` },
    sk: { S: `IDEM#${keyHash}` },
  });
  const unlessLost = async (write: Promise<unknown>): Promise<void> => {
    try {
      await write;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
    }
  };

  return {
    claim: async (claim) => {
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: {
              ...rowKey(claim),
              bodyHash: { S: claim.bodyHash },
              invocationId: { S: claim.invocationId },
              leaseUntilMs: { N: String(claim.leaseUntilMs) },
              done: { BOOL: false },
              expiresAt: { N: String(Math.floor(claim.nowMs / 1000) + idempotencySeconds) },
            },
            // The SDK repeats a write whose answer was lost: the row then holds this claim already.
            ConditionExpression:
              'attribute_not_exists(pk) OR expiresAt <= :nowSeconds OR invocationId = :invocation OR (bodyHash = :body AND done = :no AND leaseUntilMs <= :now)',
            ExpressionAttributeValues: {
              ':nowSeconds': { N: String(Math.floor(claim.nowMs / 1000)) },
              ':invocation': { S: claim.invocationId },
              ':body': { S: claim.bodyHash },
              ':no': { BOOL: false },
              ':now': { N: String(claim.nowMs) },
            },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { kind: 'claimed' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const known = unmarshall(error.Item ?? {});
        if (known['bodyHash'] !== claim.bodyHash) return { kind: 'mismatch' };
        return { kind: known['done'] === true ? 'done' : 'running' };
      }
    },

    complete: (claim) =>
      unlessLost(
        client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: rowKey(claim),
            UpdateExpression: 'SET done = :yes',
            ConditionExpression: 'invocationId = :invocation',
            ExpressionAttributeValues: { ':yes': { BOOL: true }, ':invocation': { S: claim.invocationId } },
          }),
        ),
      ),

    release: (claim) =>
      unlessLost(
        client.send(
          new DeleteItemCommand({
            TableName: tableName,
            Key: rowKey(claim),
            ConditionExpression: 'invocationId = :invocation',
            ExpressionAttributeValues: { ':invocation': { S: claim.invocationId } },
          }),
        ),
      ),
  };
}
