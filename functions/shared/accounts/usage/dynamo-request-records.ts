import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { allOf, equals, isAbsent, isBetween, isPresent } from '#shared/kernel/dynamo-expression.ts';
import {
  deleteOf,
  type DynamoTable,
  type Item,
  queryRows,
  rowKey,
  updateOf,
} from '#shared/kernel/dynamo-table.ts';
import { fromReservationRow } from './dynamo-usage-rows.ts';
import {
  type Consumption,
  type Ending,
  isShown,
  recordDays,
  recordsSinceMs,
  type RecordsFound,
  type RecordsPage,
  type RefusedRequest,
  type RequestRecord,
  type Reservation,
  reservationIdStart,
} from './usage-ledger.ts';

export const accountOf = (accountId: string): string => `ACCOUNT#${accountId}`;
const sortKey = (id: string): string => `RES#${id}`;
export const reservationKey = ({ accountId, id }: Pick<Reservation, 'accountId' | 'id'>): Item =>
  rowKey(accountOf(accountId), sortKey(id));

const expiryOf = ({ endedAtMs }: Ending): number => Math.floor(endedAtMs / 1000) + recordDays * 86_400;

/** The reservation's part of the transaction that settles it: it stays as a record, out of the index, or goes. */
export function endReservation(
  table: DynamoTable,
  reservation: Reservation,
  { requests }: Consumption,
  ending: Ending | undefined,
): TransactWriteItem {
  const key = reservationKey(reservation);
  const isOpen = allOf(isPresent('pk'), isAbsent('endedAtMs'));
  if (ending === undefined || reservation.isListed !== true) return { Delete: deleteOf(table, key, isOpen) };
  return {
    Update: updateOf(table, key, {
      set: { ...ending, requests, expiresAt: expiryOf(ending) },
      remove: ['collection', 'position'],
      when: isOpen,
    }),
  };
}

export function refusalItem(refused: RefusedRequest): Item {
  const fields = { ...refused, isListed: true, requests: 0, expiresAt: expiryOf(refused) };
  return { ...reservationKey(refused), ...marshall(fields, { removeUndefinedValues: true }) };
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

/** No request in flight is older: what the sweeper has not refunded by then waits for the sweeper. */
const maxInFlightMs = 15 * 60_000;

/**
 * Requests of the account whose process must be dead. Reads newest first until it has found all in flight, so that the
 * records of ended requests among them cost little.
 */
export async function overdueOf(
  table: DynamoTable,
  accountId: string,
  { nowMs, inFlight }: { readonly nowMs: number; readonly inFlight: number },
): Promise<readonly Reservation[]> {
  const now = new Date(nowMs).toISOString();
  const overdue: Reservation[] = [];
  let left = inFlight;
  let after: Item | undefined;
  do {
    const { rows, last } = await queryRows(table, {
      where: fromMoment(accountId, nowMs - maxInFlightMs),
      isDescending: true,
      isConsistent: true,
      limit: Math.max(100, 2 * inFlight),
      after,
    });
    const open = rows.filter((row) => row['endedAtMs'] === undefined && Number(row['places']?.N ?? 0) > 0);
    overdue.push(...open.filter(({ position }) => (position?.S ?? now) <= now).map(fromReservationRow));
    left -= open.length;
    after = last;
  } while (after !== undefined && left > 0);
  return overdue;
}
