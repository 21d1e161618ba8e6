import { crawlCancelEnvironment } from '#shared/contract/environment.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawlCancelHandler } from './crawl-cancel.ts';

const environment = readEnvironment(crawlCancelEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };

export const handler = streamed(
  createCrawlCancelHandler({
    ...productionRecordsDeps('crawl-cancel', clients.dynamo, environment),
    ...productionCrawlPorts(clients, environment),
  }),
);
