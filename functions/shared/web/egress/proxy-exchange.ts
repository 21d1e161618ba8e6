import type { IncomingMessage, ServerResponse } from 'node:http';

import { AppError } from '#shared/kernel/errors.ts';

import { connectionFailure } from './connection-failure.ts';
import type { ProxyContext } from './proxy-context.ts';
import type { GuardedDispatcher } from './guarded-dispatcher.ts';

/** Headers for the next hop only (RFC 9110, section 7.6.1), and `host`, which follows from the requested URL. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Field = readonly [name: string, value: string];

function endToEnd({ rawHeaders, headers }: IncomingMessage): readonly Field[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return rawHeaders.flatMap((name, index): Field[] => {
    const lowered = name.toLowerCase();
    if (index % 2 === 1 || hopByHop.has(lowered) || named.has(lowered)) return [];
    return [[name, rawHeaders[index + 1] ?? '']];
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The absolute form is for plain http only; https comes through a tunnel. */
function addressedUrl(request: IncomingMessage): URL {
  const url = URL.parse(request.url ?? '');
  if (url === null || url.protocol !== 'http:')
    throw new AppError('FORBIDDEN_TARGET', 'The URL cannot be read.');
  return url;
}

function passOn(answer: IncomingMessage, response: ServerResponse, { counters, limits }: ProxyContext): void {
  const client = response.socket;
  answer.on('data', (chunk: Buffer) => {
    counters.receivedBytes += chunk.length;
    if (client !== null && client.bytesRead + client.bytesWritten > limits.connectionBytes) client.destroy();
  });
  answer.on('error', () => client?.destroy());
  // Throws on a field that no header may hold; the lenient parser lets those in.
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', endToEnd(answer).flat());
  answer.pipe(response);
}

async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  dispatcher: GuardedDispatcher,
  context: ProxyContext,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  request.on('data', (chunk: Buffer) => {
    context.counters.sentBytes += chunk.length;
  });
  const answer = await dispatcher.dispatch({
    url: addressedUrl(request),
    method: request.method ?? 'GET',
    headers: Object.fromEntries(endToEnd(request)),
    ...(hasBody(request) ? { body: request } : {}),
    signal: gone.signal,
    proxyUrl: context.upstreamProxyUrl,
    connectTimeoutMs: context.connectTimeoutMs,
  });
  context.counters.forwarded += 1;
  passOn(answer, response, context);
}

const authorityOf = (request: IncomingMessage): string => {
  const url = URL.parse(request.url ?? '');
  return url === null ? '' : `${url.hostname}:${url.port === '' ? 80 : url.port}`;
};

/**
 * Answers a plain http request in absolute form. A refusal or failure cuts the connection: any response
 * would be mistaken for the server's.
 */
export function forwardExchange(
  request: IncomingMessage,
  response: ServerResponse,
  dispatcher: GuardedDispatcher,
  context: ProxyContext,
): void {
  exchange(request, response, dispatcher, context).catch((error: unknown) => {
    if (!response.destroyed) context.fail(authorityOf(request), connectionFailure(error));
    response.destroy();
  });
}
