import { crawlStatusEnvironment } from '#shared/contract/environment.ts';
import { crawlClients, productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { dynamoDeliveryLog } from '#shared/crawl/webhooks/dynamo-delivery-log.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { createCrawlStatusEndpoint } from './crawl-status.ts';

const environment = readEnvironment(crawlStatusEnvironment);
const clients = crawlClients(environment);

export const handler = createCrawlStatusEndpoint({
  ...productionRecordsDeps('crawl-status', clients.dynamo, environment),
  ...productionCrawlPorts(clients, environment),
  deliveries: dynamoDeliveryLog(clients.dynamo, environment.CRAWL_TABLE),
  pause: systemPause,
  usage: dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE),
}).streamed();
