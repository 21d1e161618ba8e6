import { accountApiEnvironment } from '#shared/contract/environment.ts';
import { createAccountApi } from '#shared/account-api/account-api.ts';
import { dynamoCodeStore } from '#shared/accounts/authorization/dynamo-code-store.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { dynamoRateLimiter } from '#shared/accounts/usage/dynamo-rate-limiter.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { dynamoDeliveryLog } from '#shared/crawl/webhooks/dynamo-delivery-log.ts';
import { sqsWebhookQueue } from '#shared/crawl/webhooks/sqs-webhook-queue.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';

const { SERVICE_TABLE, CRAWL_TABLE, WEBHOOK_QUEUE_URL, PLANS, BASE_URL } =
  readEnvironment(accountApiEnvironment);
const dynamo = dynamoClient();

export const handler = createAccountApi({
  store: dynamoAccountStore(dynamo, SERVICE_TABLE),
  sessions: dynamoSessionStore(dynamo, SERVICE_TABLE),
  usage: dynamoUsageLedger(dynamo, SERVICE_TABLE),
  takeFromRate: dynamoRateLimiter(dynamo, SERVICE_TABLE),
  codes: dynamoCodeStore(dynamo, SERVICE_TABLE),
  baseUrl: BASE_URL,
  marks: dynamoDeletionMarks(dynamo, SERVICE_TABLE),
  plans: planCatalogue(PLANS),
  crawls: dynamoCrawlStore(dynamo, CRAWL_TABLE),
  log: dynamoDeliveryLog(dynamo, CRAWL_TABLE),
  queue: sqsWebhookQueue(sqsClient(), WEBHOOK_QUEUE_URL),
  telemetry: { logger: createLogger('account-api'), metrics: createMetrics() },
  clock: systemClock,
}).streamed();
