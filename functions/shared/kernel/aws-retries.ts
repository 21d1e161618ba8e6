import { StandardRetryStrategy } from '@smithy/core/retry';

/** An attempt without an answer takes seconds. */
const maxAttempts = 3;
/** An attempt that is refused takes milliseconds; a table that grows refuses writes for a second or two. */
const maxThrottledAttempts = 8;
const delayMs = { first: 25, longest: 1_000 };

const backoff = {
  setDelayBase: () => {},
  computeNextBackoffDelay: (retries: number) =>
    Math.random() * Math.min(delayMs.longest, delayMs.first * 2 ** retries),
};

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];

/** The SDK's own strategy, with more patience for throttles than for silence. */
class BoundedRetries extends StandardRetryStrategy {
  override refreshRetryTokenForRetry(...[token, failure]: Parameters<Refresh>): ReturnType<Refresh> {
    if (failure.errorType !== 'THROTTLING' && token.getRetryCount() >= maxAttempts - 1)
      return Promise.reject(new Error('The request was repeated often enough.'));
    return super.refreshRetryTokenForRetry(token, failure);
  }
}

/** For one client: it limits how many requests of the client are repeated. */
export const boundedRetries = (): StandardRetryStrategy =>
  new BoundedRetries({ maxAttempts: maxThrottledAttempts, backoff });
