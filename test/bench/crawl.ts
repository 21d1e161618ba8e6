import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { crawlCosts } from './crawl-costs.ts';
import { processorMsBelow } from './processor-time.ts';
import { progress } from './progress.ts';

// A thousand small static pages without politeness, through the whole service: queue, ledger, bucket. The
// baseline is Crawlee's CheerioCrawler on the same site in the same run, which keeps everything in memory. Processor
// time tells more than pages a second when the machine has other work: of one crawler it uses one processor, of the
// other all that there are.

const rounds = 4;

interface Run {
  readonly pages: number;
  readonly seconds: number;
  /** Processor time of all processes, the site's left out. */
  readonly processorMs: number;
}

async function firstLine(file: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, line };
}

progress('starting the site and the service');
const site = await firstLine('crawl-server.ts');
const authority = `127.0.0.1:${site.line}`;
const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const service = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--data', directory], {
  env: { ...process.env, EGRESS_ALLOW: authority, POLITENESS_DELAY_MS: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(service, 'exit');

async function ours(baseUrl: string, key: string): Promise<Run> {
  const before = processorMsBelow(service.pid ?? 0);
  const startedMs = performance.now();
  const response = await fetch(`${baseUrl}/api/v1/crawl`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: `http://${authority}/`, limit: 2_000, timeout: 240_000 }),
  });
  const { data } = (await response.json()) as { data: { completed: number; status: string } };
  if (data.status !== 'completed') throw new Error(`The crawl is ${data.status}.`);
  return {
    pages: data.completed,
    seconds: (performance.now() - startedMs) / 1000,
    processorMs: processorMsBelow(service.pid ?? 0) - before,
  };
}

const crawlee = async (): Promise<Run> => {
  const rival = join(import.meta.dirname, 'crawlee-rivals.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [rival, `http://${authority}/`]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Run;
};

const rate = ({ pages, seconds }: Run): number => pages / seconds;

const told = (run: Run): string =>
  `${run.pages} pages, ${rate(run).toFixed(0)} a second, ${(run.processorMs / run.pages).toFixed(1)} ms of processor each`;

try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: Record<string, string> };
  const key = keys['enterprise'] ?? '';
  progress('warming up with one crawl of 2,000 pages');
  await ours(baseUrl, key);
  for (let round = 1; round <= rounds; round += 1) {
    progress(`crawling, round ${round} of ${rounds}`);
    const baseline = await crawlee();
    const run = await ours(baseUrl, key);
    console.log(
      `round ${round}: Crawlee ${told(baseline)} (baseline); Winnow ${told(run)} = ${(rate(run) / rate(baseline)).toFixed(2)} × baseline`,
    );
  }
} finally {
  service.kill('SIGINT');
  await exited;
  rmSync(directory, { recursive: true, force: true });
}
progress('pricing one crawl');
console.log(await crawlCosts(`http://${authority}/`, authority));
site.child.kill();
