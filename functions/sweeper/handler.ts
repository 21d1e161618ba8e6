import { sweeperEnvironment } from '#shared/contract/environment.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { dynamoUsageLedger } from '#shared/usage/dynamo-usage-ledger.ts';
import { createSweeper } from './sweeper.ts';

const environment = readEnvironment(sweeperEnvironment);

export const handler = createSweeper({
  usage: dynamoUsageLedger(dynamoClient(), environment.SERVICE_TABLE),
  clock: systemClock,
  logger: createLogger('sweeper'),
});
