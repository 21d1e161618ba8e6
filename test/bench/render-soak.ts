import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserIn, startHostileSite } from './render-world.ts';
import { processesFrom } from '../web/render/browser-processes.ts';
import { soak, type SoakedPage } from '../web/render/soak.ts';
import { progress } from './progress.ts';

// 500 pages in a row, a quarter of them hostile, two at once. Fails when a page is answered later than its
// timeout and a second, when a browser outlives its page, or when the renderer's memory grows by a tenth
// between page 200 and the last.

const pages = Number(process.argv[3] ?? 500);
const timeoutMs = 5_000;
const graceMs = 1_000;
const atOnce = 2;

const directory = mkdtempSync(join(tmpdir(), 'winnow-soak-'));
const site = await startHostileSite();
const { renderPage, files } = await browserIn(directory, [site.authority], atOnce);

/** Code is compiled until then. */
const warmPages = 200;

/** Of this process alone: each browser ends with its page. */
const residentMb = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1_048_576;
};

const memory = new Map<number, number>();
const startedMs = performance.now();
const soaked = await soak({
  renderPage,
  siteUrl: site.url,
  pages,
  atOnce,
  timeoutMs,
  onPage: (count) => {
    progress('rendering, page', count, pages);
    if (count % 100 === 0) memory.set(count, residentMb());
  },
});
const seconds = (performance.now() - startedMs) / 1_000;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

const line = (name: string, group: readonly SoakedPage[]): void => {
  const times = group.map(({ ms }) => ms);
  const outcomes = Map.groupBy(group, ({ outcome }) => outcome);
  const counts = [...outcomes].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ');
  console.log(
    `${name.padEnd(12)} p50 ${quantile(times, 0.5).toFixed(0).padStart(5)} ms  longest ${Math.max(...times)
      .toFixed(0)
      .padStart(5)} ms  ${counts}`,
  );
};

console.log(`${pages} pages, ${atOnce} at once, timeout ${timeoutMs} ms, ${seconds.toFixed(0)} s`);
for (const [name, group] of Map.groupBy(soaked, ({ name }) => name)) line(name, group);
console.log([...memory].map(([count, mb]) => `RSS after ${count}: ${mb.toFixed(0)} MB`).join('  '));

const unexpected = soaked.filter(({ isExpected }) => !isExpected);
const late = soaked.filter(({ ms }) => ms > timeoutMs + graceMs);
const orphans = processesFrom(files.executablePath);
const growth = (memory.get(pages) ?? 0) / (memory.get(warmPages) ?? Infinity) - 1;
console.log(
  `unexpected ${unexpected.length}, late ${late.length}, browsers left ${orphans.length}, growth from page ${warmPages} ${(growth * 100).toFixed(1)} %`,
);
for (const { name, outcome } of unexpected) console.log(`unexpected: ${name} became ${outcome}`);
await site.close();
rmSync(directory, { recursive: true, force: true });
if (unexpected.length > 0 || late.length > 0 || orphans.length > 0 || growth > 0.1) process.exitCode = 1;
