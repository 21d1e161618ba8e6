import { dynamoHostPacer } from '#shared/crawl/pace/dynamo-host-pacer.ts';
import type { DynamoDBClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { type ParserEnvironment, patientParsers } from '#shared/scrape/production-parsers.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { createSiteReader, type SiteReader } from './read-site.ts';

interface ReaderEnvironment extends ParserEnvironment {
  readonly CRAWL_TABLE: string;
  readonly POLITENESS_DELAY_MS: number;
  readonly USER_AGENT_TOKEN: string;
}

/** The reader of sites on AWS clients; pages are converted by `convertPage`. */
export function productionSiteReader(
  dynamo: DynamoDBClient,
  environment: ReaderEnvironment,
  convertPage: ConvertPage,
): SiteReader {
  const { fetchPage, acquirePage } = patientParsers(environment);
  const { USER_AGENT_TOKEN: userAgentToken } = environment;
  return createSiteReader({
    fetchPage,
    acquirePage,
    convertPage,
    userAgentToken,
    robots: createRobotsGate(fetchPage, { userAgentToken, clock: systemClock }),
    pacer: dynamoHostPacer(dynamo, environment.CRAWL_TABLE),
    politenessDelayMs: environment.POLITENESS_DELAY_MS,
    pause: systemPause,
    clock: systemClock,
  });
}
