import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import type { FirecrawlPath } from '#shared/contract/firecrawl-paths.ts';
import type { Upgrades } from '../local/http-server.ts';

/** Where Firecrawl's clients open a WebSocket to watch a job. */
const watchedPaths = ['/crawl/{id}', '/batch/scrape/{id}'] as const satisfies readonly FirecrawlPath[];
const watchedJob = new RegExp(
  `^/firecrawl/v[12](?:${watchedPaths.map((path) => path.replace('{id}', '[^/]+')).join('|')})$`,
);

/** Whether a request is the handshake of such a WebSocket; any other request to upgrade is answered as if it had not asked. */
const opensWatcher = ({ method, headers, url = '' }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  typeof headers['sec-websocket-key'] === 'string' &&
  watchedJob.test(url.split('?')[0] ?? '');

/** RFC 6455, section 4.2.2. */
const handshakeGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const accepted = (key: string): string =>
  createHash('sha1')
    .update(key + handshakeGuid)
    .digest('base64');

/** Version 1's watcher shows the reason to its user; at most 123 bytes fit. */
const reason = JSON.stringify({
  type: 'error',
  error: 'This service has no WebSockets. Ask for the status.',
});
const normalClosure = 1_000;

function closeFrame(): Buffer {
  const text = Buffer.from(reason);
  const frame = Buffer.alloc(4 + text.length);
  frame.set([0x88, 2 + text.length]);
  frame.writeUInt16BE(normalClosure, 2);
  frame.set(text, 4);
  return frame;
}

/** For the client to close its side. */
const farewellMs = 1_000;

function closeWebSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const protocol = headers['sec-websocket-protocol']?.split(',')[0]?.trim();
  socket.on('error', () => socket.destroy());
  socket.once('data', () => socket.end());
  setTimeout(() => socket.destroy(), farewellMs).unref();
  socket.write(
    [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accepted(headers['sec-websocket-key'] ?? '')}`,
      ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(closeFrame());
}

/**
 * A WebSocket that is opened is closed at once. Clients take a refusal for the failure of the job, and ask for its status
 * when the connection ends.
 */
export const closedWatchers: Upgrades = { takes: opensWatcher, answer: closeWebSocket };
