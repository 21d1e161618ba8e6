import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { isConditionFailure } from '#shared/kernel/aws.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';

/**
 * Key rows of the service table: `KEY#<sha256>` / `KEY`. The sparse `collection` index lists them under
 * `keys`, oldest first; nothing scans.
 */
export function dynamoKeyStore(client: DynamoDBClient, tableName: string): KeyStore {
  const rowKey = (hash: string) => ({ pk: { S: `KEY#${hash}` }, sk: { S: 'KEY' } });

  const fromRow = (row: Record<string, AttributeValue>): ApiKey => {
    const { pk: _pk, sk: _sk, collection: _collection, position: _position, ...key } = unmarshall(row);
    return key as ApiKey;
  };

  async function list(): Promise<ApiKey[]> {
    const keys: ApiKey[] = [];
    const pages = paginateQuery(
      { client },
      {
        TableName: tableName,
        IndexName: 'collection',
        KeyConditionExpression: '#collection = :keys',
        ExpressionAttributeNames: { '#collection': 'collection' },
        ExpressionAttributeValues: { ':keys': { S: 'keys' } },
      },
    );
    for await (const { Items = [] } of pages) keys.push(...Items.map(fromRow));
    return keys;
  }

  return {
    find: async (hash) => {
      // Consistent, so that a revoked key stops at once.
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: rowKey(hash), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : fromRow(Item);
    },

    add: async (key) => {
      const row = { ...key, collection: 'keys', position: `${key.createdAt}#${key.keyId}` };
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { ...rowKey(key.keyHash), ...marshall(row, { removeUndefinedValues: true }) },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    list,

    revoke: async (keyId, revokedAt) => {
      const key = (await list()).find((candidate) => candidate.keyId === keyId);
      if (key === undefined) return false;
      await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: rowKey(key.keyHash),
          UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :at)',
          ExpressionAttributeValues: { ':at': { S: revokedAt } },
        }),
      );
      return true;
    },

    setPlan: async (accountId, planId) => {
      const owned = (await list()).filter((key) => key.accountId === accountId);
      for (const key of owned) {
        try {
          await client.send(
            new UpdateItemCommand({
              TableName: tableName,
              Key: rowKey(key.keyHash),
              UpdateExpression: 'SET planId = :plan',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':plan': { S: planId } },
            }),
          );
        } catch (error) {
          if (!isConditionFailure(error)) throw error;
        }
      }
      return owned.length;
    },
  };
}
