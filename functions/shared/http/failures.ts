import { type Envelope, unauthorizedBody } from '#shared/contract/envelope.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { ChainMiddleware, ChainState } from './chain.ts';
import { type HttpReply, jsonReply } from './reply.ts';
import { requestedUrl } from './reported-url.ts';

interface FailureShape {
  readonly failedData?: Readonly<Record<string, unknown>>;
  readonly failedSource: 'local' | 'cloud';
  readonly namesUrl: boolean;
}

interface FailureDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

const internalError = (cause: unknown) =>
  new AppError(
    'INTERNAL_ERROR',
    'The service failed to answer this request. The request id names it to the operator.',
    {
      cause,
    },
  );

function failureReply(error: AppError, shape: FailureShape, state: ChainState, nowMs: number): HttpReply {
  const headers = {
    ...error.headers,
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  };
  if (error.code === 'UNAUTHORIZED')
    return jsonReply(401, unauthorizedBody, { ...headers, 'www-authenticate': 'Bearer' });
  const body: Envelope = {
    success: false,
    url: shape.namesUrl ? requestedUrl(state.request.body) : '',
    ...(shape.failedData === undefined ? {} : { data: shape.failedData }),
    error: error.message,
    code: error.code,
    source: error.source ?? shape.failedSource,
    processingTime: nowMs - state.startedAtMs,
    ...(state.warnings.length === 0 ? {} : { warning: state.warnings.join(' ') }),
  };
  return jsonReply(error.status, body, headers);
}

/** Turns anything thrown into an answer. What is not an AppError is a bug: logged here, told to nobody. */
export function failures(shape: FailureShape, { clock, logger }: FailureDeps): ChainMiddleware {
  return {
    onError: (invocation) => {
      const { chain } = invocation.context;
      const thrown: unknown = invocation.error;
      const error = thrown instanceof AppError ? thrown : internalError(thrown);
      if (error.status >= 500)
        logger.error('failed', error.cause ?? error, {
          requestId: chain.request.requestId,
          invocationId: chain.invocationId,
          code: error.code,
        });
      invocation.response = failureReply(error, shape, chain, clock.now());
    },
  };
}
