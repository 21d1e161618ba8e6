import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { accessLogLine } from './access-log.ts';
import { boundedLog } from './bounded-log.ts';
import { gatewayEvent, type Route, routeOf, targetOf } from './gateway-event.ts';
import { callerGone, type HttpServer, readBody, serve } from './http-server.ts';
import type { InvocationResult } from './function-process.ts';
import { type LambdaHost, TooManyRequests } from './lambda-host.ts';
import type { LocalApi } from './local-stack.ts';

export interface GatewayOptions {
  readonly api: LocalApi;
  readonly host: LambdaHost;
  readonly directory: string;
  readonly port: number;
  readonly nextFreePort: boolean;
}

/** API Gateway takes 10 MB; Lambda takes 6 MB of event, which is answered with the same gateway response. */
const payloadLimit = 6 * 1024 * 1024 - 64 * 1024;

interface Prelude {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** Reads up to the eight NUL bytes that end a streamed answer's metadata. */
async function readPrelude(
  stream: Readable,
): Promise<{ prelude: Prelude; rest: Buffer; chunks: AsyncIterator<Buffer> }> {
  const separator = Buffer.alloc(8);
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let seen = Buffer.alloc(0);
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) throw new Error('The answer ended before its metadata did.');
    seen = Buffer.concat([seen, value]);
    const end = seen.indexOf(separator);
    if (end >= 0)
      return {
        prelude: JSON.parse(seen.toString('utf8', 0, end)) as Prelude,
        rest: seen.subarray(end + separator.length),
        chunks,
      };
  }
}

function writeHead(response: ServerResponse, prelude: Prelude): void {
  const headers = Object.entries(prelude.headers ?? {}).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const multiple = Object.entries(prelude.multiValueHeaders ?? {}).map(
    ([name, values]) => [name, [...values]] as const,
  );
  response.writeHead(prelude.statusCode ?? 200, Object.fromEntries([...headers, ...multiple]));
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly requestId: string;
  readonly arrivedAtMs: number;
}

/** By what callers are told apart while they wait: the credentials that they send, whether these are good or not. */
const callerOf = ({ headers, socket }: IncomingMessage, { searchParams }: URL): string =>
  [headers['x-api-key'], headers.authorization, searchParams.get('api_key'), socket.remoteAddress].find(
    (text) => typeof text === 'string',
  ) ?? '';

