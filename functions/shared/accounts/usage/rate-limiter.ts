/** Requests that share one per-minute limit. Crawls are counted when they start; `records` are reads of stored data, `account` requests of the account page. */
export type RateGroup = 'requests' | 'crawls' | 'records' | 'account';

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

export interface RateTerms {
  readonly group: RateGroup;
  readonly limitPerMinute: number;
}

export interface RateRequest extends RateTerms {
  readonly accountId: string;
  readonly nowMs: number;
}

/**
 * Counts an account's requests in UTC minutes, where nothing is reserved for them. A reservation counts its request
 * itself (usage-ledger.ts).
 */
export type TakeFromRate = (request: RateRequest) => Promise<RateDecision>;

const minuteMs = 60_000;

export const decision = (allowed: boolean, count: number, limit: number, nowMs: number): RateDecision => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - count),
  resetSeconds: Math.ceil((minuteMs - (nowMs % minuteMs)) / 1000),
});
