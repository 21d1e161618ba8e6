import { crawlCancelEnvironment } from '#shared/contract/environment.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawlCancelEndpoint } from './crawl-cancel.ts';

const environment = readEnvironment(crawlCancelEnvironment);
const clients = {
  dynamo: dynamoClient(),
  sqs: sqsClient(),
  blobs: bucketBlobs(environment.PAGES_BUCKET),
};

export const handler = createCrawlCancelEndpoint({
  ...productionRecordsDeps('crawl-cancel', clients.dynamo, environment),
  ...productionCrawlPorts(clients, environment),
}).streamed();
