import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { onTestFinished } from 'vitest';

interface AskedFor {
  readonly authority: string | undefined;
  readonly authorization: string | undefined;
}

export interface UpstreamProxyServer {
  readonly port: number;
  readonly asked: readonly AskedFor[];
}

/** A CONNECT proxy for which every address leads to one loopback port. */
export async function serveUpstreamProxy(options: {
  readonly routeTo?: number;
  readonly status?: number;
}): Promise<UpstreamProxyServer> {
  const { routeTo = 0, status = 200 } = options;
  const asked: AskedFor[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    asked.push({ authority: request.url, authorization: request.headers['proxy-authorization'] });
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const remote = connect(routeTo, '127.0.0.1');
    sockets.add(remote);
    client.on('error', () => remote.destroy()).once('close', () => remote.destroy());
    remote.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.pipe(remote);
    remote.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, asked };
}
