import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import {
  allOf,
  atMost,
  equals,
  isAbsent,
  isBetween,
  isPresent,
  unlessPresent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  deleteRow,
  type DynamoTable,
  type Item,
  queryRows,
  rowKey,
  updateAndReadRow,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { fromReservationRow } from './dynamo-usage-rows.ts';
import {
  type Consumption,
  type Ending,
  isShown,
  lost,
  recordDays,
  recordsSinceMs,
  type RecordsFound,
  type RecordsPage,
  type RefusedRequest,
  type RequestRecord,
  type Reservation,
  reservationIdStart,
  type ReservationRequest,
} from './usage-ledger.ts';

export const accountOf = (accountId: string): string => `ACCOUNT#${accountId}`;
const sortKey = (id: string): string => `RES#${id}`;
export const reservationKey = ({ accountId, id }: Pick<Reservation, 'accountId' | 'id'>): Item =>
  rowKey(accountOf(accountId), sortKey(id));

const expiryOf = ({ endedAtMs }: Ending): number => Math.floor(endedAtMs / 1000) + recordDays * 86_400;

/** One index partition takes 1,000 writes a second; open reservations are spread over these. */
const shards = 8;
const shardName = (shard: number): string => `reservations#${shard}`;
const shardOf = (id: string): string => shardName(Number.parseInt(sha256(id).slice(0, 4), 16) % shards);

const daySeconds = 86_400;
/** A reservation expires only when the sweeper was down for 30 days. */
const reservationTtlSeconds = 30 * daySeconds;
/** Once more than the time in which a repeated write can still arrive. */
const lookAgainMs = 10 * 60_000;

const isOpen = allOf(isPresent('pk'), isAbsent('endedAtMs'));

/** The row of a new reservation, in the index of those that the sweeper refunds when they are due. */
export function openItem(reservation: Reservation, { dueAtMs, asked }: ReservationRequest): Item {
  const { isUncertain: _isUncertain, ...stored } = reservation;
  const fields = {
    ...stored,
    ...asked,
    collection: shardOf(reservation.id),
    position: new Date(dueAtMs).toISOString(),
    expiresAt: Math.floor(dueAtMs / 1000) + reservationTtlSeconds,
  };
  return { ...reservationKey(reservation), ...marshall(fields, { removeUndefinedValues: true }) };
}

/** Leaves an open row to the sweeper, as the record of nothing. */
const leaveToSweeper = (table: DynamoTable, reservation: Reservation): Promise<boolean> =>
  updateRow(table, reservationKey(reservation), { remove: ['isListed'], when: isOpen });

/**
 * Ends a reservation without a record. The row of one whose writes may still be carried out stays until it is due, so
 * that the sweeper finds what they have left.
 */
export const endUnlisted = (table: DynamoTable, reservation: Reservation): Promise<boolean> =>
  reservation.isUncertain === true
    ? leaveToSweeper(table, reservation)
    : deleteRow(table, reservationKey(reservation), isOpen);

/**
 * Turns the row of a settled reservation into the record of its request, or removes it. Returns whether the row now
 * says what this call says, so that a call may be repeated.
 */
export async function endRecord(
  table: DynamoTable,
  reservation: Reservation,
  { requests }: Consumption,
  ending: Ending | undefined,
): Promise<boolean> {
  const { isListed, isUncertain } = reservation;
  if (ending === undefined || isListed !== true) return endUnlisted(table, reservation);
  const { isWritten, row } = await updateAndReadRow(table, reservationKey(reservation), {
    set: {
      ...ending,
      requests,
      expiresAt: expiryOf(ending),
      // The sweeper looks once more for an entry that a repeated write made after this moment.
      ...(isUncertain === true ? { position: new Date(ending.endedAtMs + lookAgainMs).toISOString() } : {}),
    },
    remove: isUncertain === true ? [] : ['collection', 'position'],
    when: isOpen,
  });
  return (
    isWritten || (row?.['requests']?.N === String(requests) && row['status']?.N === String(ending.status))
  );
}

/**
 * Says that the request was lost, before its reservation is refunded: an open row tells its process, should it still be
 * alive, that the reservation is its own. Returns the row, if there is one.
 */
export async function beginRefund(
  table: DynamoTable,
  reservation: Pick<Reservation, 'accountId' | 'id'>,
  nowMs: number,
): Promise<Reservation | undefined> {
  const { row } = await updateAndReadRow(table, reservationKey(reservation), {
    set: { ...lost(nowMs), expiresAt: expiryOf(lost(nowMs)) },
    when: isOpen,
  });
  return row === undefined ? undefined : fromReservationRow(row);
}

/** Takes the row out of the index. `requests` stays absent when the lost process had settled without saying so here. */
export async function endRefund(
  table: DynamoTable,
  reservation: Pick<Reservation, 'accountId' | 'id'>,
  isRefunded: boolean,
): Promise<void> {
  await updateRow(table, reservationKey(reservation), {
    set: isRefunded ? { requests: unlessPresent('requests', 0) } : {},
    remove: ['collection', 'position'],
    when: isPresent('pk'),
  });
}

async function dueInShard(table: DynamoTable, shard: number, nowMs: number, limit: number) {
  const { rows } = await queryRows(table, {
    index: 'collection',
    where: allOf(equals('collection', shardName(shard)), atMost('position', new Date(nowMs).toISOString())),
    limit,
  });
  return rows.map((row) => ({ reservation: fromReservationRow(row), position: row['position']?.S ?? '' }));
}

/** See `UsageLedger.overdue`. */
export async function overdueReservations(
  table: DynamoTable,
  nowMs: number,
  limit: number,
): Promise<readonly Reservation[]> {
  const found = await Promise.all(
    Array.from({ length: shards }, (_, shard) => dueInShard(table, shard, nowMs, limit)),
  );
  return found
    .flat()
    .toSorted((a, b) => a.position.localeCompare(b.position))
    .slice(0, limit)
    .map(({ reservation }) => reservation);
}

/** Writes the record of a request that was refused. A row that waits for the sweeper stays in its index. */
export async function recordRefusal(table: DynamoTable, refused: RefusedRequest): Promise<void> {
  const fields = { ...refused, isListed: true, requests: 0, expiresAt: expiryOf(refused) };
  await updateRow(table, reservationKey(refused), { set: fields });
}

type RecordRow = RequestRecord & Partial<Reservation>;

const recordOf = (row: RecordRow): RequestRecord => ({
  id: row.id,
  requestId: row.requestId,
  operation: row.operation,
  startedAtMs: row.startedAtMs,
  keyId: row.keyId,
  host: row.host,
  requests: row.requests,
  ...(row.endedAtMs === undefined
    ? {}
    : { endedAtMs: row.endedAtMs, status: row.status ?? 200, code: row.code }),
});

function recordsOf(rows: readonly Item[]): RequestRecord[] {
  const all = rows.map((row) => unmarshall(row) as RecordRow);
  const listed = all.filter(
    ({ isListed, units = 0, places = 0, endedAtMs }) =>
      isListed === true && isShown({ units, places }, endedAtMs === undefined),
  );
  return listed.map(recordOf);
}

/** After every id of a reservation, whose times are hexadecimal numbers. */
const lastSortKey = sortKey('run_g');

const fromMoment = (accountId: string, fromMs: number) =>
  allOf(
    equals('pk', accountOf(accountId)),
    isBetween('sk', sortKey(reservationIdStart(fromMs)), lastSortKey),
  );

/** See `UsageLedger.recent`. The cursor is the id of the last row that was read. */
export async function recentRequests(
  table: DynamoTable,
  accountId: string,
  { nowMs, limit, cursor }: RecordsPage,
): Promise<RecordsFound> {
  const sinceMs = recordsSinceMs(nowMs);
  // A start outside of the queried range is an error of DynamoDB.
  if (cursor !== undefined && !(cursor >= reservationIdStart(sinceMs) && sortKey(cursor) <= lastSortKey))
    return { records: [] };
  const { rows, last } = await queryRows(table, {
    where: fromMoment(accountId, sinceMs),
    isDescending: true,
    limit,
    after: cursor === undefined ? undefined : reservationKey({ accountId, id: cursor }),
  });
  const next = last?.['sk']?.S?.slice(sortKey('').length);
  return { records: recordsOf(rows), ...(next === undefined ? {} : { cursor: next }) };
}
