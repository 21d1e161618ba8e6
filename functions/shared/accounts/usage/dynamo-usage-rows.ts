import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { operations } from '#shared/contract/usage.ts';
import type { Consumption, DayUsage, MonthUsage, Reservation } from './usage-ledger.ts';

export const counters = ['requests', 'pages', 'ai'] as const;
export const counterName = (day: string, operation: string, counter: string): string =>
  `${day}.${operation}.${counter}`;

export function fromReservationRow(item: Record<string, AttributeValue>): Reservation {
  // Rows that were stored before requests in flight were counted have no places.
  const {
    id,
    accountId,
    operation,
    units,
    places = 0,
    month,
    day,
  } = unmarshall(item) as Omit<Reservation, 'places'> & Partial<Reservation>;
  return { id, accountId, operation, units, places, month, day };
}

export function fromUsageRow(item: Readonly<Record<string, AttributeValue>> | undefined): MonthUsage {
  if (item === undefined) return { used: 0, reserved: 0, inFlight: 0, days: [] };
  const row = unmarshall(item) as Readonly<Record<string, unknown>>;
  const amount = (name: string): number => (typeof row[name] === 'number' ? row[name] : 0);
  const days = new Set(Object.keys(row).flatMap((name) => /^(\d{4}-\d\d-\d\d)\./.exec(name)?.[1] ?? []));
  const entries: DayUsage[] = [...days].toSorted().flatMap((day) =>
    operations
      .map((operation) => {
        const [requests, pages, ai] = counters.map((counter) => amount(counterName(day, operation, counter)));
        return {
          day,
          operation,
          requests: requests ?? 0,
          pages: pages ?? 0,
          ai: ai ?? 0,
        } satisfies Consumption & DayUsage;
      })
      .filter(({ requests, pages, ai }) => requests + pages + ai > 0),
  );
  return { used: amount('used'), reserved: amount('reserved'), inFlight: amount('inFlight'), days: entries };
}
