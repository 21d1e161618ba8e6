import { type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isConditionFailure } from '#shared/kernel/aws.ts';
import { decision, minuteOf, type TakeFromRate } from './rate-limiter.ts';

/** A minute's row is of no use once the minute has passed. */
const windowTtlSeconds = 300;

/**
 * Rows `ACCOUNT#id` / `RATE#<group>#<minute>`. A repeated write may count once too often here, which costs a
 * caller one request of this minute; the allowance is counted elsewhere, exactly.
 */
export function dynamoRateLimiter(client: DynamoDBClient, tableName: string): TakeFromRate {
  return async ({ accountId, group, limitPerMinute, nowMs }) => {
    try {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { pk: { S: `ACCOUNT#${accountId}` }, sk: { S: `RATE#${group}#${minuteOf(nowMs)}` } },
          UpdateExpression: 'SET expiresAt = :expiry ADD taken :one',
          ConditionExpression: 'attribute_not_exists(taken) OR taken < :limit',
          ExpressionAttributeValues: {
            ':one': { N: '1' },
            ':limit': { N: String(limitPerMinute) },
            ':expiry': { N: String(Math.floor(nowMs / 1000) + windowTtlSeconds) },
          },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return decision(true, Number(Attributes?.['taken']?.N ?? 1), limitPerMinute, nowMs);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      return decision(false, limitPerMinute, limitPerMinute, nowMs);
    }
  };
}
