import type { PageMessage } from '#shared/contract/messages.ts';

export interface QueuedPage extends PageMessage {
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
