import type { Clock } from '#shared/kernel/clock.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import type { ChainMiddleware } from './chain.ts';
import { gatewayRequest } from './gateway-request.ts';
import { corsHeaders } from './reply.ts';

interface FrameDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Outermost: opens the state of the request, and frames, counts and logs whatever is answered. */
export function requestFrame({ clock, logger, metrics }: FrameDeps): ChainMiddleware {
  const close: ChainMiddleware['after'] = ({ context: { chain }, response, error }) => {
    if (response === undefined || response === null) return;
    const { request, invocationId, startedAtMs, caller, headers } = chain;
    Object.assign(response, {
      headers: { ...response.headers, ...headers, ...corsHeaders, 'x-request-id': request.requestId },
    });
    const durationMs = clock.now() - startedAtMs;
    metrics.count(`Status${Math.floor(response.statusCode / 100)}xx`);
    metrics.milliseconds('Duration', durationMs);
    metrics.flush();
    logger.info('answered', {
      requestId: request.requestId,
      extendedRequestId: request.extendedRequestId,
      invocationId,
      method: request.method,
      resource: request.resource,
      status: response.statusCode,
      durationMs,
      accountId: caller?.key.accountId,
      keyId: caller?.key.keyId,
      failure: error?.message,
    });
  };
  return {
    before: ({ event, context }) => {
      context.chain = {
        request: gatewayRequest(event),
        invocationId: newId('run'),
        startedAtMs: clock.now(),
        warnings: [],
        headers: {},
      };
    },
    after: close,
    onError: close,
  };
}
