import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { anyOf, below, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import { rowKey, updateAndReadRow } from '#shared/kernel/dynamo-table.ts';
import { minuteOf } from '#shared/kernel/clock.ts';
import { decision, type TakeFromRate } from './rate-limiter.ts';

/** A minute's row is of no use once the minute has passed. */
const windowTtlSeconds = 300;

/**
 * Rows `ACCOUNT#id` / `RATE#<group>#<minute>`. A write that the SDK repeats may count twice, which costs the caller
 * one request of this minute; the allowance is counted exactly, in the usage ledger.
 */
export function dynamoRateLimiter(client: DynamoDBClient, tableName: string): TakeFromRate {
  return async ({ accountId, group, limitPerMinute, nowMs }) => {
    const key = rowKey(`ACCOUNT#${accountId}`, `RATE#${group}#${minuteOf(nowMs)}`);
    const { isWritten, row } = await updateAndReadRow({ client, tableName }, key, {
      set: { expiresAt: Math.floor(nowMs / 1000) + windowTtlSeconds },
      add: { taken: 1 },
      when: anyOf(isAbsent('taken'), below('taken', limitPerMinute)),
    });
    return isWritten
      ? decision(true, Number(row?.['taken']?.N ?? 1), limitPerMinute, nowMs)
      : decision(false, limitPerMinute, limitPerMinute, nowMs);
  };
}
