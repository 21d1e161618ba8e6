import { decision, type TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import { minuteOf } from '#shared/kernel/clock.ts';

export function memoryRateLimiter(): TakeFromRate {
  const counts = new Map<string, number>();
  return async ({ accountId, group, limitPerMinute, nowMs }) => {
    const window = `${accountId}/${group}/${minuteOf(nowMs)}`;
    const count = counts.get(window) ?? 0;
    if (count >= limitPerMinute) return decision(false, count, limitPerMinute, nowMs);
    counts.set(window, count + 1);
    return decision(true, count + 1, limitPerMinute, nowMs);
  };
}
