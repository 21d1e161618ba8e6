import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { extractEnvironment } from '#shared/contract/environment.ts';
import { createExtractPages } from '#shared/extract/extract-pages.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { productionModel } from '#shared/llm/production-model.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { productionLoadPage } from '#shared/scrape/production-parsers.ts';
import { createExtractEndpoint } from './extract.ts';

/** The endpoint with its adapters; pages are converted by `convertPage`. */
export async function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(extractEnvironment);
  const blobs = bucketBlobs(environment.PAGES_BUCKET);
  const deps = productionDeps('extract', dynamoClient(), blobs, environment);
  const { logger, metrics } = deps.telemetry;
  const loadPage = productionLoadPage(environment, { blobs, logger, convertPage });
  return createExtractEndpoint({
    ...deps,
    extractPages: createExtractPages({
      loadPage,
      model: await productionModel(environment, metrics),
      clock: systemClock,
      logger,
    }),
  }).streamed();
}
