import { mapEnvironment } from '#shared/contract/environment.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { dynamoHostPacer } from '#shared/crawl/ledger/dynamo-host-pacer.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient, s3Client } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createCrawledBefore } from '#shared/map/crawled-before.ts';
import { createMapSite } from '#shared/map/map-site.ts';
import { createSiteReader } from '#shared/map/read-site.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { patientParsers } from '#shared/scrape/production-parsers.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { createMapEndpoint } from './map.ts';

/** The endpoint with its adapters; pages are converted by `convertPage`. */
export function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(mapEnvironment);
  const dynamo = dynamoClient();
  const clock = systemClock;
  const deps = productionDeps('map', dynamo, s3BlobStore(s3Client(), environment.PAGES_BUCKET), environment);
  const { fetchPage, acquirePage } = patientParsers(environment);
  const reader = createSiteReader({
    fetchPage,
    acquirePage,
    convertPage,
    robots: createRobotsGate(fetchPage, { userAgentToken: environment.USER_AGENT_TOKEN, clock }),
    pacer: dynamoHostPacer(dynamo, environment.CRAWL_TABLE),
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
    pause: systemPause,
    clock,
  });
  const store = dynamoCrawlStore(dynamo, environment.CRAWL_TABLE);
  const mapSite = createMapSite({ reader, crawledBefore: createCrawledBefore({ store, clock }), clock });
  return createMapEndpoint({ ...deps, mapSite }).streamed();
}
