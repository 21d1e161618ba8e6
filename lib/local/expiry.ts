import {
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

const isExpired = '#until < :now';

/** Deletes the rows whose time to live is over, until `signal` aborts. Returns their number. */
export async function expireRows(
  tables: readonly LocalTable[],
  client: DynamoDBClient,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let expired = 0;
  for (const { name: TableName, definition, timeToLiveAttribute } of tables) {
    if (timeToLiveAttribute === undefined) continue;
    const keys = (definition.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []);
    const until = { '#until': timeToLiveAttribute };
    const ExpressionAttributeValues = { ':now': { N: String(Math.floor(nowMs / 1000)) } };
    const found = paginateScan(
      { client },
      {
        TableName,
        FilterExpression: isExpired,
        ProjectionExpression: keys.map((_key, at) => `#key${at}`).join(),
        ExpressionAttributeNames: {
          ...until,
          ...Object.fromEntries(keys.map((key, at) => [`#key${at}`, key])),
        },
        ExpressionAttributeValues,
      },
    );
    for await (const { Items = [] } of found)
      for (const Key of Items) {
        if (signal?.aborted === true) return expired;
        const deletion = new DeleteItemCommand({
          TableName,
          Key,
          // A row may be written anew after it was found.
          ConditionExpression: isExpired,
          ExpressionAttributeNames: until,
          ExpressionAttributeValues,
        });
        expired += await client.send(deletion).then(
          () => 1,
          (error: unknown) => {
            if (error instanceof ConditionalCheckFailedException) return 0;
            throw error;
          },
        );
      }
  }
  return expired;
}
