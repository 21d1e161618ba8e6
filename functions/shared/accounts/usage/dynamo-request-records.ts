import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import {
  allOf,
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
const reservationKey = ({ accountId, id }: Pick<Reservation, 'accountId' | 'id'>): Item =>
  rowKey(accountOf(accountId), sortKey(id));

const expiryOf = (endsAtMs: number): number => Math.floor(endsAtMs / 1000) + recordDays * 86_400;

const isOpen = allOf(isPresent('pk'), isAbsent('endedAtMs'));

/** The row of a new reservation. */
export function openItem(reservation: Reservation, { dueAtMs, asked }: ReservationRequest): Item {
  const { isUncertain: _isUncertain, ...stored } = reservation;
  const fields = { ...stored, ...asked, dueAtMs, expiresAt: expiryOf(dueAtMs) };
  return { ...reservationKey(reservation), ...marshall(fields, { removeUndefinedValues: true }) };
}

/** Ends a reservation without a record. While writes may still be carried out, its row stays, so that none makes it again. */
export const endUnlisted = (table: DynamoTable, reservation: Reservation): Promise<boolean> =>
  reservation.isUncertain === true
    ? updateRow(table, reservationKey(reservation), { remove: ['isListed'], when: isOpen })
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
  if (ending === undefined || reservation.isListed !== true) return endUnlisted(table, reservation);
  const { isWritten, row } = await updateAndReadRow(table, reservationKey(reservation), {
    set: { ...ending, requests, expiresAt: expiryOf(ending.endedAtMs) },
    when: isOpen,
  });
  return (
    isWritten || (row?.['requests']?.N === String(requests) && row['status']?.N === String(ending.status))
  );
}

/**
 * Says that the request was lost, before its entry is released: an open row tells its process, should it still be alive,
 * that the reservation is its own. Returns the row, if there is one.
 */
export async function beginRefund(
  table: DynamoTable,
  reservation: Pick<Reservation, 'accountId' | 'id'>,
  dueAtMs: number,
): Promise<Item | undefined> {
  const { row } = await updateAndReadRow(table, reservationKey(reservation), {
    set: { ...lost(dueAtMs), expiresAt: expiryOf(dueAtMs) },
    when: isOpen,
  });
  return row;
}

/** Says that a lost request was not billed. */
export async function endRefund(
  table: DynamoTable,
  reservation: Pick<Reservation, 'accountId' | 'id'>,
): Promise<void> {
  await updateRow(table, reservationKey(reservation), {
    set: { requests: unlessPresent('requests', 0) },
    when: isPresent('pk'),
  });
}

/** Writes the record of a request that was refused. */
export async function recordRefusal(table: DynamoTable, refused: RefusedRequest): Promise<void> {
  const fields = { ...refused, isListed: true, requests: 0, expiresAt: expiryOf(refused.endedAtMs) };
  await updateRow(table, reservationKey(refused), { set: fields });
}

type RecordRow = RequestRecord & Partial<Reservation> & { readonly dueAtMs?: number };

function endingOf(
  { endedAtMs, status, code, dueAtMs = Infinity }: RecordRow,
  nowMs: number,
): Partial<Ending> {
  if (endedAtMs !== undefined) return { endedAtMs, status: status ?? 200, code };
  return dueAtMs <= nowMs ? lost(dueAtMs) : {};
}

const recordOf = (row: RecordRow, nowMs: number): RequestRecord => ({
  id: row.id,
  requestId: row.requestId,
  operation: row.operation,
  startedAtMs: row.startedAtMs,
  keyId: row.keyId,
  host: row.host,
  requests: row.requests,
  ...endingOf(row, nowMs),
});

const recordsOf = (rows: readonly Item[], nowMs: number): RequestRecord[] =>
  rows
    .map((row) => unmarshall(row) as RecordRow)
    .filter(({ isListed }) => isListed === true)
    .map((row) => ({ row, record: recordOf(row, nowMs) }))
    .filter(({ row: { units = 0, places = 0 }, record }) =>
      isShown({ units, places }, record.endedAtMs === undefined),
    )
    .map(({ record }) => record);

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
  return { records: recordsOf(rows, nowMs), ...(next === undefined ? {} : { cursor: next }) };
}
