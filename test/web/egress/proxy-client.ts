import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ForwardingProxy } from '#shared/web/egress/forwarding-proxy.ts';

/** What Chromium does with a proxy, by hand. */

const credentialsOf = ({ username, password }: ForwardingProxy): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export interface Tunnel {
  readonly status: number;
  readonly socket: Socket;
}

export async function openTunnel(
  proxy: ForwardingProxy,
  authority: string,
  authorization = credentialsOf(proxy),
): Promise<Tunnel> {
  const asking = request({
    port: proxy.port,
    host: '127.0.0.1',
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { 'proxy-authorization': authorization },
  });
  asking.end();
  const [response, socket] = (await once(asking, 'connect')) as [IncomingMessage, Socket];
  socket.on('error', () => socket.destroy());
  return { status: response.statusCode ?? 0, socket };
}

export interface PlainRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly authorization?: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** The answer to a request in absolute form; `undefined` when the proxy cut the connection instead. */
export async function askPlainly(
  proxy: ForwardingProxy,
  address: string,
  { method = 'GET', headers = {}, body, authorization = credentialsOf(proxy) }: PlainRequest = {},
): Promise<PlainAnswer | undefined> {
  const asking = request({
    port: proxy.port,
    host: '127.0.0.1',
    method,
    path: address,
    agent: false,
    headers: { ...headers, 'proxy-authorization': authorization },
  });
  asking.end(body);
  try {
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: await text(response) };
  } catch {
    return undefined;
  }
}
