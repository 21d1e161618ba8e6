import { webhookEnvironment } from '#shared/contract/environment.ts';
import { webhookMessage } from '#shared/contract/messages.ts';
import { createCrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { createDeliverWebhook } from '#shared/crawl/webhooks/deliver-webhook.ts';
import { dynamoDeliveryLog } from '#shared/crawl/webhooks/dynamo-delivery-log.ts';
import { createSendEvent } from '#shared/crawl/webhooks/send-event.ts';
import { sqsRedeliverAfter } from '#shared/crawl/webhooks/sqs-webhook-queue.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createQueueHandler } from '#shared/kernel/queue-batch.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { createEgressDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';

const environment = readEnvironment(webhookEnvironment);
const dynamo = dynamoClient();

export const handler = createQueueHandler({
  schema: webhookMessage,
  handle: createSendEvent({
    store: dynamoCrawlStore(dynamo, environment.CRAWL_TABLE),
    results: createCrawlResults(bucketBlobs(environment.PAGES_BUCKET)),
    log: dynamoDeliveryLog(dynamo, environment.CRAWL_TABLE),
    deliver: createDeliverWebhook(createEgressDispatcher(environment.EGRESS_ALLOW, systemClock), {
      clock: systemClock,
      userAgentToken: environment.USER_AGENT_TOKEN,
    }),
    redeliverAfter: sqsRedeliverAfter(sqsClient(), environment.WEBHOOK_QUEUE_URL),
    clock: systemClock,
  }),
  logger: createLogger('webhook'),
  failure: 'failed to deliver a webhook event',
});
