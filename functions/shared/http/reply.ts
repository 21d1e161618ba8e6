import { Readable } from 'node:stream';

import type { Envelope } from '#shared/contract/envelope.ts';

/** A reply to API Gateway, before it is streamed. */
export interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that are sent more than once, such as cookies. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  /** Text, or a stream of lines. */
  readonly body: string | Readable;
}

/** A reply that is complete. */
export interface TextReply extends HttpReply {
  readonly body: string;
}

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, www-authenticate, ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit, ratelimit-policy, idempotency-replayed',
} as const;

export function jsonReply(
  statusCode: number,
  body: Envelope | Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): TextReply {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

const lineHeaders = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
} as const;

export const linesOf = (entries: readonly unknown[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

type WithList = Readonly<Record<string, readonly unknown[]>>;

/** The last line of an answer whose list was sent as lines: the answer without it. */
export function lastLine(envelope: Envelope, list: string): string {
  const { [list]: _entries, ...data } = envelope.data as WithList;
  return linesOf([{ ...envelope, data }]);
}

/** An answer as newline-delimited JSON: the entries of a list of its data, then the answer without that list. */
export const linesReply = (envelope: Envelope, list: string): HttpReply => ({
  statusCode: 200,
  headers: lineHeaders,
  body: linesOf((envelope.data as WithList)[list] ?? []) + lastLine(envelope, list),
});

/** Newline-delimited JSON, streamed. */
export const ndjsonReply = (lines: AsyncIterable<string>): HttpReply => ({
  statusCode: 200,
  headers: lineHeaders,
  body: Readable.from(lines, { objectMode: false }),
});
