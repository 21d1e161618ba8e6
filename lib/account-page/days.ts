const dayMs = 86_400_000;

/** The UTC day of a moment: `2026-11-22`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last days up to a moment, oldest first. */
export const lastDays = (nowMs: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => dayOf(nowMs - (count - 1 - index) * dayMs));

/** The months in which days are: `2026-10`, `2026-11`. */
export const monthsOf = (days: readonly string[]): readonly string[] => [
  ...new Set(days.map((day) => day.slice(0, 7))),
];

/** The last months up to a moment, newest first. */
export const lastMonths = (nowMs: number, count: number): readonly string[] => {
  const today = new Date(nowMs);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
};

/** Every day of a month. */
export function daysOf(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

/** The first day of the month after a month: when an allowance renews. */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number, 1));
}

/** The end of a day that was picked in local time, as a moment. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
