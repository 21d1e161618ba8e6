import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type ServerOptions, createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket, createServer as createTcpServer } from 'node:net';
import { onTestFinished } from 'vitest';

import type { ServerIdentity } from './certificate-authority.ts';

/** A server on loopback that lives as long as the test; `connections` counts whoever came. */
export interface Loopback {
  readonly port: number;
  readonly connections: () => number;
}

async function listen(
  server: Server | ReturnType<typeof createTcpServer>,
  address: string,
): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

export const serve = (answer: RequestListener, address = '127.0.0.1'): Promise<Loopback> =>
  listen(createServer(answer), address);

export const serveTls = (
  identity: ServerIdentity & ServerOptions,
  answer: RequestListener,
): Promise<Loopback> => listen(createTlsServer({ ...identity }, answer), '127.0.0.1');

/** Bytes instead of HTTP: what a broken or hostile server says. */
export const serveBytes = (talk: (socket: Socket) => void): Promise<Loopback> =>
  listen(createTcpServer(talk), '127.0.0.1');

/** A port where nobody listens, refused at once. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Must stay alone: stands for everything inside the network that a stranger's page may not reach. */
export const canary = (): Promise<Loopback> => serve((_request, response) => response.end('canary'));
