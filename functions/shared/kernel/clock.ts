/** Milliseconds since the epoch, UTC. Injected, so that tests control time. */
export interface Clock {
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The number of the minute, counted from the epoch. */
export const minuteOf = (nowMs: number): number => Math.floor(nowMs / 60_000);

/** `2026-11`: the UTC calendar month that usage is counted in. */
export const monthKey = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7);

/** `2026-11-21`, UTC. */
export const dayKey = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

/** When the next UTC calendar month begins. */
export const nextMonthMs = (nowMs: number): number => {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
};
