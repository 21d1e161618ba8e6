import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface HttpServer {
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The body, or `undefined`, without reading the rest, when it is longer than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > limit) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Aborts when the connection closes before the response is complete. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('The caller has gone.'));
  });
  return gone.signal;
}

/** Requests that are answered in another protocol. */
export interface Upgrades {
  readonly takes: (request: IncomingMessage) => boolean;
  readonly answer: (request: IncomingMessage, socket: Duplex) => void;
}

export interface PortChoice {
  /** 0 = any free port. */
  readonly port: number;
  /** Whether the next port is tried when one is busy. */
  readonly nextFree?: boolean;
  /** A port that is left out of the next ones, because it is for another server. */
  readonly reserved?: number | undefined;
}

/** Listens on loopback. */
export async function serve(
  listener: RequestListener,
  { port, nextFree = false, reserved }: PortChoice = { port: 0 },
  upgrades?: Upgrades,
): Promise<HttpServer> {
  const server = createServer({ shouldUpgradeCallback: upgrades?.takes }, (request, response) => {
    listener(request, response).catch(() => response.destroy());
  });
  // Before Node 24.9 the listener would get requests for other protocols, too, such as those of Java's client for HTTP/2.
  if (upgrades !== undefined && 'shouldUpgradeCallback' in server) server.on('upgrade', upgrades.answer);
  // A crawl's response may take minutes; the functions' own timeouts bound it.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  const listen = (candidate: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(candidate, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  for (let candidate = port; ; candidate += 1) {
    if (nextFree && candidate === reserved) continue;
    try {
      await listen(candidate);
      break;
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isBusy) throw error;
      if (!nextFree || candidate >= port + 100)
        throw new Error(`Port ${candidate} is taken. Free it, or give another.`, { cause: error });
    }
  }
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
