import { APIConnectionError, APIError } from 'openai';

import { AppError } from '#shared/kernel/errors.ts';

/** What an endpoint's failure calls for. */
export type FailedCall =
  /** Worth another try; `afterMs` when the endpoint says how long it wants to be left alone. */
  | { readonly kind: 'again'; readonly afterMs: number | undefined }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'key-refused' }
  /** Refused for what it holds; the same request would be refused again. */
  | { readonly kind: 'objection'; readonly status: number; readonly words: string };

const longestWords = 2_000;
const loggedWords = 500;

const wordsOf = (error: APIError): string =>
  `${error.message} ${error.param ?? ''} ${JSON.stringify(error.error ?? '')}`.slice(0, longestWords);

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

const isTooLong = (words: string): boolean =>
  /context[_ ]length|maximum context|context window|too many tokens|prompt is too long/i.test(words);

export function failedCall(error: unknown, nowMs: number): FailedCall {
  // No connection, or a body that broke off or is no JSON.
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined)
    return { kind: 'again', afterMs: undefined };
  const { status, headers } = error as APIError<number, Headers>;
  const words = wordsOf(error);
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  if ([400, 413, 422].includes(status) && isTooLong(words)) return { kind: 'too-long' };
  if (status === 408 || status === 409 || status === 429 || status >= 502)
    return { kind: 'again', afterMs: retryAfterMs(headers, nowMs) };
  return { kind: 'objection', status, words };
}

/** What goes to the log of an endpoint's failure. Endpoints repeat the key that they refuse. */
export function withoutKey(error: unknown, key: string | undefined): Error {
  const words = error instanceof APIError ? wordsOf(error) : String(error);
  return new Error((key === undefined ? words : words.replaceAll(key, '[key]')).slice(0, loggedWords));
}

export const unavailable = (cause: unknown, retryMs?: number): AppError =>
  new AppError('MODEL_UNAVAILABLE', 'The model did not answer.', {
    cause,
    ...(retryMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryMs / 1000) }),
  });

export const refused = (): AppError =>
  new AppError('MODEL_REFUSED', 'The model refused to answer this request.');
