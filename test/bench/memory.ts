import { gzipSync } from 'node:zlib';

import { functionSizes } from '../../lib/sizing.ts';
import { sizedPage } from '../content/sized-page.ts';
import { startServiceAndSite } from '../e2e/start-service.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';
import { memoryByFunction } from './function-memory.ts';
import { progress } from './progress.ts';

// The most memory that the functions of large pages take, as the local runner and Lambda count it: what no file backs, of a
// process and its children. The baseline is the same with pages of 50 KB.

const sampleMs = 25;
const megabyte = 1_000_000;

/** The most memory of a function of this name while `work` runs, in MB. */
async function mostMemory(name: RegExp, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const timer = setInterval(() => {
    for (const [found, mb] of memoryByFunction()) if (name.test(found)) most = Math.max(most, mb);
  }, sampleMs);
  await work();
  clearInterval(timer);
  return most;
}

progress('starting the service');
const pages = new Map<number, string>();
const site = await serveLoopback((request, response) => {
  const bytes = Number(/bytes=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  const page = pages.get(bytes) ?? sizedPage(bytes);
  pages.set(bytes, page);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
  // Each page is another one.
  const own = page.replaceAll('orchard', `orchard${/n=(\d+)/.exec(request.url ?? '')?.[1] ?? ''}`);
  response.end(gzipSync(own, { level: 1 }));
});
const headers = (key = '') => ({ 'x-api-key': key });

async function scraped(baseUrl: string, key: string, bytes: number): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: headers(key),
    body: JSON.stringify({
      url: `${site.url}/?bytes=${bytes}`,
      formats: ['markdown'],
      maxAge: 0,
      timeout: 60_000,
    }),
  });
  const answer = await response.text();
  const { success } = JSON.parse(answer) as { readonly success: boolean };
  if (!success) throw new Error(`a page of ${bytes} bytes: ${answer.slice(0, 300)}`);
}

async function batch(baseUrl: string, key: string, bytes: number): Promise<void> {
  const urls = Array.from({ length: 20 }, (_, at) => `${site.url}/?bytes=${bytes}&n=${at}`);
  const response = await fetch(`${baseUrl}/api/v1/batch/scrape`, {
    method: 'POST',
    headers: headers(key),
    body: JSON.stringify({ urls, timeout: 90_000 }),
  });
  const { id } = (await response.json()) as { readonly id: string };
  const reply = await fetch(`${baseUrl}/api/v1/batch/scrape/${id}?limit=1`, { headers: headers(key) });
  const { data } = (await reply.json()) as { data: { coverage: { delivered: number }; status: string } };
  // Failed pages are completed, too.
  const { delivered } = data.coverage;
  if (delivered !== urls.length) throw new Error(`${delivered} of ${urls.length} pages: ${data.status}`);
}

/** A service of its own for each figure: processes keep what they have taken. */
async function figure(
  what: string,
  name: RegExp,
  work: (baseUrl: string, key: string) => Promise<void>,
): Promise<number> {
  progress(what);
  const { service, stop } = await startServiceAndSite([], { EGRESS_ALLOW: site.authority });
  try {
    return await mostMemory(name, () => work(service.baseUrl, service.keys['enterprise'] ?? ''));
  } finally {
    await stop();
  }
}

const scrapeFunction = /^scrape/i;
const crawlPageFunction = /crawlpage/i;
const measures = [
  ['a scrape', scrapeFunction, scraped, functionSizes.scrape.memoryMb, 10 * megabyte],
  ['20 pages of a batch', crawlPageFunction, batch, functionSizes['crawl-page'].memoryMb, megabyte],
] as const;
for (const [what, name, work, limit, bytes] of measures) {
  const small = await figure(`${what}, 50 KB each`, name, (...to) => work(...to, 50_000));
  const large = await figure(`${what}, ${bytes / megabyte} MB each`, name, (...to) => work(...to, bytes));
  console.log(
    `${what}: ${small.toFixed(0)} MB with pages of 50 KB (baseline), ${large.toFixed(0)} MB with pages of ${bytes / megabyte} MB, ${(large / small).toFixed(1)} ×; the function has ${limit} MB`,
  );
}
await site.close();
