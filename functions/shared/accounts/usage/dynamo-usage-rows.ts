import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { operations } from '#shared/contract/usage.ts';
import {
  type Consumption,
  type DayUsage,
  type MonthUsage,
  noUsage,
  type Reservation,
} from './usage-ledger.ts';

type Row = Readonly<Record<string, AttributeValue>>;

export const counters = ['requests', 'pages', 'ai'] as const;
export const counterName = (operation: string, counter: string): string => `${operation}.${counter}`;

const byKeyPrefix = 'used.';
/** What a key has used, beside the account's counters, so that one condition covers both. */
export const usedByKeyName = (keyId: string): string => `${byKeyPrefix}${keyId}`;

export function fromReservationRow(item: Row): Reservation {
  // Rows that were stored before requests in flight were counted have no places.
  const {
    id,
    accountId,
    keyId,
    operation,
    units,
    places = 0,
    isListed,
    month,
    day,
  } = unmarshall(item) as Omit<Reservation, 'places'> & Partial<Reservation>;
  return { id, accountId, keyId, operation, units, places, isListed, month, day };
}

/** The account's counters of a month, without its days. */
export function fromMonthRow(item: Row | undefined): Omit<MonthUsage, 'days'> {
  if (item === undefined) return noUsage;
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  const amount = (name: string): number => (typeof row[name] === 'number' ? row[name] : 0);
  const usedByKey = Object.fromEntries(
    Object.keys(row)
      .filter((name) => name.startsWith(byKeyPrefix))
      .map((name) => [name.slice(byKeyPrefix.length), amount(name)]),
  );
  return { used: amount('used'), reserved: amount('reserved'), inFlight: amount('inFlight'), usedByKey };
}

const daysOf = (row: Readonly<Record<string, unknown>>, prefix: string, day: string): DayUsage[] =>
  operations.flatMap((operation) => {
    const [requests = 0, pages = 0, ai = 0] = counters.map((counter) =>
      Number(row[`${prefix}${counterName(operation, counter)}`] ?? 0),
    );
    const consumed: Consumption = { requests, pages, ai };
    const keyId = typeof row['keyId'] === 'string' ? { keyId: row['keyId'] } : {};
    return requests + pages + ai > 0 ? [{ day, operation, ...keyId, ...consumed }] : [];
  });

/** Days of months that began before use was counted by key are attributes of the month's row: `<day>.<operation>.<counter>`. */
function daysOfMonthRow(item: Row): DayUsage[] {
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  const days = new Set(Object.keys(row).flatMap((name) => /^(\d{4}-\d\d-\d\d)\./.exec(name)?.[1] ?? []));
  return [...days].flatMap((day) => daysOf(row, `${day}.`, day));
}

function daysOfDayRow(item: Row): DayUsage[] {
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  return daysOf(row, '', String(row['day']));
}

/** A month from the rows whose sort keys begin with it: its own, and those of its days. */
export function fromUsageRows(items: readonly Row[]): MonthUsage {
  const monthRow = items.find((item) => item['day'] === undefined);
  const dayRows = items.filter((item) => item['day'] !== undefined);
  const days = [
    ...(monthRow === undefined ? [] : daysOfMonthRow(monthRow)),
    ...dayRows.flatMap(daysOfDayRow),
  ];
  return { ...fromMonthRow(monthRow), days: days.toSorted((a, b) => a.day.localeCompare(b.day)) };
}
