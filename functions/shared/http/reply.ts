import type { Envelope } from '#shared/contract/envelope.ts';

/** What a function hands back to API Gateway, before it is streamed. */
export interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
