import { createAnalysePages } from '#shared/analysing/analyse-pages.ts';
import { searchEnvironment } from '#shared/contract/environment.ts';
import { extractingScrapePage } from '#shared/extracting/extracting-scrape-page.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient, s3Client, secretText } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { productionModel } from '#shared/llm/production-model.ts';
import { s3BlobStore } from '#shared/page-store/s3-blob-store.ts';
import { productionScrapePage } from '#shared/scraping/production-parsers.ts';
import { productionProviders } from '#shared/web-search/production-providers.ts';
import { createWebSearch } from '#shared/web-search/web-search.ts';
import { createReadPages } from '#shared/scraping/read-pages.ts';
import { createSearchHandler } from './search.ts';

const environment = readEnvironment(searchEnvironment);
const { BRAVE_API_KEY: braveText, BRAVE_SECRET_ARN: braveSecret } = environment;
const braveKey = braveText ?? (braveSecret === undefined ? undefined : await secretText(braveSecret));

const blobs = s3BlobStore(s3Client(), environment.PAGES_BUCKET);
const deps = productionDeps('search', dynamoClient(), blobs, environment);
const { logger, metrics } = deps.telemetry;
const model = await productionModel(environment, metrics);
const scrapePage = productionScrapePage(environment, blobs, logger);

export const handler = streamed(
  createSearchHandler({
    ...deps,
    webSearch: createWebSearch({
      providers: productionProviders(environment, braveKey, systemClock),
      clock: systemClock,
      logger,
    }),
    readPages: createReadPages({
      scrapePage: extractingScrapePage(scrapePage, model, systemClock),
      logger,
    }),
    analysePages: createAnalysePages({ model, logger }),
  }),
);
