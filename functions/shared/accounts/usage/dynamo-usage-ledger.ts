import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import {
  allOf,
  anyOf,
  atMost,
  equals,
  type Expression,
  isAbsent,
  startsWith,
  unlessPresent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  type Item,
  putOf,
  putRow,
  queryAllRows,
  queryRows,
  rowKey,
  transactWrite,
  updateOf,
} from '#shared/kernel/dynamo-table.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import {
  accountOf,
  endReservation,
  overdueOf,
  recentRequests,
  refusalItem,
  reservationKey,
} from './dynamo-request-records.ts';
import {
  counterName,
  counters,
  fromMonthRow,
  fromReservationRow,
  fromUsageRows,
  usedByKeyName,
} from './dynamo-usage-rows.ts';
import {
  alreadyReserved,
  type Consumption,
  type Ending,
  lost,
  noUsage,
  nothingConsumed,
  refusalOf,
  type Reservation,
  reservationFor,
  type ReservationRequest,
  type ReserveOutcome,
  type UsageLedger,
} from './usage-ledger.ts';

/** One index partition takes 1,000 writes a second; open reservations are spread over these. */
const shards = 8;
const shardName = (shard: number): string => `reservations#${shard}`;
const shardOf = (id: string): string => shardName(Number.parseInt(sha256(id).slice(0, 4), 16) % shards);

const daySeconds = 86_400;
/** A reservation expires only when the sweeper was down for 30 days. */
const reservationTtlSeconds = 30 * daySeconds;
const usageTtlSeconds = 400 * daySeconds;

const usageKey = (accountId: string, month: string): Item => rowKey(accountOf(accountId), `USAGE#${month}`);
const dayRowKey = ({ accountId, day, keyId = 'unknown' }: Reservation): Item =>
  rowKey(accountOf(accountId), `USAGE#${day}#${keyId}`);

/** An account without a row has used nothing. */
const isAtMost = (counter: string, max: number): Expression => anyOf(isAbsent(counter), atMost(counter, max));

/** The condition on the account's row under which a reservation is made. */
function limitsOf({
  keyId,
  units,
  allowance,
  budget,
  requestsAtOnce,
}: ReservationRequest): Expression | undefined {
  const limits = [
    ...(allowance === null ? [] : [isAtMost('used', allowance - units)]),
    ...(budget === null ? [] : [isAtMost(usedByKeyName(keyId), budget - units)]),
    ...(requestsAtOnce === null ? [] : [isAtMost('inFlight', requestsAtOnce - 1)]),
  ];
  return limits.length === 0 ? undefined : allOf(...limits);
}

function reservationItem(reservation: Reservation, { dueAtMs, asked }: ReservationRequest): Item {
  const fields = {
    ...reservation,
    ...asked,
    collection: shardOf(reservation.id),
    position: new Date(dueAtMs).toISOString(),
    expiresAt: Math.floor(dueAtMs / 1000) + reservationTtlSeconds,
  };
  return { ...reservationKey(reservation), ...marshall(fields, { removeUndefinedValues: true }) };
}

