import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { sha256 } from '#shared/kernel/ids.ts';
import type { AppError } from '#shared/kernel/errors.ts';

import type { EgressPolicy } from './egress-policy.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import type { ProxyContext, ProxyCounters, ProxyLimits } from './proxy-context.ts';
import { forwardExchange } from './proxy-exchange.ts';
import { openTunnel } from './proxy-tunnel.ts';

// The browser's only way out. Chromium resolves no name and dials no address itself: it asks here, for every
// document, redirect, sub-resource, worker and web socket, and each request is judged by the same policy as
// our own fetches.

/** For one page at a time; a browser opens at most 6 connections to an origin and 32 to a proxy. */
const defaultLimits: ProxyLimits = {
  connections: 256,
  idleMs: 30_000,
  lifetimeMs: 300_000,
  connectionBytes: 100_000_000,
};

export interface ForwardingProxyOptions {
  readonly policy: EgressPolicy;
  readonly limits?: Partial<ProxyLimits>;
  /** For DNS and TCP together, and TLS where the proxy speaks it. */
  readonly connectTimeoutMs?: number;
  /** The operator's proxy that everything leaves through. */
  readonly upstreamProxyUrl?: string | undefined;
  /**
   * Called with each request that was refused or failed, and its `host:port`. The browser itself
   * sees a failed connection, never a page that could pass for the server's.
   */
  readonly onFailure?: (authority: string, error: AppError) => void;
}

export interface ForwardingProxy {
  readonly port: number;
  /**
   * Basic credentials, random per proxy: other processes of the machine get 407. Chromium asks for them (CDP
   * `Fetch.authRequired`) and keeps them for its browser context, so that it is enough to pause documents;
   * sub-resources, workers and web sockets then send them unasked.
   */
  readonly username: string;
  readonly password: string;
  readonly counters: Readonly<ProxyCounters>;
  /** Ends every connection, also the ones in use, and stops listening. */
  readonly close: () => Promise<void>;
}

const defaultConnectTimeoutMs = 10_000;

function authorizes(username: string, password: string): (request: IncomingMessage) => boolean {
  const digest = (text: string) => Buffer.from(sha256(text));
  const expected = digest(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return (request) => timingSafeEqual(digest(request.headers['proxy-authorization'] ?? ''), expected);
}

const challenge = 'Basic realm="egress"';

function limitConnections(server: Server, { connections, idleMs, lifetimeMs }: ProxyLimits): Set<Socket> {
  const open = new Set<Socket>();
  server.maxConnections = connections;
  server.timeout = idleMs;
  server.keepAliveTimeout = idleMs;
  server.on('connection', (socket) => {
    const lifetime = setTimeout(() => socket.destroy(), lifetimeMs);
    open.add(socket);
    socket.once('close', () => {
      clearTimeout(lifetime);
      open.delete(socket);
    });
  });
  return open;
}

/** Listens on a free loopback port. */
export async function startForwardingProxy(options: ForwardingProxyOptions): Promise<ForwardingProxy> {
  const { policy, upstreamProxyUrl, onFailure } = options;
  const [username, password] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')];
  const isAuthorized = authorizes(username, password);
  const counters: ProxyCounters = { forwarded: 0, refused: 0, failed: 0, receivedBytes: 0, sentBytes: 0 };
  const context: ProxyContext = {
    policy,
    limits: { ...defaultLimits, ...options.limits },
    counters,
    upstreamProxyUrl,
    connectTimeoutMs: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    fail: (authority, error) => {
      counters[error.code === 'FORBIDDEN_TARGET' ? 'refused' : 'failed'] += 1;
      onFailure?.(authority, error);
    },
  };

  const dispatcher = createGuardedDispatcher({ policy });
  const server = createServer((request, response) => {
    if (isAuthorized(request)) forwardExchange(request, response, dispatcher, context);
    else response.writeHead(407, { 'proxy-authenticate': challenge }).end();
  });
  server.on('connect', (request, client: Socket, head: Buffer) => {
    if (isAuthorized(request)) openTunnel(request.url ?? '', client, head, context);
    else
      client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
  });

  const open = limitConnections(server, context.limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    username,
    password,
    counters,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      dispatcher.close();
      await closed;
    },
  };
}
