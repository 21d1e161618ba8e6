import { usageEnvironment } from '#shared/contract/environment.ts';
import { productionAccess } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { dynamoUsageLedger } from '#shared/usage/dynamo-usage-ledger.ts';
import { createUsageHandler } from './usage.ts';

const environment = readEnvironment(usageEnvironment);
const dynamo = dynamoClient();

export const handler = streamed(
  createUsageHandler({
    access: productionAccess(dynamo, environment),
    usage: dynamoUsageLedger(dynamo, environment.SERVICE_TABLE),
    telemetry: { logger: createLogger('usage'), metrics: createMetrics('usage') },
    clock: systemClock,
  }),
);
