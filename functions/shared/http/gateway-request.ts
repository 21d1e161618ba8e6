import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';

import { problemText } from '#shared/contract/parse-request.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The parts of an API Gateway REST event that the chain uses. Header names are lower-case. */
export interface GatewayRequest {
  /** API Gateway's request id, sent with the answer. Callers can choose it (`x-amzn-RequestId`): it proves nothing. */
  readonly requestId: string;
  /** API Gateway's second id, which callers cannot choose. */
  readonly extendedRequestId: string | undefined;
  /** When API Gateway received the request: milliseconds since the epoch, by its clock. */
  readonly receivedAtMs: number;
  /** IP address of the caller, as API Gateway sees it. */
  readonly sourceAddress: string;
  readonly method: string;
  /** The route's template, such as /api/v1/crawl/{id}: safe to log, unlike the path. */
  readonly resource: string;
  /** The absolute URL of the request, without its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const present = (values: Readonly<Record<string, string | undefined>> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The path of the context has the stage, as callers see it. */
const urlOf = (
  { requestContext, path }: APIGatewayProxyEvent,
  { 'x-forwarded-proto': scheme = 'http', host = '' }: Readonly<Record<string, string | undefined>>,
): string => `${scheme}://${host}${requestContext.path ?? path}`;

export function gatewayRequest(event: APIGatewayProxyEvent): GatewayRequest {
  const headers = Object.fromEntries(
    Object.entries(present(event.headers)).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const body = event.body ?? undefined;
  return {
    requestId: event.requestContext.requestId,
    extendedRequestId: event.requestContext.extendedRequestId,
    receivedAtMs: event.requestContext.requestTimeEpoch,
    sourceAddress: event.requestContext.identity.sourceIp,
    method: event.httpMethod,
    resource: event.resource,
    url: urlOf(event, headers),
    headers,
    query: present(event.queryStringParameters),
    pathParameters: present(event.pathParameters),
    body: body !== undefined && event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}

/** The API key of a request. An `X-API-Key` header that is not empty takes precedence. */
export function apiKeyText({ headers, query }: GatewayRequest): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers['authorization'] ?? '')?.[1];
  return headers['x-api-key']?.trim() || bearer || query['api_key'];
}

/** Checks a query string, without the API key that may be in it. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  { api_key: _key, ...query }: Readonly<Record<string, string>>,
): z.output<Schema> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  throw new AppError('INVALID_REQUEST', problemText(result.error));
}
