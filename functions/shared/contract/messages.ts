import * as z from 'zod';

import { webhookEvents } from './webhook.ts';

/** One unit of crawl work in the page queue: read this URL of this crawl. Everything else is in the ledger. */
export const pageMessage = z.strictObject({ crawlId: z.string().min(1), hash: z.string().min(1) });
export type PageMessage = z.output<typeof pageMessage>;

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
