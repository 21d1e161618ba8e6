import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { allOf, equals, startsWith } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  insertRow,
  queryAllRows,
  type UpdateOutcome,
} from '#shared/kernel/dynamo-table.ts';
import {
  countRefused,
  enter,
  flushIfDue,
  forgetMinutes,
  forgetSettled,
  leave,
  release,
} from './dynamo-meter.ts';
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
import { createSpentRates, rateAfter } from './dynamo-month-rate.ts';
import { decision } from './rate-limiter.ts';
import {
  alreadyReserved,
  type Consumption,
  type Ending,
  type MonthUsage,
  noUsage,
  type Shortage,
  shortageOf,
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
    forgetMinutes(table, owner, row, nowMs),
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

/** Refuses a request. It counts in its rate all the same, so that refusals, too, come at most so often. */
async function refused(
  table: DynamoTable,
  { accountId, rate, nowMs }: ReservationRequest,
  shortage: Shortage,
): Promise<ReserveOutcome> {
  if (rate === undefined) return shortage;
  const owner = { accountId, month: monthKey(nowMs) };
  const counted = await countRefused(table, owner, rate, nowMs);
  // The refusal stands without it: the next request tries again.
  await forgetMinutes(table, owner, counted.row ?? {}, nowMs).catch(() => undefined);
  const left = rateAfter(rate, counted, nowMs);
  return counted.isWritten ? { ...shortage, rate: left } : { kind: 'over-rate', rate: left };
}

async function reserve(table: DynamoTable, request: ReservationRequest): Promise<ReserveOutcome> {
  const { id, nowMs, rate } = request;
  // An absent counter meets every condition, so that units which never fit are refused first.
  const impossible = shortageOf({ ...request, requestsAtOnce: null }, noUsage);
  if (impossible !== undefined) return refused(table, request, impossible);
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
  const left = rate && rateAfter(rate, entered, nowMs);
  if (entered.isWritten) return { kind: 'reserved', reservation: made, rate: left };
  await endUnlisted(table, made);
  if (left?.remaining === 0) return { kind: 'over-rate', rate: left };
  const shortage = shortageOf(request, fromMonthRow(entered.row));
  return refused(table, request, shortage ?? { kind: 'over-allowance', left: 0 });
}

/** Reserves, unless the rate is known to be spent. */
function reserveWithinRate(table: DynamoTable): UsageLedger['reserve'] {
  const spent = createSpentRates();
  return async (request) => {
    const { rate, accountId, nowMs } = request;
    if (rate === undefined) return reserve(table, request);
    const ofAccount = { ...rate, accountId, nowMs };
    if (spent.has(ofAccount))
      return { kind: 'over-rate', rate: decision(false, rate.limitPerMinute, rate.limitPerMinute, nowMs) };
    const outcome = await reserve(table, request);
    if (outcome.kind === 'over-rate') spent.add(ofAccount);
    return outcome;
  };
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
 * (dynamo-meter.ts), and the requests of this minute (dynamo-month-rate.ts); `USAGE#2026-11-21#key`, what was settled, moved there in batches.
 *
 * A process that dies leaves an entry. Once its time has passed, it is counted no longer, and the next request of the
 * account removes it.
 */
export function dynamoUsageLedger(client: DynamoDBClient, tableName: string): UsageLedger {
  const table = { client, tableName };
  return {
    reserve: reserveWithinRate(table),
    settle: (reservation, consumed, ending) => settle(table, reservation, consumed, ending),
    refuse: (refused) => recordRefusal(table, refused),
    recent: (accountId, page) => recentRequests(table, accountId, page),
    read: (accountId, month, nowMs) => read(table, accountId, month, nowMs),
  };
}
