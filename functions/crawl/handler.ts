import { crawlEnvironment } from '#shared/contract/environment.ts';
import type { AskForEstimate } from '#shared/crawl/lifecycle/lambda-estimate-crawl.ts';
import { crawlClients } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRunDeps, productionSeedRefusal } from '#shared/crawl/lifecycle/production-run-deps.ts';
import { createRunCrawl } from '#shared/crawl/lifecycle/run-crawl.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawlEndpoint } from './crawl.ts';

const environment = readEnvironment(crawlEnvironment);
const clients = crawlClients(environment);
const deps = productionDeps('crawl', clients.dynamo, clients.blobs, environment);

const runCrawl = createRunCrawl(productionRunDeps(clients, environment, deps.telemetry.logger));

/** Loads the Lambda client on the first dry run: most crawls do not need it. */
const estimateCrawl: AskForEstimate = async (...asked) => {
  const [{ lambdaClient }, { lambdaEstimateCrawl }] = await Promise.all([
    import('#shared/kernel/aws-lambda.ts'),
    import('#shared/crawl/lifecycle/lambda-estimate-crawl.ts'),
  ]);
  return lambdaEstimateCrawl(lambdaClient(), environment.ESTIMATE_CRAWL_FUNCTION)(...asked);
};

export const handler = createCrawlEndpoint({
  ...deps,
  runCrawl,
  estimateCrawl,
  refusalOf: productionSeedRefusal(environment),
}).streamed();
