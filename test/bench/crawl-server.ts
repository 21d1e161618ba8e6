import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { inventPage } from '../../lib/training/invented-pages.ts';
import { seededRandom } from '../../lib/training/seeded-random.ts';

// A site of a thousand pages as large as real ones (log-normal, median 40 KB, compressed on request), linked by
// tracking and sorting parameters, by addresses that redirect, and by addresses that fail. Prints its port. Runs in a
// process of its own, so that no crawler pays for serving.

const count = 1_000;
const medianBytes = 40_000;
const sigma = 0.75;
const [minBytes, maxBytes] = [6_000, 700_000];
const linksInMenus = 60;

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * The address by which page `from` links to page `target`. Each page has at most one sorted, one referred and one
 * redirecting address, so that the site stays finite; 5 % of all addresses fail.
 */
function addressOf(target: number, roll: number): string {
  if (roll < 0.04) return `/gone/${target % 50}`;
  if (roll < 0.05) return `/broken/${target % 10}`;
  if (roll < 0.15) return `/p/${target}?utm_source=newsletter&utm_medium=email`;
  if (roll < 0.25 && target % 4 === 0) return `/p/${target}?sort=price`;
  if (roll < 0.3 && target % 5 === 1) return `/p/${target}?ref=menu`;
  if (roll < 0.35 && target % 10 === 3) return `/old/${target}`;
  return `/p/${target}`;
}

const pathOf = (index: number): string => (index === 0 ? '/' : `/p/${index}`);

const menu = (items: number, kind: string, random: () => number): string =>
  `<ul class="${kind}-list list-unstyled d-flex">${Array.from({ length: items }, (_, at) => {
    const target = Math.floor(random() * count);
    return `<li id="${kind}-item-${at}" class="${kind}-item ${kind}-item--level-2 has-icon"><a class="${kind}-link" href="${addressOf(target, random())}" data-track="${kind}:${at}"><svg class="icon" width="16" height="16" viewBox="0 0 16 16"><path d="M8 1l7 7-7 7-7-7z"/></svg><span>Department ${target}</span></a></li>`;
  }).join('')}</ul>`;

/** Styles and application data fill half of what a real page has beside its text. */
function filler(bytes: number, random: () => number): string {
  const rules: string[] = [];
  for (let size = 0; size < bytes / 3; size += 70)
    rules.push(
      `.c${rules.length}-${Math.floor(random() * 1e6)}{margin:${Math.floor(random() * 40)}px;color:#${Math.floor(random() * 0xffffff).toString(16)};display:flex}`,
    );
  const entries: string[] = [];
  for (let size = 0; size < (bytes * 2) / 3; size += 90)
    entries.push(
      `{"id":"${random().toString(36).slice(2)}","kind":"tile","rank":${entries.length},"seen":false,"tags":["a","b"]}`,
    );
  return `<style>${rules.join('')}</style><script>window.__STATE__={"tiles":[${entries.join(',')}]};</script>`;
}

function page(index: number): string {
  const random = seededRandom(Math.imul(index + 1, 2_654_435_761));
  const target = Math.min(maxBytes, Math.max(minBytes, medianBytes * Math.exp(sigma * normal(random))));
  const { html } = inventPage(index);
  const body = (/<body[^>]*>([^]*)<\/body>/i.exec(html)?.[1] ?? html).replaceAll(
    /href="[^"]*"/g,
    () => `href="${addressOf(Math.floor(random() * count), random())}"`,
  );
  const children = [index * 2 + 1, index * 2 + 2].filter((child) => child < count);
  const tree = children.map((child) => `<a rel="next" href="${pathOf(child)}">Page ${child}</a>`).join(' ');
  const left = Math.max(0, target - body.length);
  const items = Math.min(linksInMenus * 4, Math.max(10, Math.floor(left / 2 / 330)));
  const title = `Page ${index}: ${/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="${pathOf(index)}">${filler(Math.max(0, left - items * 330), random)}</head><body><header><nav>${menu(Math.floor(items * 0.6), 'menu', random)}</nav></header>${body}<div class="pager">${tree}</div><footer>${menu(Math.ceil(items * 0.4), 'footer', random)}</footer></body></html>`;
}

interface Body {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const bodies: readonly Body[] = Array.from({ length: count }, (_, index) => {
  const plain = Buffer.from(page(index));
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { plain, br, gzip: gzipSync(plain) };
});

let requests = 0;

function send(response: ServerResponse, { plain, br, gzip }: Body, accepted: string): void {
  const [coding, bytes] = accepted.includes('br')
    ? (['br', br] as const)
    : accepted.includes('gzip')
      ? (['gzip', gzip] as const)
      : (['identity', plain] as const);
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  });
  response.end(bytes);
}

// Ends with its parent.
process.stdin.on('end', () => process.exit()).resume();

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site.invalid');
  if (pathname === '/requests') {
    response.end(String(requests));
    requests = 0;
    return;
  }
  requests += 1;
  const [, kind = '', number = ''] = pathname.split('/');
  const index = pathname === '/' ? 0 : Number(number);
  if (kind === 'old') {
    response.writeHead(301, { location: pathOf(index) }).end();
    return;
  }
  const body = kind === 'p' || kind === '' ? bodies[index] : undefined;
  if (body !== undefined) {
    send(response, body, request.headers['accept-encoding'] ?? '');
    return;
  }
  response.writeHead(kind === 'broken' ? 500 : 404, { 'content-type': 'text/html' });
  response.end('<h1>This page is not here</h1>');
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
