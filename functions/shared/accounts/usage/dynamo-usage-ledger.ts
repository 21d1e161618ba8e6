import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { allOf, equals, startsWith } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  insertRow,
  queryAllRows,
  type UpdateOutcome,
} from '#shared/kernel/dynamo-table.ts';
import { enter, flushIfDue, forgetSettled, type Held, leave, release } from './dynamo-meter.ts';
import {
  accountOf,
  beginRefund,
  endRecord,
  endUnlisted,
  endRefund,
  openItem,
  overdueReservations,
  recentRequests,
  recordRefusal,
} from './dynamo-request-records.ts';
import { type Entry, entriesOf, fromMonthRow, fromUsageRows } from './dynamo-usage-rows.ts';
import {
  alreadyReserved,
  type Consumption,
  type Ending,
  type MonthUsage,
  noUsage,
  refusalOf,
  type Reservation,
  reservationFor,
  type ReservationRequest,
  type ReserveOutcome,
  type UsageLedger,
} from './usage-ledger.ts';

/** Refunds that one request makes for others, at most: they are several writes each. */
const maxRefunds = { withoutRoom: 25, withRoom: 2 };
/** The sweeper refunds what is overdue within two minutes: older entries have no reservation that it can find. */
const neglectedMs = 5 * 60_000;
/** Readings of a month, when requests are moved to the rows of their days meanwhile. */
const maxReadings = 10;

async function refund(table: DynamoTable, held: Held, nowMs: number): Promise<boolean> {
  const reservation = await beginRefund(table, held, nowMs);
  const isRefunded = await release(table, { ...held, keyId: reservation?.keyId ?? held.keyId });
  if (!isRefunded) await forgetSettled(table, held);
  if (reservation !== undefined) await endRefund(table, held, isRefunded);
  return isRefunded;
}

/**
 * Refunds overdue entries of a month's row, and returns how many they were. When there is room, only those that the
 * sweeper did not find; otherwise also the requests in flight whose processes must be dead.
 */
async function refundOverdue(
  table: DynamoTable,
  { accountId, month }: Reservation,
  { isWritten, row = {} }: UpdateOutcome,
  nowMs: number,
): Promise<number> {
  const isNeglected = ({ dueAtMs }: Entry) => dueAtMs <= nowMs - neglectedMs;
  const isDead = ({ dueAtMs, places }: Entry) => !isWritten && places > 0 && dueAtMs <= nowMs;
  const chosen = entriesOf(row)
    .filter((entry) => isNeglected(entry) || isDead(entry))
    .slice(0, isWritten ? maxRefunds.withRoom : maxRefunds.withoutRoom);
  // The request goes on without refunds that fail: the next one tries them again.
  await Promise.allSettled(
    chosen.map((entry) => refund(table, { ...entry, accountId, month, keyId: undefined }, nowMs)),
  );
  return chosen.length;
}

/** Enters the reservation, after refunds of what is overdue if there is no room for it. */
async function enterWithRefunds(table: DynamoTable, request: ReservationRequest, reservation: Reservation) {
  const first = await enter(table, request, reservation);
  const refunded = await refundOverdue(table, reservation, first, request.nowMs);
  if (first.isWritten || refunded === 0) return first;
  const second = await enter(table, request, reservation);
  return { ...second, isRepeated: first.isRepeated || second.isRepeated };
}

async function reserve(table: DynamoTable, request: ReservationRequest): Promise<ReserveOutcome> {
  const { id, nowMs } = request;
  // An absent counter meets every condition, so that units which never fit are refused first.
  const impossible = refusalOf({ ...request, requestsAtOnce: null }, noUsage);
  if (impossible !== undefined) return { kind: impossible };
  const reservation = reservationFor(request, monthKey(nowMs), dayKey(nowMs));
  const inserted = await insertRow(table, openItem(reservation, request));
  if (!inserted.isWritten) throw alreadyReserved(id);
  const entered = await enterWithRefunds(table, request, reservation);
  const made =
    inserted.isRepeated || entered.isRepeated ? { ...reservation, isUncertain: true } : reservation;
  if (entered.isWritten) return { kind: 'reserved', reservation: made };
  await endUnlisted(table, made);
  return { kind: refusalOf(request, fromMonthRow(entered.row)) ?? 'over-allowance' };
}

async function settle(
  table: DynamoTable,
  reservation: Reservation,
  consumed: Consumption,
  ending?: Ending,
): Promise<boolean> {
  const { isWritten, row = {} } = await leave(table, reservation, consumed);
  // Without an entry, it was refunded, or an earlier call has booked it and may have got no further.
  if (!isWritten) return endRecord(table, reservation, consumed, ending);
  // It is counted. Without these two, the sweeper ends the record, and the next flush takes what this one has left.
  await Promise.allSettled([
    endRecord(table, reservation, consumed, ending),
    flushIfDue(table, reservation, row),
  ]);
  return true;
}

async function read(table: DynamoTable, accountId: string, month: string): Promise<MonthUsage> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const rows = await queryAllRows(table, {
      where: allOf(equals('pk', accountOf(accountId)), startsWith('sk', `USAGE#${month}`)),
      isConsistent: true,
    });
    const usage = fromUsageRows(rows);
    if (usage !== undefined) return usage;
  }
  throw new Error(`The usage of ${month} changes faster than it can be read.`);
}

/**
 * Rows of `ACCOUNT#id`, each written by itself, never in a transaction of each request:
 * `RES#id`, the reservation and later the record of its request (dynamo-request-records.ts);
 * `USAGE#2026-11`, the counters with an entry for each open reservation, which makes repeated writes harmless
 * (dynamo-meter.ts); `USAGE#2026-11-21#key`, what was settled, moved there in batches.
 *
 * A reservation is written before its entry, and ended after it, so that whatever fails in between leaves a row that
 * the sweeper finds. An entry that is overdue is refunded, whatever its row says.
 */
export function dynamoUsageLedger(client: DynamoDBClient, tableName: string): UsageLedger {
  const table = { client, tableName };
  return {
    reserve: (request) => reserve(table, request),
    settle: (reservation, consumed, ending) => settle(table, reservation, consumed, ending),
    refuse: (refused) => recordRefusal(table, refused),
    recent: (accountId, page) => recentRequests(table, accountId, page),
    read: (accountId, month) => read(table, accountId, month),
    overdue: (nowMs, limit) => overdueReservations(table, nowMs, limit),
    refund: (reservation, nowMs) => refund(table, reservation, nowMs),
  };
}
