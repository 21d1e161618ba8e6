import type { ErrorCode } from './contract.ts';
import { WinnowError } from './errors.ts';
import { isHeaderText } from './header-text.ts';
import { repetitions, retryAfterSeconds, type RetryOptions, wait } from './retry.ts';

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** The API key, `wnk_…`; white space around it is ignored. Keep it out of code that browsers load. */
  readonly apiKey: string;
  readonly retry?: RetryOptions;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Whether a text is the URL of a service. */
export const isServiceUrl = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);

/** What every call takes beside its parameters. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The same key and request within 24 hours return the same answer and cost once. Printable ASCII without spaces at its
   * ends; a random one by default.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The frame of every answer. */
export interface Answer<Data> {
  readonly success: boolean;
  readonly url: string;
  readonly source: 'local' | 'cloud';
  readonly processingTime: number;
  readonly data?: Data;
  readonly error?: string;
  readonly code?: ErrorCode;
  readonly warning?: string;
  readonly id?: string;
}

interface HttpRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
}

export type SendRequest = <Data>(request: HttpRequest) => Promise<Answer<Data>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The failure that an answer reports: the service's own, or that of a gateway before it. */
function failureOf(response: Response, body: unknown): WinnowError {
  const { status, headers } = response;
  const fields = isObject(body) ? body : {};
  const options = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), Date.now()),
    url: textOf(fields['url']),
  };
  const message = textOf(fields['message']) ?? textOf(fields['error']);
  const code = textOf(fields['code']) as ErrorCode | undefined;
  if (status === 401)
    return new WinnowError(code ?? 'UNAUTHORIZED', message ?? 'The API key is not valid.', options);
  if (code !== undefined) return new WinnowError(code, message ?? `The service answered ${code}.`, options);
  if (status === 429) return new WinnowError('RATE_LIMITED', 'Too many requests.', options);
  if (status === 502 || status === 503 || status === 504)
    return new WinnowError(
      'SERVICE_UNAVAILABLE',
      `The service is not available (status ${status}).`,
      options,
    );
  return new WinnowError(
    'INVALID_ANSWER',
    `The address answers with status ${status}, and not as Winnow does: check the base URL.`,
    options,
  );
}

/** The failure of an answer with `success: false`. */
export const reportedFailure = ({ code, error, url }: Answer<unknown>): WinnowError =>
  new WinnowError(code ?? 'INVALID_ANSWER', error ?? 'The service gives no reason.', { status: 200, url });

/** Why a request did not arrive: the code of the system, such as ECONNREFUSED, or a text. */
export const reasonOf = (error: unknown): string => {
  const { cause } = error as Error;
  const reason = cause instanceof Error && cause.message !== '' ? cause : (error as Error);
  return (reason as Error & { code?: string }).code ?? reason.message;
};

function bodyText(body: object | undefined): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new WinnowError(
      'INVALID_REQUEST',
      `The request cannot be written as JSON: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** One attempt, from the request to the last byte of the answer. */
async function attempt<Data>(
  { baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions,
  { method, path, query = {}, timeoutMs, idempotencyKey, signal }: HttpRequest,
  body: string | undefined,
): Promise<Answer<Data>> {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const deadline = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        'x-api-key': apiKey,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      // A redirect would take the key to another host.
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted)
      throw new WinnowError('NO_ANSWER_IN_TIME', `No answer within ${timeoutMs / 1_000} seconds.`, {
        cause: error,
      });
    throw new WinnowError('UNREACHABLE', `${url.origin} cannot be reached: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw failureOf(response, undefined);
  }
  if (!response.ok || !isObject(answer) || typeof answer['success'] !== 'boolean')
    throw failureOf(response, answer);
  return answer as unknown as Answer<Data>;
}

/** Sends requests, and repeats those that may succeed in a moment. Answers with `success: false` are returned. */
export function createTransport(options: ClientOptions): SendRequest {
  return async <Data>(request: HttpRequest): Promise<Answer<Data>> => {
    const { idempotencyKey } = request;
    if (idempotencyKey !== undefined && !isHeaderText(idempotencyKey))
      throw new WinnowError(
        'INVALID_REQUEST',
        'The idempotency key must be printable ASCII, without spaces at its ends.',
      );
    const body = bodyText(request.body);
    const waitMsAfter = repetitions(options.retry ?? {}, request.timeoutMs);
    for (;;) {
      try {
        return await attempt<Data>(options, request, body);
      } catch (error) {
        const waitMs = waitMsAfter(error);
        if (waitMs === undefined) throw error;
        await wait(waitMs, request.signal);
      }
    }
  };
}
