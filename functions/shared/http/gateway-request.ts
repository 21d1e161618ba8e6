import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What the chain uses of an API Gateway REST event. Header names are lower-case. */
export interface GatewayRequest {
  /** As API Gateway names it, and answers name it. Callers can choose it (`x-amzn-RequestId`): it proves nothing. */
  readonly requestId: string;
  /** API Gateway's own name of the request, which no caller can choose. */
  readonly extendedRequestId: string | undefined;
  /** When API Gateway received it, in milliseconds since the epoch, by its clock. */
  readonly receivedAtMs: number;
  readonly method: string;
  /** The route's template, such as /api/v1/crawl/{id}: safe to log, unlike the path. */
  readonly resource: string;
  /** The absolute address that was asked, without its query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const present = (values: Readonly<Record<string, string | undefined>> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** API Gateway names the scheme; the path of its context has the stage, as callers see it. */
const addressOf = (
  { requestContext, path }: APIGatewayProxyEvent,
  { 'x-forwarded-proto': scheme = 'http', host = '' }: Readonly<Record<string, string | undefined>>,
): string => `${scheme}://${host}${requestContext.path ?? path}`;

export function gatewayRequest(event: APIGatewayProxyEvent): GatewayRequest {
  const headers = Object.entries(present(event.headers)).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const body = event.body ?? undefined;
  const named = Object.fromEntries(headers);
  return {
    requestId: event.requestContext.requestId,
    extendedRequestId: event.requestContext.extendedRequestId,
    receivedAtMs: event.requestContext.requestTimeEpoch,
    method: event.httpMethod,
    resource: event.resource,
    address: addressOf(event, named),
    headers: named,
    query: present(event.queryStringParameters),
    pathParameters: present(event.pathParameters),
    body: body !== undefined && event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}

/** Interface: Authentication. The recommended header wins over the others. */
export function apiKeyText({ headers, query }: GatewayRequest): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers['authorization'] ?? '')?.[1];
  return headers['x-api-key'] ?? bearer ?? query['api_key'];
}
