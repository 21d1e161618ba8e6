import { type Load, simulateLoad } from './scale-world.ts';

// How many pages a second crawls read with so many workers: the service's own worker, ledger and pace, in virtual time,
// with tables in memory whose partitions take 1,000 write units a second. The baseline is the workers' own limit: what
// they would read if nothing but pages took time. docs/scale.md explains the figures.

const pageMs = 250;
const pagesPerCrawl = 200;
/** Of the largest plan. */
const pagesAtOnce = 100;

const loads: readonly (readonly [
  what: string,
  load: Omit<Load, 'pageMs' | 'pagesPerCrawl' | 'pagesAtOnce'> & Partial<Load>,
])[] = [
  [
    'one site of 1,000 pages, its politeness off',
    { workers: 5, crawls: 1, politenessMs: 0, pagesPerCrawl: 1_000 },
  ],
  [
    'one site of 1,000 pages, its politeness off, with a plan of 300 pages at once',
    { workers: 15, crawls: 1, politenessMs: 0, pagesPerCrawl: 1_000, pagesAtOnce: 300 },
  ],
  ['20 sites, their politeness off', { workers: 5, crawls: 20, politenessMs: 0 }],
  ['60 sites, their politeness off', { workers: 25, crawls: 60, politenessMs: 0 }],
  ['one polite site', { workers: 5, crawls: 1, politenessMs: 200 }],
  ['20 polite sites', { workers: 5, crawls: 20, politenessMs: 200 }],
  ['60 polite sites', { workers: 25, crawls: 60, politenessMs: 200 }],
];

for (const [what, load] of loads) {
  const { pagesPerSecond, waitedForPartition, busy, writeUnits } = await simulateLoad({
    pageMs,
    pagesPerCrawl,
    pagesAtOnce,
    ...load,
  });
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  console.log(
    [
      `${what}, ${load.workers} workers: ${pagesPerSecond.toFixed(0)} pages a second`,
      `workers busy ${percent(busy)}`,
      `of it waiting for a partition ${percent(waitedForPartition)}`,
      `${writeUnits.toFixed(1)} write units a page`,
      `${((busy * load.workers * 1_000) / pagesPerSecond).toFixed(0)} billed ms a page`,
    ].join('; '),
  );
}
