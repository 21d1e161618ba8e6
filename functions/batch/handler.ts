import { batchEnvironment } from '#shared/contract/environment.ts';
import { productionRunDeps } from '#shared/crawl/lifecycle/production-run-deps.ts';
import { createRunBatch } from '#shared/crawl/lifecycle/run-crawl.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { createBatchEndpoint } from './batch.ts';

const environment = readEnvironment(batchEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };
const blobs = s3BlobStore(clients.s3, environment.PAGES_BUCKET);
const deps = productionDeps('batch', clients.dynamo, blobs, environment);

const runBatch = createRunBatch(productionRunDeps(clients, environment, deps.telemetry.logger));

export const handler = createBatchEndpoint({ ...deps, runBatch }).streamed();
