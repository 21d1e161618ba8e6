import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';

import {
  allOf,
  anyOf,
  atMost,
  differs,
  equals,
  type Expression,
  isAbsent,
  isPresent,
  unlessPresent,
} from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  type Item,
  rowKey,
  transactWrite,
  updateAndReadRow,
  type UpdateOutcome,
  updateRow,
  updateOf,
} from '#shared/kernel/dynamo-table.ts';
import { pastMinutesIn, rateUpdate } from './dynamo-month-rate.ts';
import { accountOf } from './dynamo-request-records.ts';
import {
  entryName,
  entryOf,
  flushesOf,
  settledEntry,
  unflushedOf,
  type UnflushedAmount,
  unflushedName,
  usedByKeyName,
} from './dynamo-usage-rows.ts';
import type { RateTerms } from './rate-limiter.ts';
import { type Consumption, counters, type Reservation, type ReservationRequest } from './usage-ledger.ts';

const usageTtlSeconds = 400 * 86_400;

/**
 * Settled requests between two flushes. Each flush is a transaction, which makes the other writes of the row wait for
 * some milliseconds; each attribute that waits for one costs every write of the row.
 */
const requestsPerFlush = 64;

const meterKey = ({ accountId, month }: Pick<Reservation, 'accountId' | 'month'>): Item =>
  rowKey(accountOf(accountId), `USAGE#${month}`);

/** An account without a row has used nothing. */
const isAtMost = (counter: string, max: number): Expression => anyOf(isAbsent(counter), atMost(counter, max));

const limitsOf = ({ keyId, units, allowance, budget, requestsAtOnce }: ReservationRequest): Expression[] => [
  ...(allowance === null ? [] : [isAtMost('used', allowance - units)]),
  ...(budget === null ? [] : [isAtMost(usedByKeyName(keyId), budget - units)]),
  ...(requestsAtOnce === null ? [] : [isAtMost('inFlight', requestsAtOnce - 1)]),
];

const expiry = (nowMs: number) => ({
  expiresAt: unlessPresent('expiresAt', Math.floor(nowMs / 1000) + usageTtlSeconds),
});

/**
 * Takes the units and the place, if the limits allow it, and enters the reservation. The entry makes a repeated write
 * harmless: it is refused, and the row that it found has the entry.
 */
export async function enter(
  table: DynamoTable,
  request: ReservationRequest,
  reservation: Reservation,
): Promise<UpdateOutcome> {
  const { keyId, units, places } = reservation;
  const { name, value } = entryOf(reservation, request.dueAtMs);
  const rate = request.rate === undefined ? undefined : rateUpdate(request.rate, request.nowMs);
  const outcome = await updateAndReadRow(table, meterKey(reservation), {
    set: {
      [name]: value,
      ...expiry(request.nowMs),
    },
    add: {
      used: units,
      reserved: units,
      inFlight: places,
      ...(keyId === undefined ? {} : { [usedByKeyName(keyId)]: units }),
      ...rate?.add,
    },
    remove: rate?.remove ?? [],
    when: allOf(isAbsent(name), ...(rate === undefined ? [] : [rate.when]), ...limitsOf(request)),
  });
  return { ...outcome, isWritten: outcome.isWritten || outcome.row?.[name] !== undefined };
}

/**
 * Counts a request that is refused for something else than its rate, unless the rate is spent. A write that the SDK
 * repeats may count twice, which costs the caller one request of this minute.
 */
export const countRefused = (
  table: DynamoTable,
  owner: Pick<Reservation, 'accountId' | 'month'>,
  rate: RateTerms,
  nowMs: number,
): Promise<UpdateOutcome> =>
  updateAndReadRow(table, meterKey(owner), { set: expiry(nowMs), ...rateUpdate(rate, nowMs) });

/** What an entry holds for its reservation. */
export type Held = Pick<
  Reservation,
  'id' | 'accountId' | 'keyId' | 'month' | 'units' | 'places' | 'isUncertain'
>;

function removeEntry(
  table: DynamoTable,
  held: Held,
  used: number,
  booked: Readonly<Record<string, number>>,
): Promise<UpdateOutcome> {
  const { keyId, units, places, isUncertain } = held;
  const name = entryName(held.id);
  return updateAndReadRow(table, meterKey(held), {
    add: {
      used: used - units,
      reserved: -units,
      inFlight: -places,
      ...(keyId === undefined ? {} : { [usedByKeyName(keyId)]: used - units }),
      ...booked,
    },
    ...(isUncertain === true ? { set: { [name]: settledEntry } } : { remove: [name] }),
    when: allOf(isPresent(name), differs(name, settledEntry)),
  });
}

