import { APIConnectionError, APIError } from 'openai';

import { AppError } from '#shared/kernel/errors.ts';
import { retryAfterSeconds } from '#shared/kernel/retry-after.ts';

export type FailedCall =
  /** Worth another attempt, after `afterMs` when the endpoint names a time. */
  | { readonly kind: 'again'; readonly afterMs: number | undefined }
  | { readonly kind: 'too-long' }
  /** The model gives no answers of so many tokens. */
  | { readonly kind: 'budget-too-large' }
  /** A filter of the endpoint refused what it was asked. */
  | { readonly kind: 'content-refused' }
  | { readonly kind: 'key-refused' }
  /** Refused, perhaps for a feature of the request; the same request is retried for a status of 500 or more only. */
  | { readonly kind: 'objection'; readonly status: number; readonly message: string };

const maxMessageCharacters = 2_000;
const maxLoggedCharacters = 500;

const messageOf = (error: APIError): string =>
  `${error.message} ${error.param ?? ''} ${JSON.stringify(error.error ?? '')}`.slice(0, maxMessageCharacters);

/** `Retry-After`, or OpenAI's `retry-after-ms`. */
function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const seconds = retryAfterSeconds(headers?.get('retry-after'), nowMs);
  return seconds === undefined ? undefined : 1000 * seconds;
}

/** OpenAI, vLLM, Mistral, DeepSeek, llama.cpp, Anthropic, Bedrock, Gemini and TGI, in this order. */
const tooLongPatterns = [
  /context[_ ](?:length|size|window|limit)|maximum context/i,
  /too many (?:input )?tokens/i,
  /(?:prompt|input) is too long/i,
  /input token count\b.{0,40}\bexceeds/i,
  /`max_new_tokens` must be|`inputs` must have less/i,
];
const tooLongStatuses: ReadonlySet<number> = new Set([400, 422, 500]);

const isTooLong = (status: number, message: string): boolean =>
  // Content Too Large (RFC 9110, section 15.5.14), also of a question larger than a whole minute's quota.
  status === 413 || (tooLongStatuses.has(status) && tooLongPatterns.some((pattern) => pattern.test(message)));

/** Azure, OpenAI, OpenRouter and Alibaba Cloud. */
const contentPattern =
  /content_filter|ResponsibleAIPolicyViolation|content_policy_violation|(?:prompt|input) was flagged|data_inspection_failed/i;
const contentStatuses: ReadonlySet<number> = new Set([400, 403, 422]);

const isContentRefused = (status: number, message: string): boolean =>
  contentStatuses.has(status) && contentPattern.test(message);

/** OpenAI, Groq, Alibaba Cloud and Mistral of a limit that is above the model's own. */
const budgetPattern =
  /max(?:_completion|_output)?_tokens\b.{0,80}(?:too (?:large|high|big)|at most|less than|must be <=|maximum|exceed|range)/is;

const isBudgetTooLarge = (status: number, message: string): boolean =>
  (status === 400 || status === 422) && budgetPattern.test(message);

export function failedCall(error: unknown, nowMs: number): FailedCall {
  // No connection, or a response that was cut off or is no JSON.
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined)
    return { kind: 'again', afterMs: undefined };
  const { status, headers } = error as APIError<number, Headers>;
  const message = messageOf(error);
  if (isContentRefused(status, message)) return { kind: 'content-refused' };
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  if (isTooLong(status, message)) return { kind: 'too-long' };
  if (isBudgetTooLarge(status, message)) return { kind: 'budget-too-large' };
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
