import { crawlRecordsEnvironment } from '#shared/contract/environment.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawlsEndpoint } from './crawls.ts';

const environment = readEnvironment(crawlRecordsEnvironment);
const dynamo = dynamoClient();

export const handler = createCrawlsEndpoint({
  ...productionRecordsDeps('crawls', dynamo, environment),
  store: dynamoCrawlStore(dynamo, environment.CRAWL_TABLE),
}).streamed();
