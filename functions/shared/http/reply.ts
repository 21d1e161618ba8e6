import { Readable } from 'node:stream';

import type { Envelope } from '#shared/contract/envelope.ts';
import { webUrlCandidates } from '#shared/contract/fields.ts';

/** What a function hands back to API Gateway, before it is streamed. */
export interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or lines that are still to come. */
  readonly body: string | Readable;
}

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotency-replayed',
} as const;

export function jsonReply(
  statusCode: number,
  body: Envelope | Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** Newline-delimited JSON, sent as the lines come. */
export const ndjsonReply = (lines: AsyncIterable<string>): HttpReply => ({
  statusCode: 200,
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
  body: Readable.from(lines, { objectMode: false }),
});

const mayHoldPassword = (text: string): boolean => text.includes('@') && !/^mailto:[^:/?#]*$/i.test(text);

/**
 * The URL that a caller asked for, as answers name it: spelled by the URL standard, without credentials. A text that
 * is no web URL is returned as it is, unless it may contain a password.
 */
export function reportedUrl(text: string): string {
  const [candidate = ''] = webUrlCandidates(text) ?? [];
  const url = URL.parse(candidate);
  if (url === null) return mayHoldPassword(text) ? '' : text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The URL in a body that may not be valid: `url`, or the first of `urls`. Empty without one. */
export function requestedUrl(body: string | undefined): string {
  try {
    const { url, urls } = (JSON.parse(body ?? '') ?? {}) as {
      readonly url?: unknown;
      readonly urls?: unknown;
    };
    const asked: unknown = url ?? (Array.isArray(urls) ? urls[0] : undefined);
    return typeof asked === 'string' ? reportedUrl(asked) : '';
  } catch {
    // A body that is no JSON names no URL.
    return '';
  }
}
