/** Requests that share one per-minute limit. Crawls are counted when they start; `records` are reads of stored data, `account` requests of the account page. */
export type RateGroup = 'requests' | 'crawls' | 'records' | 'account';

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** Counts an account's requests in UTC minutes. */
export type TakeFromRate = (request: {
  readonly accountId: string;
  readonly group: RateGroup;
  readonly limitPerMinute: number;
  readonly nowMs: number;
}) => Promise<RateDecision>;

const minuteMs = 60_000;

export const decision = (allowed: boolean, count: number, limit: number, nowMs: number): RateDecision => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - count),
  resetSeconds: Math.ceil((minuteMs - (nowMs % minuteMs)) / 1000),
});
