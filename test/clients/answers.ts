import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { Winnow } from '../../clients/typescript/src/index.ts';
import type { ClientOptions } from '../../clients/typescript/src/transport.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';

/** A request as the service gets it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What is sent in place of a reply: nothing, and the connection is closed. */
export const hangUp = Symbol('hang up');

export type AnswerRequest = (received: Received, count: number) => Reply | typeof hangUp;

async function receivedOf(request: IncomingMessage): Promise<Received> {
  const url = new URL(request.url ?? '', 'http://service');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as Received['headers'],
    body: request.method === 'POST' ? await json(request) : undefined,
  };
}

const send = (response: ServerResponse, { status = 200, headers = {}, body }: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

export const apiKey = 'wnk_test';

/** A server that answers as it is told, and remembers what it was asked. `count` is the number of the request, from 1. */
export async function startService(answer: AnswerRequest) {
  const received: Received[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const next = await receivedOf(request);
    received.push(next);
    const reply = answer(next, received.length);
    if (reply === hangUp) request.socket.destroy();
    else send(response, reply);
  };
  const server = await serveLoopback((request, response) => void respond(request, response));
  return { ...server, received };
}

/** A client of such a server, which ends with its test. */
export async function clientOf(answer: AnswerRequest, options: Partial<ClientOptions> = {}) {
  const server = await startService(answer);
  onTestFinished(server.close);
  const client = new Winnow({
    baseUrl: server.url,
    apiKey,
    retry: { firstWaitMs: 1 },
    ...options,
  });
  return { client, received: server.received, url: server.url };
}

const frame = { url: 'https://shop.example/', source: 'local', processingTime: 1 } as const;

export const success = (data: unknown, more: object = {}): Reply => ({
  body: { ...frame, success: true, data, ...more },
});

/** What the service answers when it does not do what was asked. */
export const failure = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers,
  body: { ...frame, success: false, error: `The reason of ${code}.`, code },
});

export const pageData = {
  markdown: '# Pan\n',
  metadata: {
    title: 'Pan',
    statusCode: 200,
    loadTime: 4,
    sourceURL: 'https://shop.example/',
    requestedURL: 'https://shop.example/',
  },
};
