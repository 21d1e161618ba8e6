import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { pdfFile } from '../content/pdf-file.ts';
import { type LoopbackServer, serveLoopback } from './loopback-server.ts';

export interface Site extends LoopbackServer {
  /** Paths asked for, in order. */
  readonly requests: readonly string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

const page = (name: string) => readFileSync(join(import.meta.dirname, 'pages', name));

const html =
  (name: string, contentType = 'text/html'): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(page(name));
  };

const paragraphs = (bytes: number): string => {
  const paragraph = '<p>The tide table for the harbour lists four turns a day, and the harbour master signs each of them. </p>\n';
  return `<!doctype html><title>Long page</title><main>${paragraph.repeat(Math.ceil(bytes / paragraph.length))}</main>`;
};

async function writeForever(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html' });
  const closed = once(response, 'close');
  while (!response.destroyed) if (!response.write('<p>more and more</p>'.repeat(2_000))) await Promise.race([once(response, 'drain'), closed]);
}

const guide =
  (title: string, text: string, links: readonly string[]): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main><nav>${links.map((link) => `<a href="${link}">More</a>`).join(' ')}</nav></html>`,
    );
  };

const number = (url: URL, name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);

const answers: Readonly<Record<string, Answer>> = {
  '/news': html('news.html'),
  '/docs': html('docs.html'),
  '/product': html('product.html'),
  '/forum': html('forum.html'),
  '/russian': html('russian.html'),
  '/russian-undeclared': html('russian-koi8.html'),
  '/app': html('app.html', 'text/html; charset=utf-8'),
  '/heavy': html('heavy.html', 'text/html; charset=utf-8'),
  '/scripts': html('scripts.html', 'text/html; charset=utf-8'),
  '/app-data.json': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ title: 'Tending a lighthouse lamp', steps: ['Trim the wick', 'Wind the clockwork', 'Write the log'] }));
  },
  '/vendor.js': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(`globalThis.vendor = [${'0,'.repeat(200_000)}];`);
  },
  '/noise': html('noise.html', 'text/html; charset=utf-8'),
  '/hanging': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<h1>Busy</h1><script>for (;;);</script>');
  },
  '/crashing': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<h1>Greedy</h1><script>const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()));</script>');
  },
  '/guide/': guide('How to season a pan', 'Rub the warm pan with a thin coat of linseed oil, wipe it as if you wanted none left, and bake it for an hour.', ['/guide/clean', '/guide/rust']),
  '/guide/clean': guide('How to clean a pan', 'Hot water and a brush are enough. Dry the pan on the stove, because what air dries rusts.', ['/guide/']),
  '/guide/rust': guide('What to do about rust', 'Scrub the rust off with steel wool, wash, dry, and season the pan again, twice if it looks grey.', ['/guide/', '/sale']),
  '/plain': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Just text.\nTwo lines.');
  },
  '/data.json': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"name": "winnow", "sieves": [1, 2]}');
  },
  '/image.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  },
  '/report.pdf': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.end(pdfFile([{ texts: [{ text: 'The harbour report', x: 72, y: 700, size: 24 }, { text: 'Four turns of the tide a day.', x: 72, y: 660, size: 12 }] }]));
  },
  '/title-open': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Harbour<body><h1>Harbour</h1><p>Four turns of the tide a day.</p>');
  },
  '/moving': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Ticker</title><main><h1>Ticker</h1><p>Prices of the day.</p></main><script>setInterval(() => document.querySelector("main").append(" more"), 30)</script>');
  },
  '/app-without-data': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Shop</title><nav><a href="/">Home</a></nav><div id="root"></div><script>fetch("/status?code=500").catch(() => {})</script>');
  },
  '/slow': async (_request, response, url) => {
    // Nobody waits for it once the tests are over.
    await setTimeout(number(url, 'ms', 1_000), undefined, { ref: false });
    html('news.html')(_request, response, url);
  },
  '/status': (_request, response, url) => {
    response.writeHead(number(url, 'code', 404), { 'content-type': 'text/html' });
    response.end('<title>Not here</title><main><h1>Nothing here</h1><p>The page that you look for has moved away and left no address behind.</p></main>');
  },
  '/redirect': (_request, response, url) => {
    const left = number(url, 'times', 1);
    response.writeHead(302, { location: left <= 1 ? '/news' : `/redirect?times=${left - 1}` });
    response.end();
  },
  '/redirect-to': (_request, response, url) => {
    response.writeHead(302, { location: url.searchParams.get('url') ?? '/news' });
    response.end();
  },
  '/sized': (_request, response, url) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(paragraphs(number(url, 'bytes', 50_000)));
  },
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(40 * 1024 * 1024, '<p>a</p>')));
  },
  '/endless': (_request, response) => writeForever(response),
  '/headers': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.headers));
  },
};

/** A site of fixture pages and of misbehaving ones, on loopback. */
export async function startSite(): Promise<Site> {
  const requests: string[] = [];
  const server = await serveLoopback((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    requests.push(request.url ?? '/');
    const answer = answers[url.pathname];
    if (answer === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<title>404</title><h1>404</h1>');
      return;
    }
    Promise.resolve(answer(request, response, url)).catch(() => response.destroy());
  });
  return { ...server, requests };
}
