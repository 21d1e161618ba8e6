import { usageEnvironment } from '#shared/contract/environment.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { streamed } from '#shared/http/streamed.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { createUsageHandler } from './usage.ts';

const environment = readEnvironment(usageEnvironment);
const dynamo = dynamoClient();

export const handler = streamed(
  createUsageHandler({
    ...productionRecordsDeps('usage', dynamo, environment),
    usage: dynamoUsageLedger(dynamo, environment.SERVICE_TABLE),
  }),
);
