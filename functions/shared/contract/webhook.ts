import * as z from 'zod';

import { requestHeaders, webUrl, webUrlCandidates } from './fields.ts';

export const webhookEvents = ['started', 'page', 'completed', 'failed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Each event of a crawl carries it. */
const maxWebhookMetadataBytes = 4_096;

export const webhookSettings = z.strictObject({
  // A missing scheme is https.
  url: webUrl.transform((url) => webUrlCandidates(url)?.[0] ?? url),
  headers: requestHeaders.default({}),
  metadata: z
    .record(z.string().max(200), z.unknown())
    .refine(
      (metadata) => new TextEncoder().encode(JSON.stringify(metadata)).length <= maxWebhookMetadataBytes,
      {
        message: `must not exceed ${maxWebhookMetadataBytes.toLocaleString('en')} bytes as JSON`,
      },
    )
    .default({}),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .default([...webhookEvents]),
});

/** A URL, or a URL with settings. */
export const webhookTarget = z.union([
  webUrl.transform((url) => webhookSettings.parse({ url })),
  webhookSettings,
]);

/** Body of a delivery, signed by Standard Webhooks (standardwebhooks.com). */
export const webhookBody = z.object({
  type: z.enum([
    'crawl.started',
    'crawl.page',
    'crawl.completed',
    'crawl.failed',
    'batch_scrape.started',
    'batch_scrape.page',
    'batch_scrape.completed',
    'batch_scrape.failed',
  ]),
  id: z.string().meta({ description: 'Identifier of the crawl or batch' }),
  sequence: z.int().meta({ description: 'Order of events within the crawl, in which they need not arrive' }),
  timestamp: z.string().meta({ format: 'date-time' }),
  success: z.boolean(),
  data: z.array(z.record(z.string(), z.unknown())),
  metadata: z.record(z.string(), z.unknown()),
  error: z.string().optional(),
});
export type WebhookBody = z.output<typeof webhookBody>;
