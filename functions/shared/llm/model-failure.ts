import { APIConnectionError, APIError } from 'openai';

import { AppError } from '#shared/kernel/errors.ts';

export type FailedCall =
  /** Worth another attempt, after `afterMs` when the endpoint names a time. */
  | { readonly kind: 'again'; readonly afterMs: number | undefined }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'key-refused' }
  /** Refused, perhaps for a feature of the request; the same request is retried for a status of 500 or more only. */
  | { readonly kind: 'objection'; readonly status: number; readonly message: string };

const maxMessageCharacters = 2_000;
const maxLoggedCharacters = 500;

const messageOf = (error: APIError): string =>
  `${error.message} ${error.param ?? ''} ${JSON.stringify(error.error ?? '')}`.slice(0, maxMessageCharacters);

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), or OpenAI's `retry-after-ms`. */
function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = headers?.get('retry-after');
  if (text === undefined || text === null) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const isTooLong = (message: string): boolean =>
  /context[_ ]length|maximum context|context window|too many tokens|prompt is too long/i.test(message);

export function failedCall(error: unknown, nowMs: number): FailedCall {
  // No connection, or a response that was cut off or is no JSON.
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined)
    return { kind: 'again', afterMs: undefined };
  const { status, headers } = error as APIError<number, Headers>;
  const message = messageOf(error);
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  if ([400, 413, 422].includes(status) && isTooLong(message)) return { kind: 'too-long' };
  if (status === 408 || status === 409 || status === 429 || status >= 502)
    return { kind: 'again', afterMs: retryAfterMs(headers, nowMs) };
  return { kind: 'objection', status, message };
}

/** An endpoint's failure for the log. Endpoints repeat the key that they refuse. */
export function withoutKey(error: unknown, key: string | undefined): Error {
  const message = error instanceof APIError ? messageOf(error) : String(error);
  return new Error(
    (key === undefined ? message : message.replaceAll(key, '[key]')).slice(0, maxLoggedCharacters),
  );
}

export const unavailable = (cause: unknown, retryMs?: number): AppError =>
  new AppError('MODEL_UNAVAILABLE', 'The model did not answer.', {
    cause,
    ...(retryMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryMs / 1000) }),
  });

export const thoughtsOnly = (): AppError =>
  new AppError('MODEL_UNAVAILABLE', 'The model used up its tokens before it answered.');

export const keyUnreadable = (cause: unknown): AppError =>
  new AppError('MODEL_UNAVAILABLE', 'The service cannot read the key of its model.', { cause });

export const refused = (): AppError =>
  new AppError('MODEL_REFUSED', 'The model refused to answer this request.');
