import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';

import type { LocalBucket, LocalTable } from './local-stack.ts';

// The emulators keep the settings of time to live and of lifecycle rules without applying them.

const dayMs = 86_400_000;

/** Deletes the objects whose days are over. Returns their number. */
export async function expireObjects(
  buckets: readonly LocalBucket[],
  client: S3Client,
  nowMs: number,
): Promise<number> {
  let expired = 0;
  for (const { name, expirations } of buckets)
    for (const { prefix, days } of expirations)
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: name, Prefix: prefix },
      )) {
        const old = Contents.filter(
          ({ LastModified }) => LastModified !== undefined && LastModified.getTime() < nowMs - days * dayMs,
        );
        if (old.length === 0) continue;
        await client.send(
          new DeleteObjectsCommand({ Bucket: name, Delete: { Objects: old.map(({ Key }) => ({ Key })) } }),
        );
        expired += old.length;
      }
  return expired;
}

/** Deletes a row, unless it was written anew since it was found. */
async function deleteExpired(
  client: DynamoDBClient,
  table: string,
  key: Record<string, AttributeValue>,
  expired: {
    ExpressionAttributeNames: Record<string, string>;
    ExpressionAttributeValues: Record<string, AttributeValue>;
  },
): Promise<number> {
  try {
    await client.send(
      new DeleteItemCommand({ TableName: table, Key: key, ConditionExpression: isExpired, ...expired }),
    );
    return 1;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 0;
    throw error;
  }
}

const isExpired = '#until < :now';

/** Deletes the rows whose time to live is over. Returns their number. */
export async function expireRows(
  tables: readonly LocalTable[],
  client: DynamoDBClient,
  nowMs: number,
): Promise<number> {
  let expired = 0;
  for (const { name, definition, timeToLiveAttribute } of tables) {
    if (timeToLiveAttribute === undefined) continue;
    const until = {
      ExpressionAttributeNames: { '#until': timeToLiveAttribute },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs / 1000)) } },
    };
    const keys = (definition.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName);
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: name, FilterExpression: isExpired, ...until },
    ))
      for (const row of Items) {
        const key = Object.fromEntries(
          keys.map((attribute) => [attribute, row[attribute] ?? { NULL: true }]),
        );
        expired += await deleteExpired(client, name, key, until);
      }
  }
  return expired;
}
