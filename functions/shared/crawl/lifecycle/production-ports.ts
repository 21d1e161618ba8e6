import { pagesPerMessage, politePagesPerMessage } from '#shared/contract/messages.ts';
import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { type CrawlLifecycle, createCrawlLifecycle } from './crawl-lifecycle.ts';
import { createCrawlResults, type CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { sqsPageQueue } from '#shared/crawl/ledger/sqs-page-queue.ts';
import { type DynamoDBClient, dynamoClient, type SQSClient, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { sqsWebhookQueue } from '#shared/crawl/webhooks/sqs-webhook-queue.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';

export interface CrawlEnvironment {
  readonly SERVICE_TABLE: string;
  readonly CRAWL_TABLE: string;
  readonly PAGE_QUEUE_URL: string;
  readonly WEBHOOK_QUEUE_URL: string;
}

export interface CrawlClients {
  readonly dynamo: DynamoDBClient;
  readonly sqs: SQSClient;
  /** Those of the bucket of pages. */
  readonly blobs: BlobStore;
}

/** The clients of a function that moves crawls, for its region and its bucket of pages. */
export const crawlClients = ({ PAGES_BUCKET }: { readonly PAGES_BUCKET: string }): CrawlClients => ({
  dynamo: dynamoClient(),
  sqs: sqsClient(),
  blobs: bucketBlobs(PAGES_BUCKET),
});

export interface CrawlPorts {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly results: CrawlResults;
  readonly announce: AnnounceCrawl;
  readonly lifecycle: CrawlLifecycle;
}

/** The ports of every function that moves crawls, on AWS clients. */
export function productionCrawlPorts(
  clients: CrawlClients,
  environment: CrawlEnvironment,
  { politenessDelayMs = 0 }: { readonly politenessDelayMs?: number } = {},
): CrawlPorts {
  const store = dynamoCrawlStore(clients.dynamo, environment.CRAWL_TABLE);
  const pagesInMessage = politenessDelayMs > 0 ? politePagesPerMessage : pagesPerMessage;
  const queue = sqsPageQueue(clients.sqs, environment.PAGE_QUEUE_URL, pagesInMessage);
  const usage = dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE);
  const announce = createAnnounceCrawl(store, sqsWebhookQueue(clients.sqs, environment.WEBHOOK_QUEUE_URL));
  return {
    store,
    queue,
    announce,
    results: createCrawlResults(clients.blobs),
    lifecycle: createCrawlLifecycle({ store, queue, usage, announce, clock: systemClock }),
  };
}
