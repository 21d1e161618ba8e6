/** Where the ledger has the row of a page. */
export interface PageReference {
  readonly crawlId: string;
  readonly hash: string;
}

export interface QueuedPage extends PageReference {
  /** Tenants share the queue fairly by it. */
  readonly accountId: string;
  readonly delaySeconds?: number;
}

/** At least once, in no particular order. A send that fails is repeated by whoever looks after the crawl. */
export interface PageQueue {
  readonly send: (pages: readonly QueuedPage[]) => Promise<void>;
}

/** The queue's own limit for a delayed message. */
export const maxDelaySeconds = 900;
