import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import {
  above,
  allOf,
  anyOf,
  atMost,
  below,
  type Expression,
  increased,
  isAbsent,
} from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, rowKey, updateAndReadRow } from '#shared/kernel/dynamo-table.ts';
import type { HostPacer, Pace, PaceRequest } from './host-pacer.ts';

/** A host that no crawl reads for this long has no reserved slots left. */
const ttlSeconds = 3_600;

/** Moves the start of the host's next free slot, and returns where it is afterwards. */
async function moveNextSlot(
  table: DynamoTable,
  host: string,
  slot: { readonly nextAtMs: number | Expression; readonly busyUntilMs: number; readonly when: Expression },
): Promise<{ readonly isMoved: boolean; readonly nextAtMs: number }> {
  const { isWritten, row } = await updateAndReadRow(table, rowKey(`HOST#${host}`, 'PACE'), {
    set: { nextAtMs: slot.nextAtMs, expiresAt: Math.ceil(slot.busyUntilMs / 1000) + ttlSeconds },
    when: slot.when,
  });
  return { isMoved: isWritten, nextAtMs: Number(row?.['nextAtMs']?.N ?? 0) };
}

async function reserveSlots(table: DynamoTable, request: PaceRequest): Promise<Pace> {
  const { host } = request;
  const nowMs = Math.round(request.nowMs);
  const latestMs = Math.round(request.latestMs);
  const lengthMs = Math.round(request.count * request.delayMs);
  const busyUntilMs = nowMs + lengthMs;
  const free = await moveNextSlot(table, host, {
    nextAtMs: busyUntilMs,
    busyUntilMs,
    when: anyOf(isAbsent('nextAtMs'), atMost('nextAtMs', nowMs)),
  });
  if (free.isMoved) return { granted: true, firstAtMs: nowMs };
  if (free.nextAtMs > latestMs) return { granted: false, retryAtMs: free.nextAtMs };
  const behind = await moveNextSlot(table, host, {
    nextAtMs: increased('nextAtMs', lengthMs),
    busyUntilMs,
    when: allOf(above('nextAtMs', nowMs), atMost('nextAtMs', latestMs)),
  });
  if (behind.isMoved) return { granted: true, firstAtMs: behind.nextAtMs - lengthMs };
  // Other workers took the slots up to `latestMs` meanwhile; the next one is behind theirs.
  return { granted: false, retryAtMs: Math.max(behind.nextAtMs, nowMs) };
}

/** Rows `HOST#name` / `PACE` hold when the host's next free slot begins. */
export function dynamoHostPacer(client: DynamoDBClient, tableName: string): HostPacer {
  const table = { client, tableName };
  return {
    reserve: (request) => reserveSlots(table, request),

    holdUntil: async (host, untilMs) => {
      const nextAtMs = Math.round(untilMs);
      await moveNextSlot(table, host, {
        nextAtMs,
        busyUntilMs: nextAtMs,
        when: anyOf(isAbsent('nextAtMs'), below('nextAtMs', nextAtMs)),
      });
    },
  };
}
