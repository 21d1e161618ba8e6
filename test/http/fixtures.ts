import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { failedAuthentications } from '#shared/accounts/keys/failed-authentications.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memoryIdempotencyRecords } from '../fakes/memory-idempotency-records.ts';
import type { Endpoint } from '#shared/http/chain.ts';
import type { EndpointDeps } from '#shared/http/endpoint.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryRateLimiter } from '../fakes/memory-rate-limiter.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';

export const noon = Date.UTC(2026, 10, 21, 12);

export const ownKey = (planId: string, changes: Partial<ApiKey> = {}) => {
  const { text, key } = createKey({ planId, name: 'test', createdAt: new Date(noon).toISOString() });
  return { text, key: { ...key, ...changes } };
};

/** A whole chain in memory: one key of the Starter plan unless others are given; the clock stands at noon. */
export function testDeps({ keys = [ownKey('starter')], plans = planCatalogue() } = {}) {
  const usage = memoryUsageLedger();
  const deps: EndpointDeps = {
    access: {
      keys: memoryAccountStore(keys.map(({ key }) => key)),
      plans,
      failures: failedAuthentications(),
    },
    metering: {
      usage,
      takeFromRate: memoryRateLimiter(),
      idempotency: { records: memoryIdempotencyRecords(), answers: memoryBlobStore() },
    },
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => noon },
  };
  return { deps, keys, usage };
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  /** Sent as it is; overrides `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly resource?: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly remainingMs?: number;
  /** Callers can set it by `x-amzn-RequestId`. */
  readonly requestId?: string;
  /** When API Gateway received the request, in milliseconds since the epoch. */
  readonly receivedAtMs?: number;
  readonly callerGone?: AbortSignal;
  readonly sourceAddress?: string;
}

let serial = 0;

const unpackedBy: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** The event that API Gateway makes of a request. */
export function eventOf(options: RequestOptions): APIGatewayProxyEvent {
  serial += 1;
  return {
    resource: options.resource ?? '/api/v1/scrape',
    path: options.resource ?? '/api/v1/scrape',
    httpMethod: options.method ?? 'POST',
    headers: options.headers ?? {},
    queryStringParameters: options.query ?? null,
    pathParameters: options.pathParameters ?? null,
    body: options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    isBase64Encoded: false,
    requestContext: {
      requestId: options.requestId ?? `request-${serial}`,
      extendedRequestId: `extended-${serial}`,
      requestTimeEpoch: options.receivedAtMs ?? noon,
      identity: { sourceIp: options.sourceAddress ?? '192.0.2.1' },
    },
  } as unknown as APIGatewayProxyEvent;
}

export const contextOf = ({ remainingMs, callerGone }: RequestOptions = {}): Context =>
  ({ getRemainingTimeInMillis: () => remainingMs ?? 310_000, callerGone }) as unknown as Context;

/** Calls an endpoint as API Gateway does. */
export async function call(endpoint: Endpoint, options: RequestOptions) {
  const reply = await endpoint.answer(eventOf(options), contextOf(options));
  const { body, headers } = reply;
  const bytes = typeof body === 'string' ? Buffer.from(body) : await buffer(body);
  const text = (unpackedBy[headers['content-encoding'] ?? '']?.(bytes) ?? bytes).toString();
  return {
    status: reply.statusCode,
    headers,
    /** On the wire. */
    bytes: bytes.byteLength,
    text,
    /** Empty when the reply is no JSON. */
    body: (headers['content-type']?.startsWith('text/') ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}
