import { mapEnvironment } from '#shared/contract/environment.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createCrawledBefore } from '#shared/map/crawled-before.ts';
import { createMapSite } from '#shared/map/map-site.ts';
import { productionSiteReader } from '#shared/map/production-site-reader.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { createMapEndpoint } from './map.ts';

/** The endpoint with its adapters; pages are converted by `convertPage`. */
export function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(mapEnvironment);
  const dynamo = dynamoClient();
  const clock = systemClock;
  const deps = productionDeps('map', dynamo, bucketBlobs(environment.PAGES_BUCKET), environment);
  const reader = productionSiteReader(dynamo, environment, convertPage);
  const store = dynamoCrawlStore(dynamo, environment.CRAWL_TABLE);
  const mapSite = createMapSite({ reader, crawledBefore: createCrawledBefore({ store, clock }), clock });
  return createMapEndpoint({ ...deps, mapSite }).streamed();
}
