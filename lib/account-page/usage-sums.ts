import type { Usage } from './api/routes.ts';

export type UsageDay = Usage['days'][number];

/** Requests by day and series: `sums[day][series]`, in the order given. */
export function sumsBy(
  days: readonly string[],
  series: readonly string[],
  entries: readonly UsageDay[],
  seriesOf: (entry: UsageDay) => string,
): readonly (readonly number[])[] {
  const byDay = new Map(days.map((day) => [day, new Map<string, number>()]));
  for (const entry of entries) {
    const sums = byDay.get(entry.day);
    const name = seriesOf(entry);
    sums?.set(name, (sums.get(name) ?? 0) + entry.requests);
  }
  return days.map((day) => series.map((name) => byDay.get(day)?.get(name) ?? 0));
}

/** The key ids of entries, those with most requests first. */
export function keysByUse(entries: readonly UsageDay[]): readonly string[] {
  const totals = new Map<string, number>();
  for (const { keyId = '', requests } of entries) totals.set(keyId, (totals.get(keyId) ?? 0) + requests);
  return [...totals.keys()].toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0));
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
