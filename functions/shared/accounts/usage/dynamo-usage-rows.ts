import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { operations } from '#shared/contract/usage.ts';
import {
  type Consumption,
  counters,
  type DayUsage,
  heldByKey,
  type MonthUsage,
  noUsage,
  type Reservation,
  reservationIdStart,
  reservationPrefix,
} from './usage-ledger.ts';

type Row = Readonly<Record<string, AttributeValue>>;

const counterName = (operation: string, counter: string): string => `${operation}.${counter}`;

const byKeyPrefix = 'used.';
/** What a key has used, beside the account's counters, so that one condition covers both. */
export const usedByKeyName = (keyId: string): string => `${byKeyPrefix}${keyId}`;

/** Every byte of an entry is paid for with each write of the row. */
export const entryName = (id: string): string => id.slice(reservationPrefix.length);

/** Enough to tell the keys of an account apart, which the row has in full. */
const keyEndCharacters = 3;
/** Ids begin with the moment at which they are made, in hexadecimal milliseconds. */
const madeAtMs = (name: string): number => Number.parseInt(name.slice(0, 12), 16);

/**
 * An open reservation in the row of its month, as an attribute: its id without the prefix, and `1+19/a1b`: units, `+` with
 * a place in flight or `-` without, the seconds from its id's moment until it is due, in base 36, and the end of the key.
 */
export function entryOf({ id, units, places, keyId = '' }: Reservation, dueAtMs: number) {
  const name = entryName(id);
  const seconds = Math.max(0, Math.ceil((dueAtMs - madeAtMs(name)) / 1000));
  const value = `${units}${places === 1 ? '+' : '-'}${seconds.toString(36)}/${keyId.slice(-keyEndCharacters)}`;
  return { name, value };
}

/** AWS refuses requests that were signed a quarter of an hour before. */
const maxLateMs = 20 * 60_000;
/** In place of an entry that a late write must not make again. */
export const settledEntry = 'settled';

export type Entry = Pick<Reservation, 'id' | 'units' | 'places' | 'keyId'> & { readonly dueAtMs: number };

/** Entries from before keys were in them have the second in which they are due. */
const entryPattern = /^(\d+)([+-])([\da-z]+)(?:\/(.*))?$/;

const keysIn = (row: Row): readonly string[] =>
  Object.keys(row)
    .filter((name) => name.startsWith(byKeyPrefix))
    .map((name) => name.slice(byKeyPrefix.length));

/** The one key that ends so. */
function keyEndingWith(keys: readonly string[], end: string | undefined): string | undefined {
  if (end === undefined || end === '') return undefined;
  const [key, another] = keys.filter((keyId) => keyId.endsWith(end));
  return another === undefined ? key : undefined;
}

/** The open reservations of a month. The key is absent where two keys end alike. */
export function entriesOf(row: Row): Entry[] {
  const keys = keysIn(row);
  return Object.entries(row).flatMap(([name, { S }]) => {
    const [, units, place, due, keyEnd] = entryPattern.exec(S ?? '') ?? [];
    if (due === undefined) return [];
    const dueAtMs = (keyEnd === undefined ? 0 : madeAtMs(name)) + Number.parseInt(due, 36) * 1000;
    const id = `${reservationPrefix}${name}`;
    const keyId = keyEndingWith(keys, keyEnd);
    return [{ id, units: Number(units), places: place === '+' ? 1 : 0, keyId, dueAtMs }];
  });
}

export const isOverdue = ({ dueAtMs }: Entry, nowMs: number): boolean => dueAtMs <= nowMs;

/** Ids of settled reservations of which no write can arrive any more. */
export const forgettableOf = (row: Row, nowMs: number): string[] =>
  Object.entries(row).flatMap(([name, { S }]) => {
    const id = `${reservationPrefix}${name}`;
    return S === settledEntry && id < reservationIdStart(nowMs - maxLateMs) ? [id] : [];
  });

type Counts = Omit<MonthUsage, 'days'>;

/** The account's counters of a month, as the conditions of writes see them. */
export function fromMonthRow(item: Row | undefined): Counts {
  if (item === undefined) return noUsage;
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  const amount = (name: string): number => (typeof row[name] === 'number' ? row[name] : 0);
  const usedByKey = Object.fromEntries(keysIn(item).map((keyId) => [keyId, amount(usedByKeyName(keyId))]));
  return {
    used: amount('used'),
    reserved: amount('reserved'),
    inFlight: amount('inFlight'),
    usedByKey,
    reservedByKey: heldByKey(entriesOf(item)),
  };
}

