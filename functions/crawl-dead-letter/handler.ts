import { crawlDeadLetterEnvironment } from '#shared/contract/environment.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createCrawlDeadLetterHandler } from '#shared/crawl/lifecycle/dead-letters.ts';

const environment = readEnvironment(crawlDeadLetterEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };

export const handler = createCrawlDeadLetterHandler({
  ...productionCrawlPorts(clients, environment),
  clock: systemClock,
  logger: createLogger('crawl-dead-letter'),
});
