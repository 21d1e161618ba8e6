import { asAppError } from '#shared/http/app-error.ts';
import type { Arrival, Step } from '#shared/http/chain.ts';
import type { Telemetry } from '#shared/http/frame.ts';
import { jsonReply } from '#shared/http/reply.ts';
import { type AppError, loggedMessage } from '#shared/kernel/errors.ts';

/** A refusal by the names of RFC 6749 §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
  }
}

const nameOf = ({ status }: AppError): string => {
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** Turns anything thrown into the reply that programs of OAuth understand. */
export const oauthFailures = ({ logger }: Telemetry): Step<Arrival> => ({
  onError: ({ request, invocationId, logFields }, thrown) => {
    if (thrown instanceof OAuthError) {
      logFields['failure'] = thrown.error;
      return jsonReply(400, { error: thrown.error, error_description: thrown.message });
    }
    const error = asAppError(thrown);
    logFields['failure'] = loggedMessage(thrown);
    if (error.status >= 500)
      logger.error('failed', error.cause ?? error, {
        requestId: request.requestId,
        invocationId,
        code: error.code,
      });
    return jsonReply(
      error.status,
      { error: nameOf(error), error_description: error.message },
      {
        ...error.headers,
        ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      },
    );
  },
});
