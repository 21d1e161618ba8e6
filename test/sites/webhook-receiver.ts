import type { IncomingHttpHeaders } from 'node:http';

import { type LoopbackServer, serveLoopback } from './loopback-server.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Takes webhooks under /good, fails under /500, redirects under /redirect, is gone under /410, never answers under /hang; lists them at /__received. */
export async function startWebhookReceiver(): Promise<LoopbackServer> {
  const received: ReceivedWebhook[] = [];
  const server = await serveLoopback((request, response) => {
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
  return server;
}