const withoutEntry = ({ used, reserved, inFlight, usedByKey, ...counts }: Counts, entry: Entry): Counts => ({
  ...counts,
  used: used - entry.units,
  reserved: reserved - entry.units,
  inFlight: inFlight - entry.places,
  usedByKey:
    entry.keyId === undefined
      ? usedByKey
      : { ...usedByKey, [entry.keyId]: (usedByKey[entry.keyId] ?? 0) - entry.units },
});

/** The counters of a month without reservations whose time has passed. */
function livingOf(row: Row, nowMs: number): Counts {
  const { overdue = [], living = [] } = Object.groupBy(entriesOf(row), (entry) =>
    isOverdue(entry, nowMs) ? 'overdue' : 'living',
  );
  return { ...overdue.reduce(withoutEntry, fromMonthRow(row)), reservedByKey: heldByKey(living) };
}

/** What was settled on a day for a key, as long as it is in the row of the month. */
export interface UnflushedAmount {
  /** The attribute in the row of the month. */
  readonly name: string;
  readonly day: string;
  readonly keyId: string | undefined;
  /** The attribute in the row of the day. */
  readonly counter: string;
  readonly amount: number;
}

/** `2026-11-21/key_…/scrape.pages`: an attribute of the row of the month. */
export const unflushedName = (
  { day, keyId = '', operation }: Reservation,
  counter: (typeof counters)[number],
): string => `${day}/${keyId}/${counterName(operation, counter)}`;

export const unflushedOf = (row: Row): UnflushedAmount[] =>
  Object.entries(row).flatMap(([name, { N }]) => {
    const [, day = '', keyId = '', counter] = /^(\d{4}-\d\d-\d\d)\/([^/]*)\/(.+)$/.exec(name) ?? [];
    return counter === undefined
      ? []
      : [{ name, day, keyId: keyId === '' ? undefined : keyId, counter, amount: Number(N) }];
  });

export const flushesOf = (row: Row | undefined): number => Number(row?.['flushes']?.N ?? 0);

type Amounts = Readonly<Record<string, unknown>>;

function daysOf(row: Amounts, prefix: string, { day, keyId }: Pick<DayUsage, 'day' | 'keyId'>): DayUsage[] {
  return operations.flatMap((operation) => {
    const [requests = 0, pages = 0, ai = 0] = counters.map((counter) =>
      Number(row[`${prefix}${counterName(operation, counter)}`] ?? 0),
    );
    const consumed: Consumption = { requests, pages, ai };
    const key = keyId === undefined ? {} : { keyId };
    return requests + pages + ai > 0 ? [{ day, operation, ...key, ...consumed }] : [];
  });
}

/** Days of months that began before use was counted by key are attributes of the month's row: `<day>.<operation>.<counter>`. */
function earlyDays(item: Row): DayUsage[] {
  const row = unmarshall(item);
  const days = new Set(Object.keys(row).flatMap((name) => /^(\d{4}-\d\d-\d\d)\./.exec(name)?.[1] ?? []));
  return [...days].flatMap((day) => daysOf(row, `${day}.`, { day }));
}

const unflushedDays = (item: Row): DayUsage[] =>
  unflushedOf(item).flatMap(({ day, keyId, counter, amount }) =>
    daysOf({ [counter]: amount }, '', keyId === undefined ? { day } : { day, keyId }),
  );

function daysOfDayRow(item: Row): DayUsage[] {
  const row = unmarshall(item);
  const { keyId } = row as { readonly keyId?: string };
  return daysOf(row, '', { day: String(row['day']), ...(keyId === undefined ? {} : { keyId }) });
}

const sumOf = (one: DayUsage, other: DayUsage): DayUsage => ({
  ...one,
  requests: one.requests + other.requests,
  pages: one.pages + other.pages,
  ai: one.ai + other.ai,
});

/**
 * A month from the rows whose sort keys begin with it: its own, and those of its days. Undefined when a flush took
 * place between the reading of its row and the reading of a day's, so that amounts would be counted twice or not at all.
 */
export function fromUsageRows(items: readonly Row[], nowMs: number): MonthUsage | undefined {
  const monthRow = items.find((item) => item['day'] === undefined);
  const dayRows = items.filter((item) => item['day'] !== undefined);
  const flushes = dayRows.map(({ flush }) => Number(flush?.N ?? 0));
  if (Math.max(0, ...flushes) !== flushesOf(monthRow)) return undefined;
  const days = [
    ...(monthRow === undefined ? [] : [...earlyDays(monthRow), ...unflushedDays(monthRow)]),
    ...dayRows.flatMap(daysOfDayRow),
  ];
  const merged = Map.groupBy(days, ({ day, operation, keyId }) => `${day}/${operation}/${keyId}`);
  return {
    ...(monthRow === undefined ? noUsage : livingOf(monthRow, nowMs)),
    days: [...merged.values()]
      .map((same) => same.reduce(sumOf))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}
