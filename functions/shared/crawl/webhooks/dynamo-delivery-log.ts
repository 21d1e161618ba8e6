import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import type { Delivery, DeliveryLog } from './delivery-log.ts';

type Item = Record<string, AttributeValue>;

const partition = (crawlId: string): AttributeValue => ({ S: `CRAWL#${crawlId}` });
const keyOf = (crawlId: string, sequence: number): Item => ({
  pk: partition(crawlId),
  sk: { S: `HOOK#${String(sequence).padStart(7, '0')}` },
});

function deliveryOf(item: Item): Delivery {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, claimedUntilMs: _claim, ...delivery } = unmarshall(item);
  return delivery as Delivery;
}

/** Rows `CRAWL#id` / `HOOK#number`, beside the crawl's own. */
export function dynamoDeliveryLog(client: DynamoDBClient, tableName: string): DeliveryLog {
  return {
    claim: async (crawlId, sequence, { nowMs, untilMs, expiresAtMs }) => {
      try {
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: keyOf(crawlId, sequence),
            UpdateExpression:
              'SET claimedUntilMs = :until, expiresAt = :expiry, #sequence = :sequence, #state = :pending, attempts = if_not_exists(attempts, :none)',
            ConditionExpression:
              'attribute_not_exists(pk) OR (#state = :pending AND (attribute_not_exists(claimedUntilMs) OR claimedUntilMs <= :now) AND (attribute_not_exists(notBeforeMs) OR notBeforeMs <= :now))',
            ExpressionAttributeNames: { '#state': 'state', '#sequence': 'sequence' },
            ExpressionAttributeValues: marshall({
              ':until': untilMs,
              ':expiry': Math.ceil(expiresAtMs / 1000),
              ':sequence': sequence,
              ':pending': 'pending',
              ':none': 0,
              ':now': nowMs,
            }),
            ReturnValues: 'ALL_NEW',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { kind: 'mine', attempts: Number(Attributes?.['attempts']?.N ?? 0) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
        const { state, notBeforeMs = 0 } = deliveryOf(error.Item);
        const claimedUntilMs = Number(error.Item['claimedUntilMs']?.N ?? 0);
        return state === 'pending'
          ? { kind: 'busy', untilMs: Math.max(claimedUntilMs, notBeforeMs) }
          : { kind: 'over', state };
      }
    },
    find: async (crawlId, sequence) => {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: keyOf(crawlId, sequence), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : deliveryOf(Item);
    },
    put: async (crawlId, delivery, expiresAtMs) => {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: {
            ...keyOf(crawlId, delivery.sequence),
            ...marshall(
              { ...delivery, expiresAt: Math.ceil(expiresAtMs / 1000) },
              { removeUndefinedValues: true },
            ),
          },
        }),
      );
    },
    all: async (crawlId) => {
      const items: Item[] = [];
      let from: Item | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :hook)',
            ExpressionAttributeValues: { ':pk': partition(crawlId), ':hook': { S: 'HOOK#' } },
            ...(from === undefined ? {} : { ExclusiveStartKey: from }),
          }),
        );
        items.push(...Items);
        from = LastEvaluatedKey;
      } while (from !== undefined);
      return items.map(deliveryOf);
    },
  };
}
