export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'stopped';

/** How far one event of a crawl has come. */
export interface Delivery {
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** HTTP status of the last attempt; absent when there was no answer. */
  readonly lastStatus?: number;
  readonly lastAttemptMs?: number;
}

/** What was tried of a crawl's webhooks. */
export interface DeliveryLog {
  readonly find: (crawlId: string, sequence: number) => Promise<Delivery | undefined>;
  readonly put: (crawlId: string, delivery: Delivery, expiresAtMs: number) => Promise<void>;
  readonly all: (crawlId: string) => Promise<readonly Delivery[]>;
}
