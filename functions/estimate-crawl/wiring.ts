import { estimateCrawlEnvironment } from '#shared/contract/environment.ts';
import { dynamoHostPacer } from '#shared/crawl/ledger/dynamo-host-pacer.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createEstimateCrawl } from '#shared/map/estimate-crawl.ts';
import { createEstimateHandler } from '#shared/map/estimate-handler.ts';
import { createSiteReader } from '#shared/map/read-site.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { patientParsers } from '#shared/scrape/production-parsers.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';

/** The function with its adapters; pages are converted by `convertPage`. */
export function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(estimateCrawlEnvironment);
  const clock = systemClock;
  const { fetchPage, acquirePage } = patientParsers(environment);
  const reader = createSiteReader({
    fetchPage,
    acquirePage,
    convertPage,
    robots: createRobotsGate(fetchPage, { userAgentToken: environment.USER_AGENT_TOKEN, clock }),
    pacer: dynamoHostPacer(dynamoClient(), environment.CRAWL_TABLE),
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
    pause: systemPause,
    clock,
  });
  const estimate = createEstimateCrawl({
    reader,
    clock,
    random: Math.random,
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
  });
  return createEstimateHandler({ estimate, logger: createLogger('estimate-crawl') });
}
