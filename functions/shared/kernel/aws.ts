import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';

import { boundedRetries } from './aws-retries.ts';

/**
 * A request without an answer ends after 4 seconds, and its third attempt within 15 seconds: a stalled socket, or one that
 * died while the function was frozen, must not use up the caller's deadline. `socketTimeout` ends answers that stop in
 * the middle.
 */
export const boundedRequests = () => ({
  retryStrategy: boundedRetries(),
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 4_000,
    socketTimeout: 4_000,
    // Without it, the SDK only logs that the time is over.
    throwOnRequestTimeout: true,
  },
});

interface WithMiddleware {
  readonly middlewareStack: { readonly remove: (name: string) => boolean };
}

/** The SDK copies each request and response for a log that nobody reads, at a tenth of a request's cost. */
export function withoutLog<Client extends WithMiddleware>(client: Client): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

export const dynamoClient = (): DynamoDBClient => withoutLog(new DynamoDBClient(boundedRequests()));

export const sqsClient = (): SQSClient => withoutLog(new SQSClient(boundedRequests()));

/** For rooms that pass clients on without calling AWS themselves. */
export type { DynamoDBClient, SQSClient };
