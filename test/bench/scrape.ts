import { startServiceAndSite } from '../e2e/start-service.ts';
import { processorMsBelow } from './processor-time.ts';
import { progress } from './progress.ts';

// A warm scrape of a 50 KB page through the gateway, the function, the tables and back, one at a time and four at once.
// Own time is processingTime less the wait for the origin; processor time is that of the whole service, its gateway and
// its database. The baseline is reading the same page without the service.

const warmUpRequests = 150;
const requests = 400;
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
  progress('warming up');
  await times(warmUpRequests, 1, scrape);
  const reads = await times(requests, 1, read);
  const baseline = quantile(reads, 0.5);
  line('reading the page itself (baseline)', reads, baseline);
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
} finally {
  await stop();
}
