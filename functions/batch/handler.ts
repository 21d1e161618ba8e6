import { batchEnvironment } from '#shared/contract/environment.ts';
import { productionRunDeps } from '#shared/crawl/lifecycle/production-run-deps.ts';
import { createRunBatch } from '#shared/crawl/lifecycle/run-crawl.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { createBatchEndpoint } from './batch.ts';

const environment = readEnvironment(batchEnvironment);
const clients = {
  dynamo: dynamoClient(),
  sqs: sqsClient(),
  blobs: bucketBlobs(environment.PAGES_BUCKET),
};
const deps = productionDeps('batch', clients.dynamo, clients.blobs, environment);

const runBatch = createRunBatch(productionRunDeps(clients, environment, deps.telemetry.logger));

export const handler = createBatchEndpoint({ ...deps, runBatch }).streamed();
