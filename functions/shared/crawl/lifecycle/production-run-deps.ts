import { createRequireReachable } from '#shared/crawl/webhooks/require-reachable.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import {
  createEgressPolicy,
  type EgressPolicy,
  type EgressPolicyOptions,
} from '#shared/web/egress/egress-policy.ts';
import { systemResolver } from '#shared/web/egress/name-resolver.ts';
import { type CrawlClients, type CrawlEnvironment, productionCrawlPorts } from './production-ports.ts';
import type { RunCrawlDeps } from './run-crawl.ts';
import { createSeedRefusal, type SeedRefusal } from './seed-refusal.ts';

interface RunEnvironment extends CrawlEnvironment {
  readonly EGRESS_ALLOW: EgressPolicyOptions['allow'];
  readonly MAX_CRAWL_CONCURRENCY: number;
  readonly RETENTION_DAYS: number;
}

const policyOf = ({ EGRESS_ALLOW }: Pick<RunEnvironment, 'EGRESS_ALLOW'>): EgressPolicy =>
  createEgressPolicy({ allow: EGRESS_ALLOW, resolveName: systemResolver });

/** What the endpoints of crawls and batches refuse before they begin one. */
export const productionSeedRefusal = (environment: Pick<RunEnvironment, 'EGRESS_ALLOW'>): SeedRefusal =>
  createSeedRefusal(policyOf(environment));

/** What `createRunCrawl` and `createRunBatch` need, on AWS clients. */
export const productionRunDeps = (
  clients: CrawlClients,
  environment: RunEnvironment,
  logger: Logger,
): RunCrawlDeps => ({
  ...productionCrawlPorts(clients, environment),
  usage: dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE),
  clock: systemClock,
  logger,
  pause: systemPause,
  requireReachable: createRequireReachable(policyOf(environment)),
  maxConcurrency: environment.MAX_CRAWL_CONCURRENCY,
  retentionDays: environment.RETENTION_DAYS,
});
