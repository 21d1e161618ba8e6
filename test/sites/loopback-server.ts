import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** host:port, as EGRESS_ALLOW wants it. */
  readonly authority: string;
  readonly url: string;
  /** Ends the connections that are open, too. */
  readonly close: () => Promise<void>;
}

/** Serves on a free port of loopback. */
export async function serveLoopback(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    authority,
    url: `http://${authority}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
