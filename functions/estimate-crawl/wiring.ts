import { estimateCrawlEnvironment } from '#shared/contract/environment.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createEstimateCrawl } from '#shared/map/estimate-crawl.ts';
import { createEstimateHandler } from '#shared/map/estimate-handler.ts';
import { productionSiteReader } from '#shared/map/production-site-reader.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';

/** The function with its adapters; pages are converted by `convertPage`. */
export function createHandler(convertPage: ConvertPage) {
  const environment = readEnvironment(estimateCrawlEnvironment);
  const clock = systemClock;
  const reader = productionSiteReader(dynamoClient(), environment, convertPage);
  const estimate = createEstimateCrawl({
    reader,
    clock,
    random: Math.random,
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
  });
  return createEstimateHandler({ estimate, logger: createLogger('estimate-crawl') });
}
