import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { commandLine } from '../../lib/commands/command-line.ts';
import { startServiceAndSite } from '../e2e/start-service.ts';
import { processorMsBelow } from './processor-time.ts';
import { serviceProfile } from './profiling/profile-service.ts';
import { progress } from './progress.ts';

// A warm scrape of a 50 KB page through the gateway, the function, the tables and back, one at a time and four at once.
// Own time is processingTime less the wait for the origin; processor time is that of the whole service, its gateway and
// its database. The baseline is reading the same page without the service. With --data, the pages are saved ones of 40 to
// 60 KB, one after the other; those that are no page to the service (shells of applications, error pages) are left out.

const usage = `npm run bench -- scrape [--data FOLDER] [--profile FILE]

  --data FOLDER   has content/wcxb-dev, whose pages of 40 to 60 KB are scraped in place of the generated one
  --profile FILE  writes where the processor time goes, for Chrome's DevTools; the figures are then too high`;
const options = { data: { type: 'string' }, profile: { type: 'string' } } as const;
const { data, profile: profileFile } = commandLine({ args: process.argv.slice(3), options }, usage).values;

const warmUpRequests = 150;
const requests = 400;
const pageBytes = 51_200;

interface Answer {
  readonly success: boolean;
  /** `cloud`: the browser was needed. */
  readonly source: 'local' | 'cloud';
  readonly processingTime: number;
  readonly data: { readonly metadata: { readonly loadTime: number } };
}

/** A server of saved pages. */
async function serveSaved(folder: string) {
  const file = join(import.meta.dirname, 'saved-pages-server.ts');
  const args = [file, join(folder, 'content'), 'wcxb-dev'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const [port, count] = String(line).trim().split(' ').map(Number);
  const authority = `127.0.0.1:${port}`;
  return {
    authority,
    urls: Array.from({ length: count ?? 0 }, (_, index) => `http://${authority}/${index}`),
    close: () => server.kill(),
  };
}

progress('starting the service');
const saved = data === undefined ? undefined : await serveSaved(data);
const profile = profileFile === undefined ? undefined : serviceProfile();
const { service, stop } = await startServiceAndSite([], {
  ...(saved === undefined ? {} : { EGRESS_ALLOW: saved.authority }),
  ...profile?.environment,
});
const key = service.keys['enterprise'] ?? '';

let pages = saved?.urls ?? [`${service.site}/sized?bytes=${pageBytes}`];
let taken = 0;
const nextPage = (): string => pages[(taken += 1) % pages.length] ?? '';

async function answerFor(page: string): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: page }),
  });
  return (await response.json()) as Answer;
}

async function scrape(): Promise<{ ownMs: number; wallMs: number }> {
  const startedMs = performance.now();
  const { success, processingTime, data: scraped } = await answerFor(nextPage());
  if (!success) throw new Error('a scrape failed');
  return { ownMs: processingTime - scraped.metadata.loadTime, wallMs: performance.now() - startedMs };
}

/** The pages that are delivered without the browser. */
async function staticOnes(all: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, page] of all.entries()) {
    progress('looking at page', index, all.length);
    const { success, source } = await answerFor(page);
    if (success && source === 'local') found.push(page);
  }
  return found;
}

async function read(): Promise<number> {
  const startedMs = performance.now();
  await (await fetch(nextPage())).arrayBuffer();
  return performance.now() - startedMs;
}

/** Does the work so many times, in `lanes` side by side. */
async function times<Result>(count: number, lanes: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    for (; begun < count;) {
      begun += 1;
      results.push(await work());
      progress(`${lanes} at once, request`, results.length, count);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

const line = (name: string, values: readonly number[], baseline: number): void =>
  console.log(
    `${name.padEnd(36)} p50 ${quantile(values, 0.5).toFixed(1)} ms  p95 ${quantile(values, 0.95).toFixed(1)} ms  ${(quantile(values, 0.5) / baseline).toFixed(1)} × baseline`,
  );

try {
  pages = await staticOnes(pages);
  if (pages.length === 0) throw new Error('No page was delivered without the browser.');
  console.log(`pages`.padEnd(36), pages.length);
  progress('warming up');
  await times(warmUpRequests, 1, scrape);
  const reads = await times(requests, 1, read);
  const baseline = quantile(reads, 0.5);
  line('reading the page itself (baseline)', reads, baseline);
  profile?.start();
  for (const lanes of [1, 4]) {
    const before = processorMsBelow(service.pid);
    const scrapes = await times(requests, lanes, scrape);
    const processorMs = (processorMsBelow(service.pid) - before) / requests;
    const name = `scrape, ${lanes} at once`;
    line(
      `${name}, our own time`,
      scrapes.map(({ ownMs }) => ownMs),
      baseline,
    );
    line(
      `${name}, seen by the client`,
      scrapes.map(({ wallMs }) => wallMs),
      baseline,
    );
    console.log(`${name}, processor time`.padEnd(36), `${processorMs.toFixed(1)} ms`);
  }
  if (profileFile !== undefined) await profile?.stop(profileFile);
} finally {
  saved?.close();
  await stop();
}
