import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly authority: string;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Takes webhooks under /good, fails under /500, redirects under /redirect, is gone under /410, never answers under /hang; lists them at /__received. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/__received') {
      response.end(JSON.stringify(received));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (path.startsWith('/hang')) return;
      const status = Number(/^\/(\d{3})\b/.exec(path)?.[1] ?? 204);
      response.writeHead(path.startsWith('/redirect') ? 307 : status, { location: '/good/redirected' });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
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
