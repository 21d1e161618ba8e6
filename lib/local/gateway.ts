import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { ConcurrencyExceeded } from './account-concurrency.ts';
import { type AccessLogContext, accessLogLine } from './access-log.ts';
import { boundedLog } from './bounded-log.ts';
import { gatewayEvent, type Route, routeOf, sourceIpOf, targetOf } from './gateway-event.ts';
import { gatewayResponse, type Reply, replyWith } from './gateway-reply.ts';
import { callerGone, readBody, serve, type Upgrades } from './http-server.ts';
import { type LambdaHost, TooManyRequests } from './lambda-host.ts';
import type { LocalApi, LocalMethod } from './local-api.ts';

export interface GatewayOptions {
  readonly directory: string;
  readonly port: number;
  readonly nextFreePort: boolean;
  /** The port of another server of this data directory. */
  readonly reservedPort: number | undefined;
  /** Whether all callers come through a proxy, which says in `X-Forwarded-For` who they are. */
  readonly isBehindProxy: boolean;
  readonly upgrades: Upgrades | undefined;
}

/** Listens before the API is known, because the template's functions need its URL. Early requests wait. */
export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** Serves the template's REST API: its routes, its gateway responses, its access log. */
  readonly open: (api: LocalApi, host: LambdaHost) => void;
  readonly close: () => Promise<void>;
}

/** API Gateway accepts 10 MB, Lambda events of 6 MB; both refuse with the same gateway response. */
const maxPayloadBytes = 6 * 1024 * 1024 - 64 * 1024;

interface Exchange extends Reply {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly sourceIp: string;
  readonly arrivedAtMs: number;
}

/** Callers are told apart by the credentials that they send, valid or not, while they wait for an environment. */
const callerOf = ({ headers, socket }: IncomingMessage, { searchParams }: URL): string =>
  [headers['x-api-key'], headers.authorization, searchParams.get('api_key'), socket.remoteAddress].find(
    (text) => typeof text === 'string',
  ) ?? '';

type Integration<Kind extends string> = Extract<LocalMethod['integration'], { kind: Kind }>;

function replyFixed({ response, requestId }: Exchange, { status, headers }: Integration<'fixed'>): void {
  response.writeHead(status, { ...headers, 'x-request-id': requestId });
  response.end();
}

/** API Gateway reports a 429 of Lambda as a failed integration, and refuses with THROTTLED beyond limits of its own. */
function responseTo(error: unknown): 'INTEGRATION_FAILURE' | 'THROTTLED' | 'API_CONFIGURATION_ERROR' {
  if (error instanceof ConcurrencyExceeded) return 'INTEGRATION_FAILURE';
  return error instanceof TooManyRequests ? 'THROTTLED' : 'API_CONFIGURATION_ERROR';
}

/** Invokes the function of a route and replies with its result, or with a gateway response in its place. */
async function invokeFunction(
  exchange: Exchange,
  host: LambdaHost,
  { functionName, timeoutMs }: Integration<'lambda'>,
  payload: string,
): Promise<void> {
  const { request, response, url } = exchange;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const invocation = host.invoke(functionName, payload, {
    caller: callerOf(request, url),
    signal: AbortSignal.any([callerGone(response), timeout.signal]),
    isThrottled: true,
  });
  try {
    const result = await Promise.race([invocation, once(timeout.signal, 'abort').then(() => undefined)]);
    clearTimeout(timer);
    if (result === undefined) gatewayResponse(exchange, 'INTEGRATION_TIMEOUT');
    else await replyWith(exchange, result);
  } catch (error) {
    clearTimeout(timer);
    if (response.headersSent || response.destroyed) throw error;
    const type = responseTo(error);
    if (type === 'API_CONFIGURATION_ERROR') console.error('A request could not be served.', error);
    gatewayResponse(exchange, type);
  }
}

