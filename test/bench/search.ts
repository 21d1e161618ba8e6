import { startServiceAndSite } from '../e2e/start-service.ts';
import { progress } from './progress.ts';

// Ten results whose pages take 200 ms each, found and read in one request. The baseline is the same ten
// pages read side by side without the service.

const warmUps = 5;
const rounds = 30;
const pageCount = 10;

progress('starting the service');
const { service, stop } = await startServiceAndSite();
const key = service.keys['enterprise'] ?? '';

interface Answer {
  readonly data: { readonly completed: number };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const search = async (): Promise<void> => {
  const response = await fetch(`${service.baseUrl}/api/v1/search`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ query: 'slow pages', limit: pageCount, scrapeOptions: {} }),
  });
  const { data } = (await response.json()) as Answer;
  if (data.completed !== pageCount) throw new Error(`${data.completed} pages were read`);
};

const readAll = async (): Promise<void> => {
  await Promise.all(
    Array.from({ length: pageCount }, async (_, page) =>
      (await fetch(`${service.site}/slow?ms=200&page=${page}`)).arrayBuffer(),
    ),
  );
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const line = (name: string, values: readonly number[], baseline: number): void =>
  console.log(
    `${name.padEnd(46)} p50 ${quantile(values, 0.5).toFixed(0)} ms  p95 ${quantile(values, 0.95).toFixed(0)} ms  ${(quantile(values, 0.5) / baseline).toFixed(1)} × baseline`,
  );

try {
  for (let round = 0; round < warmUps; round += 1) await search();
  const searches: number[] = [];
  const reads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress('searching, round', round, rounds);
    searches.push(await timed(search));
    reads.push(await timed(readAll));
  }
  const baseline = quantile(reads, 0.5);
  line('ten pages of 200 ms, read directly (baseline)', reads, baseline);
  line('search with scrapeOptions, seen by the client', searches, baseline);
} finally {
  await stop();
}
