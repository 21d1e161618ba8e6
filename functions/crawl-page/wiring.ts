import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { crawlPageEnvironment } from '#shared/contract/environment.ts';
import { createCrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import { crawlClients, productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createCrawlPageReader } from '#shared/crawl/worker/read-crawl-page.ts';
import { createReadCrawlSitemap } from '#shared/crawl/worker/read-crawl-sitemap.ts';
import { dynamoHostPacer } from '#shared/crawl/pace/dynamo-host-pacer.ts';
import type { JsonExtraction } from '#shared/extract/json-extraction.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { createChangeTracker } from '#shared/scrape/change-tracker.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { queuedParsers } from '#shared/scrape/production-parsers.ts';
import { createCrawlPageHandler } from '#shared/crawl/worker/page-messages.ts';

/** The worker with its adapters; pages are converted by `convertPage`. */
export function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(crawlPageEnvironment);
  const clients = crawlClients(environment);
  const logger = createLogger('crawl-page');
  const metrics = createMetrics();
  const { fetchPage, acquirePage } = queuedParsers(environment);
  const { USER_AGENT_TOKEN: userAgentToken } = environment;
  const clock = systemClock;

  const changes = createChangeTracker({ blobs: clients.blobs, clock, logger });

  const openExtraction = async (): Promise<JsonExtraction> => {
    const [{ createJsonExtraction }, { productionModel }] = await Promise.all([
      import('#shared/extract/json-extraction.ts'),
      import('#shared/llm/production-model.ts'),
    ]);
    return createJsonExtraction(await productionModel(environment, metrics));
  };
  let extraction: Promise<JsonExtraction> | undefined;
  const loadExtraction = (): Promise<JsonExtraction> =>
    (extraction ??= openExtraction().catch((error: unknown) => {
      // The next page tries again.
      extraction = undefined;
      throw error;
    }));

  const worker = createCrawlWorker({
    ...productionCrawlPorts(clients, environment, { politenessDelayMs: environment.POLITENESS_DELAY_MS }),
    pacer: dynamoHostPacer(clients.dynamo, environment.CRAWL_TABLE),
    robots: createRobotsGate(fetchPage, { userAgentToken, clock }),
    ...createCrawlPageReader({
      acquirePage,
      convertPage,
      cache: createPageCache({ blobs: clients.blobs, clock, logger }),
      loadExtraction,
      changes,
      userAgentToken,
      clock,
    }),
    readSitemap: createReadCrawlSitemap(fetchPage, clock),
    changes,
    clock,
    pause: systemPause,
    random: Math.random,
    logger,
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
  });
  return createCrawlPageHandler({ worker, logger, metrics });
}
