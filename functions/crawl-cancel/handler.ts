import { crawlCancelEnvironment } from '#shared/contract/environment.ts';
import { crawlClients, productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawlCancelEndpoint } from './crawl-cancel.ts';

const environment = readEnvironment(crawlCancelEnvironment);
const clients = crawlClients(environment);

export const handler = createCrawlCancelEndpoint({
  ...productionRecordsDeps('crawl-cancel', clients.dynamo, environment),
  ...productionCrawlPorts(clients, environment),
}).streamed();
