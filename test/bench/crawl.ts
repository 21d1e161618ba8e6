import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { commandLine } from '../../lib/commands/command-line.ts';
import { crawlCosts } from './crawl-costs.ts';
import { median } from './median.ts';
import { peerModule } from './peer-module.ts';
import { processorMsBelow } from './processor-time.ts';
import { serviceProfile } from './profiling/profile-service.ts';
import { progress } from './progress.ts';

// A thousand pages of real size without politeness, through the whole service: queue, ledger, bucket. The baseline is
// Crawlee's CheerioCrawler with a native converter, on the same site in the same run, in turns. Processor time is that of
// every process but the site's; it tells more than pages a second when the machine has other work.

const { values } = commandLine(
  {
    args: process.argv.slice(3),
    options: { rounds: { type: 'string', default: '5' }, profile: { type: 'string' } },
  },
  `npm run bench -- crawl [--rounds N] [--profile FILE.cpuprofile]

  --profile FILE.cpuprofile  writes where the threads of the service spend their time during our crawls, to be opened
                             as a flame graph; recording it takes processor time, too`,
);
const rounds = Number(values.rounds);
/** Pages of the site, each counted once. */
const uniquePages = 1_000;

interface Run {
  /** As the crawler counts them: Winnow's with failed ones, Crawlee's with duplicates. */
  readonly pages: number;
  readonly requests: number;
  readonly seconds: number;
  readonly processorMs: number;
}

async function firstLine(file: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, line };
}

const peer = peerModule('crawlee.ts');
progress('starting the site and the service');
const site = await firstLine('crawl-server.ts');
const authority = `127.0.0.1:${site.line}`;
const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const profile = values.profile === undefined ? undefined : serviceProfile();
const service = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--data', directory], {
  env: { ...process.env, EGRESS_ALLOW: authority, POLITENESS_DELAY_MS: '0', ...profile?.environment },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(service, 'exit');

/** Requests to the site since the last call. */
async function requestsSince(): Promise<number> {
  const response = await fetch(`http://${authority}/requests`);
  return Number(await response.text());
}

async function ours(baseUrl: string, key: string): Promise<Run> {
  const before = processorMsBelow(service.pid ?? 0);
  const startedMs = performance.now();
  const response = await fetch(`${baseUrl}/api/v1/crawl`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: `http://${authority}/`, limit: 2_000, timeout: 240_000 }),
  });
  const { data } = (await response.json()) as { data: { completed: number; status: string } };
  const seconds = (performance.now() - startedMs) / 1000;
  if (data.status !== 'completed') throw new Error(`The crawl is ${data.status}.`);
  const processorMs = processorMsBelow(service.pid ?? 0) - before;
  return { pages: data.completed, requests: await requestsSince(), seconds, processorMs };
}

async function theirs(): Promise<Run> {
  const { stdout } = await promisify(execFile)(process.execPath, [peer, `http://${authority}/`]);
  const run = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<Run, 'requests'>;
  return { ...run, requests: await requestsSince() };
}

const told = ({ pages, requests, seconds, processorMs }: Run): string =>
  `${pages} pages by ${requests} requests in ${seconds.toFixed(1)} s, ${(processorMs / uniquePages).toFixed(1)} ms of processor for each of the site's`;

try {
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: Record<string, string> };
  const key = keys['enterprise'] ?? '';
  progress('warming up with one crawl');
  await ours(baseUrl, key);
  profile?.start();
  const ratios: (readonly [processor: number, wall: number, requests: number])[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`crawling, round ${round} of ${rounds}`);
    const baseline = await theirs();
    const run = await ours(baseUrl, key);
    ratios.push([
      run.processorMs / baseline.processorMs,
      run.seconds / baseline.seconds,
      run.requests / uniquePages,
    ]);
    console.log(`round ${round}: Crawlee (baseline) ${told(baseline)}`);
    console.log(`         Winnow ${told(run)}`);
  }
  const [processor, wall, requests] = [0, 1, 2].map((at) =>
    median(ratios.map((ratio) => ratio[at] ?? 0)).toFixed(2),
  );
  if (values.profile !== undefined) await profile?.stop(values.profile);
  console.log(
    `median of ${rounds} rounds: ${processor} × the baseline's processor time, ${wall} × its wall time; ${requests} requests for each page of the site`,
  );
} finally {
  service.kill('SIGINT');
  await exited;
  rmSync(directory, { recursive: true, force: true });
}
progress('pricing one crawl');
console.log(await crawlCosts(`http://${authority}/`, authority));
site.child.kill();
