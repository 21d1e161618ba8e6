import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { createEgressFetchPage } from '#shared/web/fetch/fetch-page.ts';
import { median } from './median.ts';
import { progress } from './progress.ts';

// Processor time and latency of reading a 50 KB page from loopback, beside Node's global fetch. Each reader
// takes turns with the other, so that a busy machine slows both.

const rounds = 15;
const warmUpRequests = 1_500;
const requestsPerRound = 300;
const bodyBytes = 51_200;

type Read = (url: string) => Promise<number>;

interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

async function measure(read: Read, url: string, requests: number): Promise<Sample> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  for (let request = 0; request < requests; request += 1)
    if ((await read(url)) !== bodyBytes) throw new Error(`${url} was not read whole`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuMs: (user + system) / 1_000 / requests, wallMs: (performance.now() - startedMs) / requests };
}

async function compare(readers: Readonly<Record<string, Read>>, url: string): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample[]>(Object.keys(readers).map((name) => [name, []]));
  for (const read of Object.values(readers)) await measure(read, url, warmUpRequests);
  for (let round = 0; round < rounds; round += 1) {
    progress(`${url}, round`, round, rounds);
    for (const [name, read] of Object.entries(readers))
      samples.get(name)?.push(await measure(read, url, requestsPerRound));
  }
  return new Map(
    [...samples].map(([name, taken]) => [
      name,
      { cpuMs: median(taken.map(({ cpuMs }) => cpuMs)), wallMs: median(taken.map(({ wallMs }) => wallMs)) },
    ]),
  );
}

const server = spawn(process.execPath, [join(import.meta.dirname, 'page-server.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [line] = (await once(server.stdout, 'data')) as [Buffer];
const origin = `127.0.0.1:${line.toString().trim()}`;

const fetchPage = createEgressFetchPage({
  allow: [origin],
  userAgentToken: 'WinnowBot',
  clock: { now: () => Date.now() },
});
const { signal } = new AbortController();
const readers: Readonly<Record<string, Read>> = {
  'global fetch': async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
  winnow: async (url) => (await fetchPage({ url }, { signal })).body.length,
};

console.log(
  `50 KB page from loopback, medians of ${rounds} rounds of ${requestsPerRound} requests, one at a time`,
);
for (const path of ['plain', 'gzip', 'br']) {
  const results = await compare(readers, `http://${origin}/${path}`);
  const baseline = results.get('global fetch');
  for (const [name, { cpuMs, wallMs }] of results) {
    const cpuRatio = (cpuMs / (baseline?.cpuMs ?? 1)).toFixed(2);
    const wallRatio = (wallMs / (baseline?.wallMs ?? 1)).toFixed(2);
    console.log(
      `${path.padEnd(6)} ${name.padEnd(13)} processor ${cpuMs.toFixed(3)} ms (×${cpuRatio})  latency ${wallMs.toFixed(3)} ms (×${wallRatio})`,
    );
  }
}
server.kill();