/** Serves the template's REST API: its routes, its gateway responses, its access log. */
export async function serveGateway({
  api,
  host,
  directory,
  port,
  nextFreePort,
}: GatewayOptions): Promise<HttpServer> {
  const log = boundedLog(join(directory, 'logs', 'access.log'));
  const logLine = api.accessLogFormat === undefined ? undefined : accessLogLine(api.accessLogFormat);

  const gatewayResponse = (response: ServerResponse, type: string, requestId: string): void => {
    const wanted = [type, /^(BAD_|UN|REQUEST_|THROTTLED|MISSING)/.test(type) ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
    const found = wanted.flatMap(
      (name) => api.gatewayResponses.find((candidate) => candidate.type === name) ?? [],
    )[0];
    if (found === undefined) throw new Error(`The API has no gateway response for ${type}.`);
    const headers = Object.entries(found.headers).map(([name, value]) => [
      name,
      value === 'context.requestId' ? requestId : value.replace(/^'(.*)'$/s, '$1'),
    ]);
    response.writeHead(found.status, { 'content-type': 'application/json', ...Object.fromEntries(headers) });
    response.end(found.body);
  };

  async function answer(
    response: ServerResponse,
    result: InvocationResult,
    requestId: string,
  ): Promise<void> {
    if (result.kind === 'buffered') {
      if (result.functionError !== undefined)
        return gatewayResponse(response, 'INTEGRATION_FAILURE', requestId);
      const reply = JSON.parse(result.body.toString('utf8')) as Prelude;
      writeHead(response, reply);
      response.end(Buffer.from(reply.body ?? '', reply.isBase64Encoded === true ? 'base64' : 'utf8'));
      return undefined;
    }
    let opened: Awaited<ReturnType<typeof readPrelude>>;
    try {
      opened = await readPrelude(result.body);
    } catch {
      return gatewayResponse(response, 'INTEGRATION_FAILURE', requestId);
    }
    writeHead(response, opened.prelude);
    response.write(opened.rest);
    const closed = new Promise((resolve) => response.once('close', resolve));
    for (let next = await opened.chunks.next(); next.done !== true; next = await opened.chunks.next())
      if (!response.write(next.value) && !response.destroyed)
        await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    response.end();
    return undefined;
  }

  async function integrate(exchange: Exchange, { method, pathParameters }: Route): Promise<void> {
    const { request, response, url, requestId, arrivedAtMs } = exchange;
    const { integration } = method;
    if (integration.kind === 'fixed') {
      response.writeHead(integration.status, { ...integration.headers, 'x-request-id': requestId });
      response.end();
      return;
    }
    const body = await readBody(request, payloadLimit);
    if (body === undefined) {
      response.setHeader('connection', 'close');
      return gatewayResponse(response, 'REQUEST_TOO_LARGE', requestId);
    }
    const event = gatewayEvent({
      request,
      route: { method, pathParameters },
      url,
      body: body.toString('utf8'),
      requestId,
      stage: api.stage,
      arrivedAtMs,
    });
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), integration.timeoutMs);
    const invocation = host.invoke(integration.functionName, JSON.stringify(event), {
      caller: callerOf(request, url),
      signal: AbortSignal.any([callerGone(response), given.signal]),
      isThrottled: true,
    });
    try {
      const result = await Promise.race([invocation, once(given.signal, 'abort').then(() => undefined)]);
      if (result === undefined) return gatewayResponse(response, 'INTEGRATION_TIMEOUT', requestId);
      clearTimeout(timer);
      return await answer(response, result, requestId);
    } catch (error) {
      clearTimeout(timer);
      if (response.headersSent || response.destroyed) throw error;
      if (!(error instanceof TooManyRequests)) console.error('A request could not be served.', error);
      const type = error instanceof TooManyRequests ? 'THROTTLED' : 'API_CONFIGURATION_ERROR';
      return gatewayResponse(response, type, requestId);
    }
  }

  const route = (request: IncomingMessage, url: URL): Route | 'unknown' | 'broken' => {
    try {
      return routeOf(api.methods, request.method ?? 'GET', url.pathname) ?? 'unknown';
    } catch {
      // A percent sign without two digits after it.
      return 'broken';
    }
  };

  const server = await serve(
    async (request, response) => {
      const arrivedAtMs = Date.now();
      const requestId = randomUUID();
      // The socket is gone by the time that the log line is written.
      const sourceIp = request.socket.remoteAddress ?? '';
      const url = targetOf(request);
      const found = url === undefined ? 'broken' : route(request, url);
      if (logLine !== undefined)
        response.once('close', () => {
          const line = logLine({
            requestId,
            'identity.sourceIp': sourceIp,
            requestTimeEpoch: String(arrivedAtMs),
            httpMethod: request.method ?? '',
            resourcePath: typeof found === 'string' ? '' : found.method.resource,
            status: String(response.statusCode),
            responseLatency: String(Date.now() - arrivedAtMs),
            responseLength: String(response.getHeader('content-length') ?? '-'),
          });
          if (!log.writableEnded) log.write(`${line}\n`);
        });
      if (url === undefined || found === 'broken')
        return gatewayResponse(response, 'BAD_REQUEST_PARAMETERS', requestId);
      if (found === 'unknown') return gatewayResponse(response, 'MISSING_AUTHENTICATION_TOKEN', requestId);
      return integrate({ request, response, url, requestId, arrivedAtMs }, found);
    },
    port,
    nextFreePort,
  );
  return {
    ...server,
    close: async () => {
      await server.close();
      log.end();
    },
  };
}
