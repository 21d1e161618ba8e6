import { usageEnvironment } from '#shared/contract/environment.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { createUsageEndpoint } from './usage.ts';

const environment = readEnvironment(usageEnvironment);
const dynamo = dynamoClient();

export const handler = createUsageEndpoint({
  ...productionRecordsDeps('usage', dynamo, environment),
  usage: dynamoUsageLedger(dynamo, environment.SERVICE_TABLE),
}).streamed();
