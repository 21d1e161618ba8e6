import * as z from 'zod';

import { webhookEvents } from './webhook.ts';

// During an update, a message may be read by another version than the one that sent it: unknown fields are ignored.

/** Messages that a worker takes at once, so that small ones fill it as well. */
export const messagesPerWorker = 4;
/** Pages in a message. */
export const pagesPerMessage = 5;
/** Maximum number of pages of one worker, which are in memory together: twenty of 5 MB take 0.63 GB (measured). */
export const pagesPerWorker = messagesPerWorker * pagesPerMessage;
/**
 * Pages of a polite host in a message: as many as one worker reads, because they come for one turn at the host.
 * Also the maximum.
 */
export const politePagesPerMessage = pagesPerWorker;

/** Message of the page queue: read these URLs of this crawl. Everything else is in the ledger. */
export const pageMessage = z.object({
  crawlId: z.string().min(1),
  hashes: z.array(z.string().min(1)).min(1).max(politePagesPerMessage),
});
export type PageMessage = z.output<typeof pageMessage>;

export const pagesOf = ({ crawlId, hashes }: PageMessage): { crawlId: string; hash: string }[] =>
  hashes.map((hash) => ({ crawlId, hash }));

/** Message of the webhook queue: deliver this event of this crawl. Its content is in the ledger. */
export const webhookMessage = z.object({
  crawlId: z.string().min(1),
  sequence: z.int().min(1),
  event: z.enum(webhookEvents),
  /** For a `page` event: the group of results and the index in it. */
  batch: z.int().optional(),
  index: z.int().optional(),
});
export type WebhookMessage = z.output<typeof webhookMessage>;

/** Event of `account-deletion`: delete this account as far as that is possible now. */
export const deletionMessage = z.strictObject({ accountId: z.string().min(1) });
export type DeletionMessage = z.output<typeof deletionMessage>;
