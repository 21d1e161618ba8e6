import type * as z from 'zod';

import type { webhookDeliveries } from '#shared/contract/crawl.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'stopped';

/** The delivery of one event of a crawl. */
export interface Delivery {
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** HTTP status of the last attempt; absent when there was no response. */
  readonly lastStatus?: number;
  readonly lastAttemptMs?: number;
  /** A pending event is not tried again before. */
  readonly notBeforeMs?: number;
  /** When the owner asked for one more attempt; while it is pending. */
  readonly replayedAtMs?: number;
}

/** Whether this process may try now: an event may have several messages. */
export type Claim =
  | { readonly kind: 'mine'; readonly attempts: number; readonly isReplay?: boolean }
  /** Another process has a claim until `untilMs`, or it is too early to try again. */
  | { readonly kind: 'busy'; readonly untilMs: number }
  | { readonly kind: 'over'; readonly state: Exclude<DeliveryState, 'pending'> };

export interface ClaimTimes {
  readonly nowMs: number;
  /** When the claim runs out. */
  readonly untilMs: number;
  readonly expiresAtMs: number;
}

/** The attempts at a crawl's webhooks. */
export interface DeliveryLog {
  /** `put` ends a claim. */
  readonly claim: (crawlId: string, sequence: number, times: ClaimTimes) => Promise<Claim>;
  readonly find: (crawlId: string, sequence: number) => Promise<Delivery | undefined>;
  readonly put: (crawlId: string, delivery: Delivery, expiresAtMs: number) => Promise<void>;
  readonly all: (crawlId: string) => Promise<readonly Delivery[]>;
  /** Newest events first, at most `count`, before the event `before`. */
  readonly latest: (crawlId: string, count: number, before?: number) => Promise<readonly Delivery[]>;
  /**
   * Makes an event pending again, for one more attempt: an event that is over, or one that has been due for `lostMs`
   * without an attempt. Any other event stays as it is, and the result is false.
   */
  readonly reopen: (crawlId: string, sequence: number, nowMs: number) => Promise<boolean>;
}

/** The row of a crawl's log that says that the receiver wants no more events. It is no event. */
export const stopSequence = 0;

/** An event that is due, or was replayed, and is not tried in this time may be replayed: its message may be lost. */
export const lostMs = 15 * 60_000;

/** The summary of a crawl's webhooks that callers see. */
export function deliveriesOf(all: readonly Delivery[]): z.output<typeof webhookDeliveries> {
  const events = all.filter(({ sequence }) => sequence !== stopSequence);
  const count = (state: Delivery['state']): number =>
    events.filter((delivery) => delivery.state === state).length;
  const latest = all.toSorted((a, b) => (b.lastAttemptMs ?? 0) - (a.lastAttemptMs ?? 0))[0];
  return {
    attempts: all.reduce((sum, { attempts }) => sum + attempts, 0),
    delivered: count('delivered'),
    pending: count('pending'),
    failed: count('failed') + count('stopped'),
    stopped: all.some(({ state }) => state === 'stopped'),
    ...(latest?.lastStatus === undefined ? {} : { lastStatus: latest.lastStatus }),
  };
}
