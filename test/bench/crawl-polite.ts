import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { functionSizes } from '../../lib/sizing.ts';
import { progress } from './progress.ts';

// What a crawl at the default politeness costs: the billed time of the workers for 200 pages of one host, and for 200
// pages of each of four hosts at the same time. The baseline is a worker that does nothing but wait for its host: at
// 200 ms between two requests, 200 ms a page.

const pagesPerHost = 200;
const hosts = 4;
const baselineMs = 200;

interface Report {
  readonly type?: string;
  readonly time: string;
  readonly record?: { readonly metrics: { readonly billedDurationMs: number } };
}

interface Span {
  readonly endMs: number;
  readonly billedMs: number;
}

/** The invocations of the workers that ended in a period. */
function invocationsIn(directory: string, fromMs: number): readonly Span[] {
  const logs = join(directory, 'logs');
  const file = readdirSync(logs).find((name) => name.startsWith('crawlingcrawlpage')) ?? '';
  return readFileSync(join(logs, file), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"platform.report"'))
    .map((line) => JSON.parse(line) as Report)
    .map(({ time, record }) => ({
      endMs: Date.parse(time),
      billedMs: record?.metrics.billedDurationMs ?? 0,
    }))
    .filter(({ endMs }) => endMs >= fromMs);
}

async function startSite() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crawl-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, authority: `127.0.0.1:${port}` };
}

progress('starting the sites and the service');
const sites = await Promise.all(Array.from({ length: hosts }, startSite));
const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const { POLITENESS_DELAY_MS: _delay, ...environment } = process.env;
const service = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--data', directory], {
  env: { ...environment, EGRESS_ALLOW: sites.map(({ authority }) => authority).join(',') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(service, 'exit');

async function crawl(baseUrl: string, key: string, authority: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/crawl`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: `http://${authority}/`, limit: pagesPerHost, timeout: 240_000 }),
  });
  const { data } = (await response.json()) as { data: { completed: number; status: string } };
  if (data.status !== 'completed') throw new Error(`The crawl is ${data.status}.`);
  return data.completed;
}

const { memoryMb } = functionSizes['crawl-page'];

async function measure(what: string, baseUrl: string, key: string, crawled: typeof sites): Promise<void> {
  progress(what);
  const startedMs = Date.now();
  const completed = await Promise.all(crawled.map(({ authority }) => crawl(baseUrl, key, authority)));
  const seconds = (Date.now() - startedMs) / 1000;
  const pages = completed.reduce((sum, count) => sum + count, 0);
  const invocations = invocationsIn(directory, startedMs);
  const billedMs = invocations.reduce((sum, span) => sum + span.billedMs, 0);
  const perPage = billedMs / pages;
  const gigabyteSeconds = (perPage / 1000) * (memoryMb / 1024);
  console.log(
    [
      `${what}: ${pages} pages in ${seconds.toFixed(1)} s`,
      `${invocations.length} invocations`,
      `${perPage.toFixed(0)} billed ms a page (${(perPage / baselineMs).toFixed(2)} × waiting alone)`,
      `${(billedMs / 1000 / seconds).toFixed(2)} workers busy on average`,
      `${gigabyteSeconds.toFixed(3)} GB-s a page`,
    ].join('; '),
  );
}

try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: Record<string, string> };
  const key = keys['enterprise'] ?? '';
  await measure('one host', baseUrl, key, sites.slice(0, 1));
  await measure('four hosts side by side', baseUrl, key, sites);
} finally {
  service.kill('SIGINT');
  await exited;
  for (const { child } of sites) child.kill();
  rmSync(directory, { recursive: true, force: true });
}
