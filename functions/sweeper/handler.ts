import { sweeperEnvironment } from '#shared/contract/environment.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { createSweeper } from '#shared/crawl/lifecycle/sweeper.ts';

const environment = readEnvironment(sweeperEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };
const { store, lifecycle } = productionCrawlPorts(clients, environment);

export const handler = createSweeper({
  usage: dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE),
  crawls: store,
  lifecycle,
  clock: systemClock,
  logger: createLogger('sweeper'),
});
