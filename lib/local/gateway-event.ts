import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import { accountId } from './intrinsics.ts';
import type { LocalMethod } from './local-api.ts';

export interface Route {
  readonly method: LocalMethod;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const segments = (path: string): string[] => path.split('/').slice(1);

/** A parameter such as {proxy+} takes the rest of the path. */
const withGreedy = (wanted: readonly string[], given: readonly string[]): readonly string[] =>
  wanted.at(-1)?.endsWith('+}') === true && given.length >= wanted.length
    ? [...given.slice(0, wanted.length - 1), given.slice(wanted.length - 1).join('/')]
    : given;

function parametersOf(resource: string, path: string): Record<string, string> | undefined {
  const wanted = segments(resource);
  const given = withGreedy(wanted, segments(path));
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
    if (name === undefined ? part !== value : value === '') return undefined;
    if (name !== undefined) parameters[name] = decodeURIComponent(value);
  }
  return parameters;
}

/**
 * The requested URL; `undefined` when it is malformed. A path that begins with two slashes is a path, and not
 * another host.
 */
export function targetOf(request: IncomingMessage): URL | undefined {
  const { url = '/', headers } = request;
  const base = `http://${headers.host ?? 'localhost'}`;
  return URL.parse(url.startsWith('/') ? base + url : url, base) ?? undefined;
}

/**
 * The route of a request: a literal path takes precedence over a parameter, the exact verb over ANY. Throws URIError
 * when a parameter has a broken escape.
 */
export function routeOf(methods: readonly LocalMethod[], verb: string, path: string): Route | undefined {
  const matches = methods.flatMap((method): Route[] => {
    if (method.httpMethod !== verb && method.httpMethod !== 'ANY') return [];
    const pathParameters = parametersOf(method.resource, path);
    return pathParameters === undefined ? [] : [{ method, pathParameters }];
  });
  const rank = ({ method, pathParameters }: Route) =>
    Object.keys(pathParameters).length * 2 + Number(method.httpMethod === 'ANY');
  return matches.toSorted((a, b) => rank(a) - rank(b))[0];
}

interface EventInput {
  readonly request: IncomingMessage;
  readonly route: Route;
  readonly url: URL;
  readonly sourceIp: string;
  readonly body: string;
  readonly requestId: string;
  readonly stage: string;
  /** When the request arrived, before any wait. */
  readonly arrivedAtMs: number;
}

/** The address of a caller. What a proxy adds to `X-Forwarded-For` is its last entry; callers may have sent the others. */
export function sourceIpOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  const last = forwarded.split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? (socket.remoteAddress ?? '127.0.0.1') : last;
}

const lastOf = (values: Readonly<Record<string, readonly string[]>>): Record<string, string> | null => {
  const entries = Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? ''] as const);
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

/**
 * The event of a Lambda proxy integration of a REST API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function gatewayEvent({
  request,
  route,
  url,
  sourceIp,
  body,
  requestId,
  stage,
  arrivedAtMs,
}: EventInput): object {
  // Callers choose the names: `constructor` and `__proto__` are ordinary names.
  const headers = Object.create(null) as Record<string, string[]>;
  for (let index = 0; index < request.rawHeaders.length; index += 2)
    (headers[request.rawHeaders[index] ?? ''] ??= []).push(request.rawHeaders[index + 1] ?? '');
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of url.searchParams) (query[name] ??= []).push(value);
  const { method, pathParameters } = route;
  return {
    resource: method.resource,
    path: url.pathname,
    httpMethod: request.method,
    headers: lastOf(headers) ?? {},
    multiValueHeaders: headers,
    queryStringParameters: lastOf(query),
    multiValueQueryStringParameters: Object.keys(query).length === 0 ? null : query,
    pathParameters: Object.keys(pathParameters).length === 0 ? null : pathParameters,
    stageVariables: null,
    requestContext: {
      accountId,
      apiId: 'local',
      domainName: url.host,
      domainPrefix: 'local',
      extendedRequestId: requestId,
      httpMethod: request.method,
      identity: {
        sourceIp,
        userAgent: request.headers['user-agent'] ?? null,
      },
      path: url.pathname,
      protocol: `HTTP/${request.httpVersion}`,
      requestId,
      requestTimeEpoch: arrivedAtMs,
      resourceId: method.resourceId,
      resourcePath: method.resource,
      stage,
    },
    body: body === '' ? null : body,
    isBase64Encoded: false,
  };
}
