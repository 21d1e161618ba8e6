import { startServiceAndSite } from '../e2e/start-service.ts';
import { progress } from './progress.ts';

// A warm scrape of a 50 KB page through the gateway, the function, the tables and back. Own time is
// processingTime less the wait for the origin; the baseline is reading the same page without the service.

const warmUpRequests = 60;
const requests = 300;
const pageBytes = 51_200;

interface Answer {
  readonly success: boolean;
  readonly processingTime: number;
  readonly data: { readonly metadata: { readonly loadTime: number } };
}

progress('starting the service');
const { service, stop } = await startServiceAndSite();
const page = `${service.site}/sized?bytes=${pageBytes}`;
const key = service.keys['enterprise'] ?? '';

async function scrape(): Promise<{ ownMs: number; wallMs: number }> {
  const startedMs = performance.now();
  const response = await fetch(`${service.baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: page }),
  });
  const { success, processingTime, data } = (await response.json()) as Answer;
  if (!success) throw new Error('a scrape failed');
  return { ownMs: processingTime - data.metadata.loadTime, wallMs: performance.now() - startedMs };
}

async function read(): Promise<number> {
  const startedMs = performance.now();
  await (await fetch(page)).arrayBuffer();
  return performance.now() - startedMs;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

const line = (name: string, values: readonly number[], baseline: number): void =>
  console.log(
    `${name.padEnd(34)} p50 ${quantile(values, 0.5).toFixed(1)} ms  p95 ${quantile(values, 0.95).toFixed(1)} ms  ${(quantile(values, 0.5) / baseline).toFixed(1)} × baseline`,
  );

try {
  progress('warming up');
  for (let request = 0; request < warmUpRequests; request += 1) await scrape();
  const scrapes: Awaited<ReturnType<typeof scrape>>[] = [];
  const reads: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    progress('scraping, page', request, requests);
    scrapes.push(await scrape());
    reads.push(await read());
  }
  const baseline = quantile(reads, 0.5);
  line('reading the page itself (baseline)', reads, baseline);
  line(
    'scrape, our own time',
    scrapes.map(({ ownMs }) => ownMs),
    baseline,
  );
  line(
    'scrape, seen by the client',
    scrapes.map(({ wallMs }) => wallMs),
    baseline,
  );
} finally {
  await stop();
}
