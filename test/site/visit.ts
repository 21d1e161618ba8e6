import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import type { Endpoint } from '#shared/http/chain.ts';

export interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of the stage, as API Gateway puts it before the route. */
  readonly stage?: string;
}

export interface VisitedRoute {
  readonly resource: string;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/** Asks an endpoint for a path as API Gateway does. */
export async function visitAt(
  endpoint: Endpoint,
  path: string,
  { resource, pathParameters }: VisitedRoute,
  { method = 'GET', headers = {}, stage = '' }: Visit = {},
) {
  const event = {
    resource,
    path,
    httpMethod: method,
    headers: { Host: 'winnow.example', 'X-Forwarded-Proto': 'https', ...headers },
    queryStringParameters: null,
    pathParameters,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      path: stage + path,
      requestId: 'request-1',
      requestTimeEpoch: 0,
      identity: { sourceIp: '192.0.2.1' },
    },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => 10_000 } as unknown as Context;
  const reply = await endpoint.answer(event, context);
  const body = reply.body instanceof Readable ? await buffer(reply.body) : Buffer.from(reply.body);
  return { status: reply.statusCode, headers: reply.headers, body, text: body.toString('utf8') };
}
