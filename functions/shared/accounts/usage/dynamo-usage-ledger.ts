import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { allOf, equals, startsWith } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  insertRow,
  queryAllRows,
  type UpdateOutcome,
} from '#shared/kernel/dynamo-table.ts';
import { enter, flushIfDue, forgetSettled, leave, release } from './dynamo-meter.ts';
import {
  accountOf,
  beginRefund,
  endRecord,
  endUnlisted,
  endRefund,
  openItem,
  recentRequests,
  recordRefusal,
} from './dynamo-request-records.ts';
import {
  type Entry,
  entriesOf,
  forgettableOf,
  fromMonthRow,
  fromUsageRows,
  isOverdue,
} from './dynamo-usage-rows.ts';
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
const maxRefunds = { withRoom: 2, withoutRoom: 25 };
/** Attempts at an entry, each after refunds. */
const maxEntries = 4;
/** Readings of a month, when requests are moved to the rows of their days meanwhile. */
const maxReadings = 10;

type Owner = Pick<Reservation, 'accountId' | 'month'>;

async function refund(table: DynamoTable, owner: Owner, entry: Entry): Promise<void> {
  const held = { ...entry, ...owner };
  const row = await beginRefund(table, held, entry.dueAtMs);
  const isReleased = await release(table, { ...held, keyId: row?.['keyId']?.S ?? entry.keyId });
  if (isReleased && row !== undefined) await endRefund(table, held);
}

/** Refunds reservations whose time has passed, as the row of the month shows them, and returns how many they were. */
async function refundOverdue(
  table: DynamoTable,
  owner: Owner,
  { isWritten, row = {} }: UpdateOutcome,
  nowMs: number,
): Promise<number> {
  const most = isWritten ? maxRefunds.withRoom : maxRefunds.withoutRoom;
  const overdue = entriesOf(row).filter((entry) => isOverdue(entry, nowMs));
  // The request goes on without refunds that fail: the next one tries them again.
  await Promise.allSettled([
    ...overdue.slice(0, most).map((entry) => refund(table, owner, entry)),
    ...forgettableOf(row, nowMs)
      .slice(0, most)
      .map((id) => forgetSettled(table, { ...owner, id })),
  ]);
  return overdue.length;
}

/** Enters the reservation, after refunds of what is overdue if there is no room for it. */
async function enterWithRefunds(
  table: DynamoTable,
  request: ReservationRequest,
  reservation: Reservation,
): Promise<UpdateOutcome> {
  const { accountId, month } = reservation;
  let isRepeated = false;
  for (let attempt = 1; ; attempt += 1) {
    const entered = await enter(table, request, reservation);
    isRepeated ||= entered.isRepeated;
    const refunded = await refundOverdue(table, { accountId, month }, entered, request.nowMs);
    if (entered.isWritten || refunded === 0 || attempt === maxEntries) return { ...entered, isRepeated };
  }
}

async function reserve(table: DynamoTable, request: ReservationRequest): Promise<ReserveOutcome> {
  const { id, nowMs } = request;
  // An absent counter meets every condition, so that units which never fit are refused first.
  const impossible = refusalOf({ ...request, requestsAtOnce: null }, noUsage);
  if (impossible !== undefined) return { kind: impossible };
  const reservation = reservationFor(request, monthKey(nowMs), dayKey(nowMs));
  const [insertion, entry] = await Promise.allSettled([
    insertRow(table, openItem(reservation, request)),
    enterWithRefunds(table, request, reservation),
  ]);
  if (insertion.status === 'rejected') {
    // Nobody settles an entry without a reservation: that of a crawl would hold its units for a day.
    if (entry.status === 'fulfilled' && entry.value.isWritten)
      await release(table, reservation).catch(() => false);
    throw insertion.reason;
  }
  if (entry.status === 'rejected') throw entry.reason;
  const [inserted, entered] = [insertion.value, entry.value];
  if (!inserted.isWritten) throw alreadyReserved(id);
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
  // It is counted. Without these two, the record says that the request was lost, and the next flush takes what this one
  // has left.
  await Promise.allSettled([
    endRecord(table, reservation, consumed, ending),
    flushIfDue(table, reservation, row),
  ]);
  return true;
}

async function read(
  table: DynamoTable,
  accountId: string,
  month: string,
  nowMs: number,
): Promise<MonthUsage> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const rows = await queryAllRows(table, {
      where: allOf(equals('pk', accountOf(accountId)), startsWith('sk', `USAGE#${month}`)),
      isConsistent: true,
    });
    const usage = fromUsageRows(rows, nowMs);
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
 * A process that dies leaves an entry. Once its time has passed, it is counted no longer, and the next request of the
 * account removes it.
 */
export function dynamoUsageLedger(client: DynamoDBClient, tableName: string): UsageLedger {
  const table = { client, tableName };
  return {
    reserve: (request) => reserve(table, request),
    settle: (reservation, consumed, ending) => settle(table, reservation, consumed, ending),
    refuse: (refused) => recordRefusal(table, refused),
    recent: (accountId, page) => recentRequests(table, accountId, page),
    read: (accountId, month, nowMs) => read(table, accountId, month, nowMs),
  };
}