/** One attempt. `isFull`: refused while the account has the maximum of requests in flight. */
async function tryToReserve(
  table: DynamoTable,
  request: ReservationRequest,
): Promise<{ readonly outcome: ReserveOutcome; readonly isFull: boolean; readonly inFlight: number }> {
  const { id, accountId, keyId, units, requestsAtOnce, nowMs } = request;
  // An absent counter meets every condition, so that units which never fit are refused first.
  const impossible = refusalOf({ ...request, requestsAtOnce: null }, noUsage);
  if (impossible !== undefined) return { outcome: { kind: impossible }, isFull: false, inFlight: 0 };
  const reservation = reservationFor(request, monthKey(nowMs), dayKey(nowMs));
  const when = limitsOf(request);
  const outcome = await transactWrite(table.client, [
    {
      Update: {
        ...updateOf(table, usageKey(accountId, reservation.month), {
          set: { expiresAt: unlessPresent('expiresAt', Math.floor(nowMs / 1000) + usageTtlSeconds) },
          add: {
            used: units,
            reserved: units,
            inFlight: reservation.places,
            [usedByKeyName(keyId)]: units,
          },
          ...(when === undefined ? {} : { when }),
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    { Put: putOf(table, reservationItem(reservation, request), isAbsent('pk')) },
  ]);
  if (outcome.isWritten) return { outcome: { kind: 'reserved', reservation }, isFull: false, inFlight: 0 };
  // A write that the SDK repeats carries the first one's token and is no second reservation.
  if (outcome.failedConditions.includes(1)) throw alreadyReserved(id);
  const counted = fromMonthRow(outcome.rowsFound[0]);
  const isFull = requestsAtOnce !== null && counted.inFlight >= requestsAtOnce;
  const { inFlight } = counted;
  return { outcome: { kind: refusalOf(request, counted) ?? 'over-allowance' }, isFull, inFlight };
}

/** What was consumed on a day, counted for its key in a row of that day, so that the account's row stays small. */
function dayUpdate(table: DynamoTable, reservation: Reservation, consumed: Consumption) {
  const { day, keyId, operation } = reservation;
  const booked = counters
    .filter((counter) => consumed[counter] !== 0)
    .map((counter) => [counterName(operation, counter), consumed[counter]] as const);
  if (booked.length === 0) return [];
  const expiresAt = Math.floor(Date.parse(day) / 1000) + usageTtlSeconds;
  return [
    {
      Update: updateOf(table, dayRowKey(reservation), {
        set: { day, keyId, expiresAt: unlessPresent('expiresAt', expiresAt) },
        add: Object.fromEntries(booked),
      }),
    },
  ];
}

async function settle(
  table: DynamoTable,
  reservation: Reservation,
  consumed: Consumption,
  ending?: Ending,
): Promise<boolean> {
  const { accountId, keyId, month, units, places } = reservation;
  const outcome = await transactWrite(table.client, [
    endReservation(table, reservation, consumed, ending),
    {
      Update: updateOf(table, usageKey(accountId, month), {
        add: {
          used: consumed.requests - units,
          reserved: -units,
          inFlight: -places,
          ...(keyId === undefined ? {} : { [usedByKeyName(keyId)]: consumed.requests - units }),
        },
      }),
    },
    ...dayUpdate(table, reservation, consumed),
  ]);
  return outcome.isWritten;
}

/** Refunds the account's dead requests before it refuses a request because too many are in flight. */
async function reserve(table: DynamoTable, request: ReservationRequest): Promise<ReserveOutcome> {
  const { outcome, isFull, inFlight } = await tryToReserve(table, request);
  if (!isFull) return outcome;
  const { accountId, nowMs } = request;
  const overdue = await overdueOf(table, accountId, { nowMs, inFlight });
  if (overdue.length === 0) return outcome;
  for (const reservation of overdue) await settle(table, reservation, nothingConsumed, lost(nowMs));
  return (await tryToReserve(table, request)).outcome;
}

async function overdueInShard(table: DynamoTable, shard: number, nowMs: number, limit: number) {
  const { rows } = await queryRows(table, {
    index: 'collection',
    where: allOf(equals('collection', shardName(shard)), atMost('position', new Date(nowMs).toISOString())),
    limit,
  });
  return rows.map((row) => ({
    reservation: fromReservationRow(row),
    position: row['position']?.S ?? '',
  }));
}

/**
 * Rows `USAGE#2026-11`, `USAGE#2026-11-21#key` and `RES#id` of `ACCOUNT#id` change in one conditional transaction. The
 * last one stays as the record of its request (dynamo-request-records.ts).
 * A bare ADD would count twice when the SDK repeats a write whose answer was lost.
 */
export function dynamoUsageLedger(client: DynamoDBClient, tableName: string): UsageLedger {
  const table = { client, tableName };
  return {
    reserve: (request) => reserve(table, request),

    settle: (reservation, consumed, ending) => settle(table, reservation, consumed, ending),

    refuse: (refused) => putRow(table, refusalItem(refused)),

    recent: (accountId, page) => recentRequests(table, accountId, page),

    read: async (accountId, month) => {
      const rows = await queryAllRows(table, {
        where: allOf(equals('pk', accountOf(accountId)), startsWith('sk', `USAGE#${month}`)),
        isConsistent: true,
      });
      return fromUsageRows(rows);
    },

    overdue: async (nowMs, limit) => {
      const found = await Promise.all(
        Array.from({ length: shards }, (_, shard) => overdueInShard(table, shard, nowMs, limit)),
      );
      return found
        .flat()
        .toSorted((a, b) => a.position.localeCompare(b.position))
        .slice(0, limit)
        .map(({ reservation }) => reservation);
    },
  };
}
