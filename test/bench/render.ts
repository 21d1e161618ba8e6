import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { type RenderRequest, renderRequest } from '#shared/contract/render.ts';
import { bundleDirectory } from '../../lib/bundles.ts';
import { commandLine } from '../../lib/commands/command-line.ts';
import { readPage } from '../content/read-page.ts';
import { median } from './median.ts';
import { peerModule } from './peer-module.ts';
import { processorMsBelow, processorMsOf } from './processor-time.ts';
import { progress } from './progress.ts';
import { browserIn } from './render-world.ts';

// What a page costs in the browser: unpacking once, then for every page a browser of its own, the page, the image, the
// content. The baseline is Crawlee's PuppeteerCrawler with the same Chromium, which keeps one browser for all pages, on
// the same site in the same run, in turns. docs/performance.md keeps the numbers.

const { values } = commandLine(
  {
    args: process.argv.slice(3),
    options: { rounds: { type: 'string', default: '5' }, pages: { type: 'string', default: '30' } },
  },
  'npm run bench -- render [--rounds N] [--pages N]',
);
const rounds = Number(values.rounds);
const pagesARound = Number(values.pages);
const capturesOfAKind = 12;
const firstPages = 4;
const functionGb = 2;
/** List price of a GB-second and of a request of Lambda, x86_64, us-east-1, in dollars. */
const gbSecond = 0.000_016_666_7;
const perRequest = 0.000_000_2;

const print = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
    : statSync(path).size;

const peer = peerModule('crawlee-puppeteer.ts');
const directory = mkdtempSync(join(tmpdir(), 'winnow-render-'));
const site = spawn(process.execPath, [join(import.meta.dirname, 'drawn-site/server.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [port] = (await once(createInterface({ input: site.stdout }), 'line')) as [string];
const authority = `127.0.0.1:${port}`;
const { renderPage, files, unpackMs } = await browserIn(directory, [authority], 2);

const open = (path: string, options: Partial<RenderRequest> = {}) =>
  renderPage(renderRequest.parse({ url: `http://${authority}${path}`, timeoutMs: 30_000, ...options }), {
    signal: new AbortController().signal,
  });

/** Of this process and its browsers: of everything but the site. */
const processorMs = (): number => processorMsBelow(process.pid) - processorMsOf(site.pid ?? 0);

interface Run {
  readonly characters: number;
  readonly seconds: number;
  readonly processorMs: number;
  /** Milliseconds that each page took. */
  readonly walls: readonly number[];
}

let nextPage = 0;
/** Paths that no run has opened before. */
const freshPaths = (kind: string, count = pagesARound): readonly string[] =>
  Array.from({ length: count }, () => `/${kind}/${(nextPage += 1)}`);

async function ours(paths: readonly string[]): Promise<Run> {
  const before = processorMs();
  const startedMs = performance.now();
  const walls: number[] = [];
  let characters = 0;
  const waiting = [...paths];
  const lane = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const pageMs = performance.now();
      const { html, finalUrl } = await open(path);
      const { markdown = '' } = await readPage(html, { url: finalUrl, onlyMainContent: true });
      characters += markdown.length;
      walls.push(performance.now() - pageMs);
    }
  };
  await Promise.all([lane(), lane()]);
  return {
    characters,
    seconds: (performance.now() - startedMs) / 1_000,
    processorMs: processorMs() - before,
    walls,
  };
}

/** A new process each time, which opens a few pages before it is measured: ours is warm, too. */
async function theirs(kind: string): Promise<Run> {
  const paths = freshPaths(kind, firstPages + pagesARound);
  const { stdout } = await promisify(execFile)(process.execPath, [
    peer,
    files.executablePath,
    JSON.stringify(files.environment),
    String(firstPages),
    ...paths.map((path) => `http://${authority}${path}`),
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Run;
}

const told = ({ characters, seconds, processorMs: ms, walls }: Run): string =>
  `${(ms / pagesARound).toFixed(0)} ms of processor a page, p50 ${median(walls).toFixed(0)} ms, ${(pagesARound / seconds).toFixed(2)} pages a second, ${Math.round(characters / pagesARound)} characters of Markdown each`;

/** Both open pages of a kind in turns. Prints the ratios, and returns the median of our times for a page. */
async function compare(kind: string): Promise<number> {
  const ratios: (readonly [processor: number, wall: number])[] = [];
  const walls: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${kind}, round ${round} of ${rounds}`);
    const baseline = await theirs(kind);
    const run = await ours(freshPaths(kind));
    ratios.push([run.processorMs / baseline.processorMs, median(run.walls) / median(baseline.walls)]);
    walls.push(...run.walls);
    print(`${kind} ${round}: Crawlee (baseline)`, told(baseline));
    print(`${kind} ${round}: Winnow`, told(run));
  }
  const [processor, wall] = [0, 1].map((at) => median(ratios.map((ratio) => ratio[at] ?? 0)).toFixed(2));
  print(
    `${kind}: median of ${rounds} rounds`,
    `${processor} × the baseline's processor time, ${wall} × its p50`,
  );
  return median(walls);
}

async function timeCaptures(): Promise<void> {
  for (const [name, path, options] of [
    ['article', 'article', {}],
    ['application', 'catalogue', {}],
    ['application, image of the window', 'catalogue', { screenshot: 'viewport' }],
    ['application, image of the whole page', 'catalogue', { screenshot: 'fullPage' }],
  ] as const) {
    const parts: { launchMs: number; loadMs: number; captureMs: number; wallMs: number; cpuMs: number }[] =
      [];
    for (let round = 0; round < capturesOfAKind; round += 1) {
      progress(`${name}, page`, round, capturesOfAKind);
      const startedMs = performance.now();
      const before = processorMs();
      const { timings } = await open(`/${path}/${(nextPage += 1)}`, options);
      parts.push({ ...timings, wallMs: performance.now() - startedMs, cpuMs: processorMs() - before });
    }
    const of = (part: keyof (typeof parts)[number]) => median(parts.map((each) => each[part])).toFixed(0);
    print(
      name,
      `${of('wallMs')} ms: launch ${of('launchMs')}, load ${of('loadMs')}, capture ${of('captureMs')}; processor ${of('cpuMs')} ms`,
    );
  }
}

try {
  print('asset of render-page', `${(sizeOf(bundleDirectory('render-page')) / 1e6).toFixed(0)} MB`);
  print('unpack', `${unpackMs.toFixed(0)} ms`);
  const coldMs = performance.now();
  // The site's images weigh as much as photographs; the browser draws the one that all of them are.
  const { screenshot } = await open('/shapes', {
    viewport: { width: 640, height: 400 },
    screenshot: 'viewport',
    quality: 80,
  });
  print('first page after it', `${(performance.now() - coldMs).toFixed(0)} ms`);
  await fetch(`http://${authority}/images`, { method: 'PUT', body: Buffer.from(screenshot ?? '') });
  print('an image of the site', `${((screenshot?.length ?? 0) / 1e3).toFixed(0)} KB`);
  await timeCaptures();
  await compare('article');
  const applicationMs = await compare('catalogue');
  const cost = 1_000 * ((applicationMs / 1_000) * functionGb * gbSecond + perRequest);
  print('1,000 such pages at list price', `$${cost.toFixed(3)}`);
} finally {
  site.kill();
  rmSync(directory, { recursive: true, force: true });
}
