import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { scrapeEnvironment } from '#shared/contract/environment.ts';
import { createScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { productionModel } from '#shared/llm/production-model.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { createChangeTracker } from '#shared/scrape/change-tracker.ts';
import { productionLoadPage } from '#shared/scrape/production-parsers.ts';
import { createScrapeEndpoint } from './scrape.ts';

/** The endpoint with its adapters; pages are converted by `convertPage`. */
export async function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(scrapeEnvironment);
  const blobs = bucketBlobs(environment.PAGES_BUCKET);
  const deps = productionDeps('scrape', dynamoClient(), blobs, environment);
  const { logger, metrics } = deps.telemetry;
  const loadPage = productionLoadPage(environment, { blobs, logger, convertPage });
  const model = await productionModel(environment, metrics);
  const changes = createChangeTracker({ blobs, clock: systemClock, logger });
  return createScrapeEndpoint({
    ...deps,
    scrapeAndExtract: createScrapeAndExtract(loadPage, model, systemClock, changes),
    changes,
  }).streamed();
}
