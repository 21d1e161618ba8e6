import { dynamoCodeStore } from '#shared/accounts/authorization/dynamo-code-store.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { oauthEnvironment } from '#shared/contract/environment.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { createOAuthEndpoint } from '#shared/oauth/oauth-endpoint.ts';

const { SERVICE_TABLE, PLANS, BASE_URL } = readEnvironment(oauthEnvironment);
const dynamo = dynamoClient();

export const handler = createOAuthEndpoint({
  codes: dynamoCodeStore(dynamo, SERVICE_TABLE),
  store: dynamoAccountStore(dynamo, SERVICE_TABLE),
  plans: planCatalogue(PLANS),
  baseUrl: BASE_URL,
  telemetry: { logger: createLogger('oauth'), metrics: createMetrics() },
  clock: systemClock,
}).streamed();
