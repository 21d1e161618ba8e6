import { batchEnvironment } from '#shared/contract/environment.ts';
import { crawlClients } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRunDeps, productionSeedRefusal } from '#shared/crawl/lifecycle/production-run-deps.ts';
import { createRunBatch } from '#shared/crawl/lifecycle/run-crawl.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createBatchEndpoint } from './batch.ts';

const environment = readEnvironment(batchEnvironment);
const clients = crawlClients(environment);
const deps = productionDeps('batch', clients.dynamo, clients.blobs, environment);

const runBatch = createRunBatch(productionRunDeps(clients, environment, deps.telemetry.logger));

export const handler = createBatchEndpoint({
  ...deps,
  runBatch,
  refusalOf: productionSeedRefusal(environment),
}).streamed();
