/** The key of a row in the ledger. */
export interface PageReference {
  readonly crawlId: string;
  readonly hash: string;
}

export interface QueuedPage extends PageReference {
  /** The message group by which accounts share the queue fairly. */
  readonly accountId: string;
  readonly delaySeconds?: number;
}

/** Delivers at least once, in no particular order. The repair of a crawl repeats sends that failed. */
export interface PageQueue {
  readonly send: (pages: readonly QueuedPage[]) => Promise<void>;
}

/** SQS delays a message by at most this. */
export const maxDelaySeconds = 900;
