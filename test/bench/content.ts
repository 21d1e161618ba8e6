import { hostilePages } from '../content/hostile-pages.ts';
import { readPage } from '../content/read-page.ts';
import { sizedPage } from '../content/sized-page.ts';
import { peerModule } from './peer-module.ts';
import { progress } from './progress.ts';

// Processor time from the bytes of a page to Markdown, HTML, links and metadata of its main content, beside the
// libraries that users compare us with, on the same pages in the same process. Goals: 50 KB in 12 ms, 1 MB in
// 250 ms, four times the page in at most five times the time, and a page made to be costly in five times that of an ordinary
// one.

interface Converter {
  readonly name: string;
  readonly convert: (html: string, url: string) => Promise<void>;
}

const { peers } = (await import(peerModule('content.ts'))) as { readonly peers: readonly Converter[] };

const kilobyte = 1024;
const sizes = [50, 200, 800, 1024, 2560, 10_240].map((kilobytes) => kilobytes * kilobyte);
/** A library is not asked for larger pages once one has taken this long. */
const patienceMs = 4000;

const ours: Converter = {
  name: 'winnow: parse, main content, markdown + html + links',
  convert: async (html, url) => {
    await readPage(html, { url, formats: ['markdown', 'html', 'links'], onlyMainContent: true });
  },
};

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The middle of several runs; fewer of the long ones. */
async function medianMs({ convert }: Converter, html: string): Promise<number> {
  const times: number[] = [];
  let spentMs = 0;
  while (times.length < 3 || (times.length < 25 && spentMs < 1500)) {
    const time = await processorMs(() => convert(html, 'https://village.example/orchard'));
    times.push(time);
    spentMs += time;
    if (time > patienceMs) break;
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

/** Until the code has been compiled, the time is that of the compiler. */
async function warmUp({ convert }: Converter): Promise<void> {
  const page = sizedPage(50 * kilobyte);
  let spentMs = 0;
  while (spentMs < 2000) spentMs += await processorMs(() => convert(page, 'https://village.example/'));
}

const results = new Map<string, Map<number, number>>();

for (const converter of [ours, ...peers]) {
  const measured = new Map<number, number>();
  results.set(converter.name, measured);
  progress(converter.name);
  await warmUp(converter);
  for (const size of sizes) {
    if (Math.max(0, ...measured.values()) > patienceMs) break;
    measured.set(size, await medianMs(converter, sizedPage(size)));
  }
}

const baseline = results.get(ours.name) ?? new Map<number, number>();
const label = (size: number): string =>
  size < 1024 * kilobyte ? `${size / kilobyte} KB` : `${size / kilobyte / 1024} MB`;

console.log(`${'processor time, ms'.padEnd(54)}${sizes.map((size) => label(size).padStart(16)).join('')}`);
for (const [name, measured] of results) {
  const cells = sizes.map((size) => {
    const ms = measured.get(size);
    if (ms === undefined) return '-'.padStart(16);
    const ratio = ms / (baseline.get(size) ?? ms);
    return `${ms.toFixed(1)} (${ratio.toFixed(1)}×)`.padStart(16);
  });
  console.log(name.padEnd(54) + cells.join(''));
}

const growth = (small: number, large: number): string => {
  const [from = 0, to = 0] = [baseline.get(small * kilobyte), baseline.get(large * kilobyte)];
  return `${label(small * kilobyte)} → ${label(large * kilobyte)}: ${(to / from).toFixed(2)}×`;
};
console.log(`four times the page: ${[growth(50, 200), growth(200, 800), growth(2560, 10_240)].join(', ')}`);

progress('pages made to be costly');
const costlySize = 500 * kilobyte;
const ordinaryMs = await medianMs(ours, sizedPage(costlySize));
const costly: { readonly kind: string; readonly ratio: number }[] = [];
for (const [kind, make] of Object.entries(hostilePages))
  costly.push({ kind, ratio: (await medianMs(ours, make(costlySize))) / ordinaryMs });
const worst = costly.toSorted((one, other) => other.ratio - one.ratio).slice(0, 4);
console.log(
  `${label(costlySize)} made to be costly, ${costly.length} kinds: ${worst.map(({ kind, ratio }) => `${kind} ${ratio.toFixed(1)}×`).join(', ')} an ordinary page`,
);
