import { request } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { closedWatchers } from '../../lib/commands/closed-watchers.ts';
import { type HttpServer, type RequestListener, serve } from '../../lib/local/http-server.ts';

let server: HttpServer;
beforeAll(async () => {
  const listener: RequestListener = ({ url = '' }, response) => {
    response.end(`answered ${url}`);
    return Promise.resolve();
  };
  server = await serve(listener, { port: 0 }, closedWatchers);
});
afterAll(() => server.close());

/** What becomes of a WebSocket: the events that its client sees. */
async function seen(path: string): Promise<readonly string[]> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, 'wnk_key');
  const events: string[] = [];
  socket.addEventListener('open', () => events.push(`open ${socket.protocol}`));
  socket.addEventListener('error', () => events.push('error'));
  await new Promise<void>((resolve) => {
    socket.addEventListener('close', ({ code, wasClean, reason }) => {
      events.push(`close ${code} ${wasClean} ${reason}`);
      resolve();
    });
  });
  return events;
}

test.for([
  '/firecrawl/v2/crawl/crawl_1',
  '/firecrawl/v2/batch/scrape/batch_1',
  '/firecrawl/v1/crawl/crawl_1',
])('a WebSocket of a watcher is opened and closed, without an error: %s', async (path) => {
  expect(await seen(path)).toEqual([
    'open wnk_key',
    expect.stringMatching(/^close 1000 true \{"type":"error","error":".+"\}$/),
  ]);
});

test.for(['/mcp', '/firecrawl/v2/scrape', '/firecrawl/v2/crawl/crawl_1/errors'])(
  'a WebSocket elsewhere is refused: %s',
  async (path) => {
    expect(await seen(path)).toEqual(['error', expect.stringMatching(/^close 1006 false/)]);
  },
);

test('a request for another protocol is answered as if it had not asked', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    request(`${server.url}/firecrawl/v2/crawl/crawl_1`, {
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' },
    })
      .on('response', (response) => {
        response.setEncoding('utf8').on('data', resolve);
      })
      .on('error', reject)
      .end();
  });

  expect(answer).toBe('answered /firecrawl/v2/crawl/crawl_1');
});
