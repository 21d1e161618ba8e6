import { crawlEnvironment } from '#shared/contract/environment.ts';
import type { AskForEstimate } from '#shared/crawl/lifecycle/lambda-estimate-crawl.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createRunCrawl } from '#shared/crawl/lifecycle/run-crawl.ts';
import { createEgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { systemResolver } from '#shared/web/egress/name-resolver.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient, s3Client, sqsClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { createRequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';
import { createCrawlEndpoint } from './crawl.ts';

const environment = readEnvironment(crawlEnvironment);
const clients = { dynamo: dynamoClient(), s3: s3Client(), sqs: sqsClient() };
const blobs = s3BlobStore(clients.s3, environment.PAGES_BUCKET);
const deps = productionDeps('crawl', clients.dynamo, blobs, environment);

const runCrawl = createRunCrawl({
  ...productionCrawlPorts(clients, environment),
  clock: deps.clock,
  logger: deps.telemetry.logger,
  usage: deps.metering.usage,
  pause: systemPause,
  requireReachable: createRequireReachable(
    createEgressPolicy({ allow: environment.EGRESS_ALLOW, resolveName: systemResolver }),
  ),
  maxConcurrency: environment.MAX_CRAWL_CONCURRENCY,
  retentionDays: environment.RETENTION_DAYS,
});

/** Loads the Lambda client on the first dry run: most crawls do not need it. */
const estimateCrawl: AskForEstimate = async (...asked) => {
  const [{ lambdaClient }, { lambdaEstimateCrawl }] = await Promise.all([
    import('#shared/kernel/aws-lambda.ts'),
    import('#shared/crawl/lifecycle/lambda-estimate-crawl.ts'),
  ]);
  return lambdaEstimateCrawl(lambdaClient(), environment.ESTIMATE_CRAWL_FUNCTION)(...asked);
};

export const handler = createCrawlEndpoint({ ...deps, runCrawl, estimateCrawl }).streamed();