async function integrate(exchange: Exchange, host: LambdaHost, route: Route): Promise<void> {
  const { api, request, response, url, sourceIp, requestId, arrivedAtMs } = exchange;
  const { integration } = route.method;
  if (integration.kind === 'fixed') {
    replyFixed(exchange, integration);
    return;
  }
  if (route.method.requiredHeaders.some((name) => (request.headers[name] ?? '') === '')) {
    gatewayResponse(exchange, 'BAD_REQUEST_PARAMETERS');
    return;
  }
  const body = await readBody(request, maxPayloadBytes);
  if (body === undefined) {
    response.setHeader('connection', 'close');
    gatewayResponse(exchange, 'REQUEST_TOO_LARGE');
    return;
  }
  const event = gatewayEvent({
    request,
    route,
    url,
    sourceIp,
    body: body.toString('utf8'),
    requestId,
    stage: api.stage,
    arrivedAtMs,
  });
  await invokeFunction(exchange, host, integration, JSON.stringify(event));
}

function findRoute({ methods }: LocalApi, request: IncomingMessage, url: URL): Route | 'unknown' | 'broken' {
  try {
    const route = (path: string): Route | undefined => routeOf(methods, request.method ?? 'GET', path);
    // API Gateway has one route for a path and the same with a slash at its end.
    return route(url.pathname) ?? route(url.pathname.replace(/(?<=[^/])\/$/, '')) ?? 'unknown';
  } catch {
    // A percent sign without two digits after it.
    return 'broken';
  }
}

/** Writes the access log's line of a request once it is over. */
function logAccess(
  write: (values: AccessLogContext) => void,
  request: IncomingMessage,
  { response, requestId }: Reply,
  resourcePath: string,
  sourceIp: string,
): void {
  const arrivedAtMs = Date.now();
  response.once('close', () =>
    write({
      requestId,
      'identity.sourceIp': sourceIp,
      requestTimeEpoch: String(arrivedAtMs),
      httpMethod: request.method ?? '',
      resourcePath,
      status: String(response.statusCode),
      responseLatency: String(Date.now() - arrivedAtMs),
      responseLength: String(response.getHeader('content-length') ?? '-'),
    }),
  );
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const answering =
  (api: LocalApi, host: LambdaHost, isBehindProxy: boolean, write: (line: string) => void): Answer =>
  async (request, response) => {
    // The socket is gone by the time that the access log's line is written.
    const sourceIp = sourceIpOf(request, isBehindProxy);
    const lineOf = api.accessLogFormat === undefined ? undefined : accessLogLine(api.accessLogFormat);
    const reply: Reply = { api, response, requestId: randomUUID() };
    const arrivedAtMs = Date.now();
    const url = targetOf(request);
    const route = url === undefined ? 'broken' : findRoute(api, request, url);
    logAccess(
      (values) => lineOf !== undefined && write(lineOf(values)),
      request,
      reply,
      typeof route === 'string' ? '' : route.method.resource,
      sourceIp,
    );
    if (url === undefined || route === 'broken') gatewayResponse(reply, 'DEFAULT_4XX');
    else if (route === 'unknown') gatewayResponse(reply, 'MISSING_AUTHENTICATION_TOKEN');
    else await integrate({ ...reply, request, url, sourceIp, arrivedAtMs }, host, route);
  };

export async function openGateway({
  directory,
  port,
  nextFreePort,
  reservedPort,
  isBehindProxy,
  upgrades,
}: GatewayOptions): Promise<Gateway> {
  const log = boundedLog(join(directory, 'logs', 'access.log'));
  const write = (line: string): void => {
    if (!log.writableEnded) log.write(`${line}\n`);
  };
  const opened = Promise.withResolvers<Answer>();
  const server = await serve(
    async (request, response) => (await opened.promise)(request, response),
    { port, nextFree: nextFreePort, reserved: reservedPort },
    upgrades,
  );
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    port: server.port,
    open: (api, host) => opened.resolve(answering(api, host, isBehindProxy, write)),
    // Closed before what it invokes, and again with everything when the start fails.
    close: () => (closed ??= server.close().then(() => void log.end())),
  };
}
