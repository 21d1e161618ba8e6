import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

import type { HostPacer } from './host-pacer.ts';

const number = (value: number) => ({ N: String(value) });
/** A host nobody asked about for this long has no promise left. */
const forgottenSeconds = 3_600;

/** Rows `HOST#name` hold when the host's next free slot begins. */
export function dynamoHostPacer(client: DynamoDBClient, tableName: string): HostPacer {
  const keyOf = (host: string) => ({ pk: { S: `HOST#${host}` }, sk: { S: 'PACE' } });

  /** `undefined` when the condition does not hold; then `current` tells what is there. */
  const update = async (
    host: string,
    nextAtMs: string,
    condition: string,
    values: Readonly<Record<string, number>>,
  ): Promise<{ readonly nextAtMs: number; readonly applied: boolean }> => {
    try {
      const { Attributes } = await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: keyOf(host),
          UpdateExpression: `SET nextAtMs = ${nextAtMs}, expiresAt = :expiry`,
          ConditionExpression: condition,
          ExpressionAttributeValues: Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, number(Math.round(value))]),
          ),
          ReturnValues: 'UPDATED_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { applied: true, nextAtMs: Number(Attributes?.['nextAtMs']?.N ?? 0) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { applied: false, nextAtMs: Number(error.Item?.['nextAtMs']?.N ?? 0) };
    }
  };

  return {
    reserve: async ({ host, count, delayMs, nowMs, latestMs }) => {
      const length = count * delayMs;
      const expiry = { ':expiry': Math.ceil((nowMs + length) / 1000) + forgottenSeconds };
      const free = await update(host, ':end', 'attribute_not_exists(nextAtMs) OR nextAtMs <= :now', {
        ...expiry,
        ':end': nowMs + length,
        ':now': nowMs,
      });
      if (free.applied) return { granted: true, firstAtMs: nowMs };
      if (free.nextAtMs > latestMs) return { granted: false, retryAtMs: free.nextAtMs };
      const behind = await update(host, 'nextAtMs + :length', 'nextAtMs > :now AND nextAtMs <= :latest', {
        ...expiry,
        ':length': length,
        ':now': nowMs,
        ':latest': latestMs,
      });
      if (behind.applied) return { granted: true, firstAtMs: behind.nextAtMs - length };
      // Others took what was left of the time in between; behind them there is room again.
      return { granted: false, retryAtMs: Math.max(behind.nextAtMs, nowMs) };
    },

    holdUntil: async (host, untilMs) => {
      await update(host, ':until', 'attribute_not_exists(nextAtMs) OR nextAtMs < :until', {
        ':until': untilMs,
        ':expiry': Math.ceil(untilMs / 1000) + forgottenSeconds,
      });
    },
  };
}