/** Past minutes that a row may have, and that one write removes: an expression has 4 KB at most. */
const pastMinutes = { kept: 4, removed: 100 };

/** Removes the counts of past minutes when there are several, which is rarely. */
export async function forgetMinutes(
  table: DynamoTable,
  owner: Pick<Reservation, 'accountId' | 'month'>,
  row: Item,
  nowMs: number,
): Promise<void> {
  const past = pastMinutesIn(row, nowMs);
  if (past.length > pastMinutes.kept)
    await updateRow(table, meterKey(owner), { remove: past.slice(0, pastMinutes.removed) });
}

/** Removes what an uncertain reservation left in place of its entry. */
export const forgetSettled = (
  table: DynamoTable,
  { id, ...held }: Pick<Held, 'id' | 'accountId' | 'month'>,
): Promise<boolean> =>
  updateRow(table, meterKey(held), {
    remove: [entryName(id)],
    when: equals(entryName(id), settledEntry),
  });

/** Replaces the entry by what was consumed. Not written when there is no such entry. */
export function leave(
  table: DynamoTable,
  reservation: Reservation,
  consumed: Consumption,
): Promise<UpdateOutcome> {
  const booked = counters
    .filter((counter) => consumed[counter] !== 0)
    .map((counter) => [unflushedName(reservation, counter), consumed[counter]] as const);
  return removeEntry(table, reservation, consumed.requests, {
    ...Object.fromEntries(booked),
    ...(booked.length === 0 ? {} : { unflushed: 1 }),
  });
}

/** Gives back all that an entry holds. False when there is no such entry. */
export const release = async (table: DynamoTable, held: Held): Promise<boolean> =>
  (await removeEntry(table, { ...held, isUncertain: false }, 0, {})).isWritten;

const isFlushDue = (row: Item): boolean => {
  const count = Number(row['unflushed']?.N ?? 0);
  return count > 0 && count % requestsPerFlush === 0;
};

/** The updates of the rows of days, one for each day and key. */
function dayUpdates(
  table: DynamoTable,
  accountId: string,
  amounts: readonly UnflushedAmount[],
  flush: number,
): TransactWriteItem[] {
  const byDay = Map.groupBy(amounts, ({ day, keyId = 'unknown' }) => `USAGE#${day}#${keyId}`);
  return [...byDay].map(([sortKey, ofDay]) => {
    const { day, keyId } = ofDay[0] ?? { day: '' };
    const expiresAt = Math.floor(Date.parse(day) / 1000) + usageTtlSeconds;
    return {
      Update: updateOf(table, rowKey(accountOf(accountId), sortKey), {
        set: { day, keyId, flush, expiresAt: unlessPresent('expiresAt', expiresAt) },
        add: Object.fromEntries(ofDay.map(({ counter, amount }) => [counter, amount])),
      }),
    };
  });
}

/** Amounts that one flush moves and removes, at most: a transaction has 100 parts, an expression 4 KB and 300 operators. */
const maxAmounts = 60;

/**
 * Moves what was settled from the row of the month to the rows of its days, if it is time. Requests may settle
 * meanwhile, so that amounts are lowered by what was read; those that have come to 0 are removed by the next flush.
 */
export async function flushIfDue(
  table: DynamoTable,
  reservation: Pick<Reservation, 'accountId' | 'month'>,
  row: Item,
): Promise<void> {
  if (!isFlushDue(row)) return;
  const amounts = unflushedOf(row);
  const moved = amounts.filter(({ amount }) => amount !== 0).slice(0, maxAmounts);
  const removed = amounts.filter(({ amount }) => amount === 0).slice(0, maxAmounts);
  const flushes = flushesOf(row);
  await transactWrite(table.client, [
    {
      Update: updateOf(table, meterKey(reservation), {
        set: { flushes: flushes + 1 },
        add: {
          unflushed: -Number(row['unflushed']?.N ?? 0),
          ...Object.fromEntries(moved.map(({ name, amount }) => [name, -amount])),
        },
        remove: removed.map(({ name }) => name),
        when: allOf(
          flushes === 0 ? isAbsent('flushes') : equals('flushes', flushes),
          ...removed.map(({ name }) => equals(name, 0)),
        ),
      }),
    },
    ...dayUpdates(table, reservation.accountId, moved, flushes + 1),
  ]);
}
