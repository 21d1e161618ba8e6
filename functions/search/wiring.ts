import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createAnalysePages } from '#shared/search/answer/analyse-pages.ts';
import { searchEnvironment } from '#shared/contract/environment.ts';
import { createScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { productionModel } from '#shared/llm/production-model.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { createChangeTracker } from '#shared/scrape/change-tracker.ts';
import { productionLoadPage } from '#shared/scrape/production-parsers.ts';
import { productionProviders } from '#shared/search/providers/production-providers.ts';
import { createWebSearch } from '#shared/search/providers/web-search.ts';
import { createRunSearch } from '#shared/search/run-search.ts';
import { createSearchEndpoint } from './search.ts';

/** The endpoint with its adapters; pages are converted by `convertPage`. */
export async function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(searchEnvironment);
  const blobs = bucketBlobs(environment.PAGES_BUCKET);
  const deps = productionDeps('search', dynamoClient(), blobs, environment);
  const { logger, metrics } = deps.telemetry;
  const model = await productionModel(environment, metrics);
  const loadPage = productionLoadPage(environment, { blobs, logger, convertPage });
  const changes = createChangeTracker({ blobs, clock: systemClock, logger });
  const runSearch = createRunSearch({
    webSearch: createWebSearch({
      providers: productionProviders(environment, systemClock),
      clock: systemClock,
      logger,
    }),
    scrapeAndExtract: createScrapeAndExtract(loadPage, model, systemClock, changes),
    analysePages: createAnalysePages({ model, logger }),
    clock: systemClock,
    logger,
  });
  return createSearchEndpoint({ ...deps, runSearch, changes }).streamed();
}
