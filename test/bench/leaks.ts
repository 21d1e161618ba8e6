import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { sizedPage } from '../content/sized-page.ts';
import { startServiceAndSite } from '../e2e/start-service.ts';
import { serveLoopback } from '../fixtures/sites/loopback-server.ts';
import { memoryByFunction } from './function-memory.ts';
import { progress } from './progress.ts';

// Scrapes of many different pages by one process of the function, two at once: its memory must not grow once it is warm.
// Each page has a URL, names of classes, and words that no other page has, so that what remembers them would grow.
// Fails when the mean of the last fifth of the observations is more than a tenth above that of the first fifth.

const scrapes = Number(process.argv[3] ?? 100_000);
if (!Number.isInteger(scrapes / 100)) {
  console.error('usage: npm run bench -- leaks [SCRAPES]   a multiple of 100, 100000 by default');
  process.exit(1);
}
const warmUpScrapes = scrapes / 20;
const observedEvery = scrapes / 100;
const lanes = 2;
/** Bytes of the pages: small ones mostly, as on the web, and one that is large. */
const sizes = [5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 200_000];

const pages = sizes.map((bytes) => sizedPage(bytes));

/** The page with `number`, with 40 words and a class of its own. */
function pageOf(number: number): string {
  const page = pages[number % pages.length] ?? '';
  const hash = createHash('sha256').update(String(number)).digest('hex');
  const own = Array.from({ length: 40 }, (_, at) => `w${hash.slice(at, at + 12)}`).join(' ');
  return page.replace('<p>', `<p class="c${hash.slice(0, 8)}" id="i${hash.slice(8, 16)}">Its own: ${own}. `);
}

progress('starting the service');
const site = await serveLoopback((request, response) => {
  const number = Number(/n=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
  response.end(gzipSync(pageOf(number), { level: 1 }));
});
const { service, stop } = await startServiceAndSite([], { EGRESS_ALLOW: site.authority });

async function scrape(number: number): Promise<void> {
  const response = await fetch(`${service.baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': service.keys['enterprise'] ?? '' },
    body: JSON.stringify({ url: `${site.url}/?n=${number}`, formats: ['markdown', 'links'], maxAge: 0 }),
  });
  const answer = await response.text();
  const { success } = JSON.parse(answer) as { readonly success: boolean };
  if (!success) throw new Error(`scrape ${number} failed: ${answer.slice(0, 300)}`);
}

function scrapeFunctionMb(): number {
  const found = [...memoryByFunction()].find(([name]) => /^scrape/i.test(name));
  if (found === undefined) throw new Error('no process of the function of scrapes was found');
  return found[1];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const observed: number[] = [];
let begun = 0;
async function lane(): Promise<void> {
  while (begun < scrapes) {
    begun += 1;
    const number = begun;
    await scrape(number);
    progress('scrape', number, scrapes);
    if (number > warmUpScrapes && number % observedEvery === 0) observed.push(scrapeFunctionMb());
  }
}

try {
  await Promise.all(Array.from({ length: lanes }, lane));
} finally {
  await stop();
  await site.close();
}
const fifth = Math.floor(observed.length / 5);
const first = mean(observed.slice(0, fifth));
const last = mean(observed.slice(-fifth));
const told = observed.filter((_, at) => at % 10 === 0).map((mb) => mb.toFixed(0));
console.log(`memory of the function, from scrape ${warmUpScrapes} to ${scrapes}: ${told.join(', ')} MB`);
console.log(
  `mean of the first fifth (baseline) ${first.toFixed(0)} MB, of the last ${last.toFixed(0)} MB: ${(last / first).toFixed(2)} ×`,
);
if (last > first * 1.1) process.exitCode = 1;
