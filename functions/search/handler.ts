import { createAnalysePages } from '#shared/analysing/analyse-pages.ts';
import { searchEnvironment } from '#shared/contract/environment.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient, s3Client, secretText } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { openaiText } from '#shared/llm/openai-text.ts';
import { s3BlobStore } from '#shared/page-store/s3-blob-store.ts';
import { createPageCache } from '#shared/scraping/page-cache.ts';
import { productionParsers } from '#shared/scraping/production-parsers.ts';
import { createScrapePage } from '#shared/scraping/scrape-page.ts';
import { productionProviders } from '#shared/web-search/production-providers.ts';
import { createWebSearch } from '#shared/web-search/web-search.ts';
import { createReadEntries } from './read-entries.ts';
import { createSearchHandler } from './search.ts';

const environment = readEnvironment(searchEnvironment);
const keyFrom = async (text: string | undefined, arn: string | undefined): Promise<string | undefined> =>
  text ?? (arn === undefined ? undefined : secretText(arn));
const [braveKey, modelKey] = await Promise.all([
  keyFrom(environment.BRAVE_API_KEY, environment.BRAVE_SECRET_ARN),
  keyFrom(environment.OPENAI_API_KEY, environment.LLM_SECRET_ARN),
]);

const blobs = s3BlobStore(s3Client(), environment.PAGES_BUCKET);
const deps = productionDeps('search', dynamoClient(), blobs, environment);
const { logger } = deps.telemetry;
const model =
  environment.LLM_MODEL === undefined
    ? undefined
    : openaiText({
        baseUrl: environment.OPENAI_BASE_URL,
        // Endpoints on the operator's own machines want none; the client wants one.
        apiKey: modelKey ?? 'none',
        model: environment.LLM_MODEL,
      });

export const handler = streamed(
  createSearchHandler({
    ...deps,
    webSearch: createWebSearch({
      providers: productionProviders(environment, braveKey, systemClock),
      clock: systemClock,
      logger,
    }),
    readEntries: createReadEntries({
      scrapePage: createScrapePage({
        acquirePage: productionParsers(environment).acquirePage,
        cache: createPageCache(blobs, systemClock),
        logger,
      }),
      logger,
    }),
    analysePages: createAnalysePages({ model, logger }),
  }),
);
