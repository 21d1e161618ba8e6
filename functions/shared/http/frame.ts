import { type Envelope, unauthorizedBody } from '#shared/contract/envelope.ts';
import { requestedUrl } from '#shared/contract/reported-url.ts';
import { routes } from '#shared/contract/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, loggedMessage } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import { asAppError } from './app-error.ts';
import type { Arrival, Step } from './chain.ts';
import { corsHeaders, jsonReply, type TextReply } from './reply.ts';

export interface Telemetry {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * For the page of an account and its requests: no other site reads them, frames them or learns where they lead, and
 * nothing in them is loaded unless a reply has its own policy.
 */
export const accountHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Outermost: adds the headers of every reply, logs it, and sends the metrics. A reply's own headers win over `everyReply`. */
export const frame = (
  { logger, metrics }: Telemetry,
  clock: Clock,
  everyReply: Readonly<Record<string, string>> = corsHeaders,
): Step<Arrival> => ({
  after: ({ request, invocationId, startedAtMs, headers, logFields }, reply) => {
    const durationMs = clock.now() - startedAtMs;
    metrics.flush();
    logger.info('answered', {
      requestId: request.requestId,
      extendedRequestId: request.extendedRequestId,
      invocationId,
      method: request.method,
      resource: request.resource,
      status: reply.statusCode,
      durationMs,
      ...logFields,
    });
    return {
      ...reply,
      headers: { ...everyReply, ...reply.headers, ...headers, 'x-request-id': request.requestId },
    };
  },
});

export interface FailureShape {
  /** `data` of a failed answer; scrape has none. */
  readonly failedData?: Readonly<Record<string, unknown>>;
  readonly failedSource: 'local' | 'cloud';
  /** Whether answers name the requested URL; those of a search do not. */
  readonly namesUrl: boolean;
}

function failureReply(error: AppError, shape: FailureShape, known: Arrival, nowMs: number): TextReply {
  const headers = {
    ...error.headers,
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  };
  if (error.code === 'UNAUTHORIZED')
    return jsonReply(401, unauthorizedBody, { ...headers, 'www-authenticate': 'Bearer' });
  const body: Envelope = {
    success: false,
    url: shape.namesUrl ? requestedUrl(known.request.body) : '',
    ...(shape.failedData === undefined ? {} : { data: shape.failedData }),
    error: error.message,
    code: error.code,
    source: error.source ?? shape.failedSource,
    processingTime: nowMs - known.startedAtMs,
    ...(known.warnings.length === 0 ? {} : { warning: known.warnings.join(' ') }),
    ...(error.id === undefined ? {} : { id: error.id }),
  };
  return jsonReply(error.status, body, headers);
}

/** Turns anything thrown into a reply. Failures of the service are logged with their cause. */
export const failureReplies =
  (shape: FailureShape, { logger }: Telemetry, clock: Clock) =>
  (known: Arrival, thrown: unknown): TextReply => {
    const error = asAppError(thrown);
    if (error.status >= 500)
      logger.error('failed', error.cause ?? error, {
        requestId: known.request.requestId,
        invocationId: known.invocationId,
        code: error.code,
      });
    known.logFields['failure'] = loggedMessage(thrown);
    // Such as the name of the bot protection; causes that are errors are logged with failures of ours only.
    if (typeof error.cause === 'string') known.logFields['reason'] = error.cause;
    return failureReply(error, shape, known, clock.now());
  };

/** Answers anything that a later step or the work throws. */
export const failures = (shape: FailureShape, telemetry: Telemetry, clock: Clock): Step<Arrival> => ({
  onError: failureReplies(shape, telemetry, clock),
});

/** Refuses methods that the path does not have: API Gateway forwards every method. */
export const allowedMethods = (...allowed: readonly string[]): Step<Arrival> => ({
  before: ({ request }) => {
    if (allowed.includes(request.method)) return;
    const methods = routes.filter(({ path }) => path === request.resource).map((route) => route.method);
    throw new AppError('METHOD_NOT_ALLOWED', `This URL accepts ${methods.join(' and ')} only.`, {
      headers: { allow: [...methods, 'OPTIONS'].join(', ') },
    });
  },
});
