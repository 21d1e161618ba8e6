import { crawlEnvironment } from '#shared/contract/environment.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
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
const deps = productionDeps(
  'crawl',
  clients.dynamo,
  s3BlobStore(clients.s3, environment.PAGES_BUCKET),
  environment,
);
const ports = productionCrawlPorts(clients, environment);

export const handler = createCrawlEndpoint({
  ...deps,
  ...ports,
  pause: systemPause,
  requireReachable: createRequireReachable(
    createEgressPolicy({ allow: environment.EGRESS_ALLOW, resolveName: systemResolver }),
  ),
  startCrawl: createStartCrawl({
    ...ports,
    usage: deps.metering.usage,
    clock: deps.clock,
    logger: deps.telemetry.logger,
    maxConcurrency: environment.MAX_CRAWL_CONCURRENCY,
    retentionDays: environment.RETENTION_DAYS,
  }),
}).streamed();
