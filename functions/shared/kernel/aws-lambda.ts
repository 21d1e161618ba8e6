import { LambdaClient } from '@aws-sdk/client-lambda';

/** The invoked function's own deadline bounds the call; a retry would run the work twice. */
export const lambdaClient = (): LambdaClient =>
  new LambdaClient({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 330_000, throwOnRequestTimeout: true },
  });

export type { LambdaClient };
