import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import {
  allOf,
  anyOf,
  atMost,
  differs,
  equals,
  isAbsent,
  isBetween,
  isPresent,
  startsWith,
  unlessPresent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  findRow,
  type Item,
  putRow,
  queryAllRows,
  rowKey,
  updateAndReadRow,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import {
  type Claim,
  type ClaimTimes,
  type Delivery,
  type DeliveryLog,
  lostMs,
  stopSequence,
} from './delivery-log.ts';

const partition = (crawlId: string): string => `CRAWL#${crawlId}`;
const hookName = (sequence: number): string => `HOOK#${String(sequence).padStart(7, '0')}`;
const maxSequence = 9_999_999;
const keyOf = (crawlId: string, sequence: number): Item => rowKey(partition(crawlId), hookName(sequence));
const expirySeconds = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000);

function deliveryOf(item: Item): Delivery {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, claimedUntilMs: _claim, ...delivery } = unmarshall(item);
  return delivery as Delivery;
}

async function claimEvent(
  table: DynamoTable,
  crawlId: string,
  sequence: number,
  { nowMs, untilMs, expiresAtMs }: ClaimTimes,
): Promise<Claim> {
  const isPast = (moment: string) => anyOf(isAbsent(moment), atMost(moment, nowMs));
  const { isWritten, row } = await updateAndReadRow(table, keyOf(crawlId, sequence), {
    set: {
      claimedUntilMs: untilMs,
      expiresAt: expirySeconds(expiresAtMs),
      sequence,
      state: 'pending',
      attempts: unlessPresent('attempts', 0),
    },
    when: anyOf(
      isAbsent('pk'),
      allOf(equals('state', 'pending'), isPast('claimedUntilMs'), isPast('notBeforeMs')),
    ),
  });
  if (isWritten)
    return {
      kind: 'mine',
      attempts: Number(row?.['attempts']?.N ?? 0),
      ...(row?.['replayedAtMs'] === undefined ? {} : { isReplay: true }),
    };
  if (row === undefined) throw new Error(`Event ${sequence} of ${crawlId} has no row and cannot be claimed.`);
  const { state, notBeforeMs = 0 } = deliveryOf(row);
  const claimedUntilMs = Number(row['claimedUntilMs']?.N ?? 0);
  return state === 'pending'
    ? { kind: 'busy', untilMs: Math.max(claimedUntilMs, notBeforeMs) }
    : { kind: 'over', state };
}

/** Rows `CRAWL#id` / `HOOK#number`, beside the crawl's own. */
export function dynamoDeliveryLog(client: DynamoDBClient, tableName: string): DeliveryLog {
  const table = { client, tableName };
  return {
    claim: (crawlId, sequence, times) => claimEvent(table, crawlId, sequence, times),

    find: async (crawlId, sequence) => {
      const row = await findRow(table, keyOf(crawlId, sequence));
      return row === undefined ? undefined : deliveryOf(row);
    },

    put: async (crawlId, delivery, expiresAtMs) => {
      const values = { ...delivery, expiresAt: expirySeconds(expiresAtMs) };
      await putRow(table, {
        ...keyOf(crawlId, delivery.sequence),
        ...marshall(values, { removeUndefinedValues: true }),
      });
    },

    all: async (crawlId) => {
      const rows = await queryAllRows(table, {
        where: allOf(equals('pk', partition(crawlId)), startsWith('sk', 'HOOK#')),
      });
      return rows.map(deliveryOf);
    },

    latest: async (crawlId, count, before = Number.MAX_SAFE_INTEGER) => {
      // DynamoDB refuses an empty range.
      if (before <= stopSequence + 1) return [];
      const rows = await queryAllRows(table, {
        where: allOf(
          equals('pk', partition(crawlId)),
          isBetween('sk', hookName(stopSequence + 1), hookName(Math.min(before - 1, maxSequence))),
        ),
        isDescending: true,
        limit: count,
      });
      return rows.slice(0, count).map(deliveryOf);
    },

    reopen: (crawlId, sequence, nowMs) => {
      const isLongPast = (moment: string) => atMost(moment, nowMs - lostMs);
      // A claim begins when the event is due, so that its end is the later of the two.
      const wasDropped = anyOf(
        isLongPast('claimedUntilMs'),
        allOf(isAbsent('claimedUntilMs'), isLongPast('notBeforeMs')),
      );
      return updateRow(table, keyOf(crawlId, sequence), {
        set: { state: 'pending', replayedAtMs: nowMs },
        remove: ['notBeforeMs', 'claimedUntilMs'],
        when: allOf(
          isPresent('pk'),
          anyOf(
            differs('state', 'pending'),
            isLongPast('replayedAtMs'),
            allOf(isAbsent('replayedAtMs'), wasDropped),
          ),
        ),
      });
    },
  };
}
