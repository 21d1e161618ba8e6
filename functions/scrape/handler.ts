import { scrapeEnvironment } from '#shared/contract/environment.ts';
import { createEgressFetchPage } from '#shared/fetching/fetch-page.ts';
import { productionDeps } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient, lambdaClient, s3Client } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { s3BlobStore } from '#shared/page-store/s3-blob-store.ts';
import { lambdaRenderPage } from '#shared/rendering/lambda-render-page.ts';
import { createAcquirePage } from '#shared/scraping/acquire-page.ts';
import { judgeByText } from '#shared/scraping/judge-page.ts';
import { createPageCache } from '#shared/scraping/page-cache.ts';
import { createScrapePage } from '#shared/scraping/scrape-page.ts';
import { createScrapeHandler } from './scrape.ts';

const environment = readEnvironment(scrapeEnvironment);
const blobs = s3BlobStore(s3Client(), environment.PAGES_BUCKET);
const deps = productionDeps('scrape', dynamoClient(), blobs, environment);
const fetchPage = createEgressFetchPage({
  allow: environment.EGRESS_ALLOW,
  userAgentToken: environment.USER_AGENT_TOKEN,
  clock: systemClock,
  proxyUrls: environment.PROXY_URLS,
});

export const handler = streamed(
  createScrapeHandler({
    ...deps,
    scrapePage: createScrapePage({
      acquirePage: createAcquirePage({
        fetchPage,
        renderPage: lambdaRenderPage(lambdaClient(), environment.RENDER_PAGE_FUNCTION),
        judgePage: judgeByText,
        clock: systemClock,
      }),
      cache: createPageCache(blobs, systemClock),
      logger: deps.telemetry.logger,
    }),
  }),
);
