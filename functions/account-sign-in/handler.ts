import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { accountSignInEnvironment } from '#shared/contract/environment.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { openIdProvider } from '#shared/sign-in/openid-provider.ts';
import { createSignInEndpoint } from '#shared/sign-in/sign-in-endpoint.ts';

const name = 'account-sign-in';
const { SERVICE_TABLE, ISSUER_URL, CLIENT_ID, ACCOUNT_URL } = readEnvironment(accountSignInEnvironment);

export const handler = createSignInEndpoint({
  provider: openIdProvider({
    issuer: ISSUER_URL,
    clientId: CLIENT_ID,
    callbackUrl: `${ACCOUNT_URL}/callback`,
    signedOutUrl: ACCOUNT_URL,
    timeoutMs: 5_000,
  }),
  sessions: dynamoSessionStore(dynamoClient(), SERVICE_TABLE),
  pageUrl: ACCOUNT_URL,
  telemetry: { logger: createLogger(name), metrics: createMetrics() },
  clock: systemClock,
}).streamed();
