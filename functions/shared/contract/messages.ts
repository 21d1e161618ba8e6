import * as z from 'zod';

import { webhookEvents } from './webhook.ts';

/** Pages that one message names at most. A worker takes several messages, so that a few pages fill it just as well. */
export const pagesPerMessage = 5;

/** Crawl work in the page queue: read these URLs of this crawl. Everything else is in the ledger. */
export const pageMessage = z.strictObject({
  crawlId: z.string().min(1),
  hashes: z.array(z.string().min(1)).min(1).max(pagesPerMessage),
});
export type PageMessage = z.output<typeof pageMessage>;

export const pagesOf = ({ crawlId, hashes }: PageMessage): { crawlId: string; hash: string }[] =>
  hashes.map((hash) => ({ crawlId, hash }));

/** One webhook to be delivered: which event of which crawl; its content is in the ledger. */
export const webhookMessage = z.strictObject({
  crawlId: z.string().min(1),
  sequence: z.int().min(1),
  event: z.enum(webhookEvents),
  /** Of a `page` event: the group of results and the place in it. */
  batch: z.int().optional(),
  index: z.int().optional(),
});
export type WebhookMessage = z.output<typeof webhookMessage>;
