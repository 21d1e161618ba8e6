import { sweeperEnvironment } from '#shared/contract/environment.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createSweep } from '#shared/crawl/lifecycle/sweep.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';

const environment = readEnvironment(sweeperEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };

export const handler = createSweep({
  ...productionCrawlPorts(clients, environment),
  usage: dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE),
  clock: systemClock,
  logger: createLogger('sweeper'),
});
