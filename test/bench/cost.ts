import { readFileSync, writeFileSync } from 'node:fs';

import { synthesisedSizes } from '../../lib/commands/cost.ts';
import { sizeOf } from '../../lib/cost/deployment-sizes.ts';
import { billOf, totalOf } from '../../lib/cost/monthly-cost.ts';
import {
  type FunctionName,
  type MeasuredOperation,
  type Measurements,
  measurements,
  type OperationUse,
} from '../../lib/cost/operation-use.ts';
import { pricesByRegion } from '../../lib/cost/prices.ts';
import { readSettings } from '../../lib/settings.ts';
import { originMs } from '../cost/cost-site.ts';
import { startCountedService } from '../cost/counted-service.ts';
import {
  countAllCalls,
  measureBatch,
  measureCrawl,
  measureDryRuns,
  measureExtractions,
  measureFirecrawlScrapes,
  measureMaps,
  measureMcpScrapes,
  measureRenders,
  measureScrapes,
  measureSearches,
  measureSweeps,
  smallSite,
} from '../cost/operations.ts';
import { processorMsBelow, processorMsOf } from './processor-time.ts';
import { progress } from './progress.ts';

// What each operation uses of AWS: the calls that pass through counting proxies, and the billed time of the functions.
// Prints it beside what is committed (the baseline); --write commits it. Names of operations measure those alone.

const file = new URL('../../lib/cost/measurements.json', import.meta.url);
/** Lambda gives a function so many MB for each processor. */
const megabytesOfProcessor = 1_769;

/** How pages of a crawl fall into groups changes its calls: the median is committed. */
const countsOfCalls = 5;

const names = measurements.shape.operations.keyof().options;
const chosen = process.argv.slice(3).filter((word) => word !== '--write');
const unknown = chosen.filter((word) => !(names as readonly string[]).includes(word));
if (unknown.length > 0)
  throw new Error(`There is no operation ${unknown.join(', ')}, only ${names.join(', ')}.`);

/** In a service of its own, as the test counts: a map reads what was crawled before. */
async function countedCalls() {
  const counted = await startCountedService();
  try {
    return await countAllCalls(counted, countsOfCalls);
  } finally {
    await counted.stop();
  }
}

progress('counting the calls of a few operations');
const calls = await countedCalls();
progress('starting the service');
const service = await startCountedService();
const sizes = synthesisedSizes(readSettings({}, ''));

/**
 * A function with less memory gets a part of a processor, so that its processor time takes longer than here, where a
 * process has a whole one.
 */
function asOnLambda(use: OperationUse, name: FunctionName, processorMs: number): OperationUse {
  const share = Math.min(1, (sizeOf(sizes, name).gigabytes * 1024) / megabytesOfProcessor);
  const { invocations, billedMs } = use.functions[name] ?? { invocations: 0, billedMs: 0 };
  const longerMs = processorMs * (1 / share - 1);
  return {
    ...use,
    functions: { ...use.functions, [name]: { invocations, billedMs: Math.round(billedMs + longerMs) } },
  };
}

/** Processor time of the functions: the service's processes without the one that runs them. */
const processorMs = (): number => processorMsBelow(service.pid) - processorMsOf(service.pid);

/** Measures an operation that is done so many times, and the processor time of the functions for each time. */
async function withProcessorTime(times: number, run: (times: number) => Promise<OperationUse>) {
  const before = processorMs();
  const use = await run(times);
  return { use, each: (processorMs() - before) / times };
}

async function measureStaticScrapes() {
  progress('200 scrapes');
  await measureScrapes(service, 20);
  return withProcessorTime(200, (times) => measureScrapes(service, times));
}

let measuredScrapes: ReturnType<typeof measureStaticScrapes> | undefined;
/** Static scrapes, measured once: other operations are calculated with their processor time. */
const staticScrapes = () => (measuredScrapes ??= measureStaticScrapes());

/** A scrape through the function of another protocol, which waits for it: both take longer on Lambda. */
async function throughAnother(
  name: 'firecrawl' | 'mcp',
  run: (times: number) => Promise<OperationUse>,
): Promise<OperationUse> {
  const { each: msOfScrape } = await staticScrapes();
  await run(10);
  const { use, each } = await withProcessorTime(100, run);
  const scrape = asOnLambda(use, 'scrape', msOfScrape);
  return waitingFor(asOnLambda(scrape, name, Math.max(0, each - msOfScrape)), name, use);
}

/** Adds to the function that waits for a scrape by how much that scrape takes longer on Lambda than here. */
function waitingFor(
  use: OperationUse,
  name: 'firecrawl' | 'mcp',
  { functions: measured }: OperationUse,
): OperationUse {
  const longerMs = (use.functions.scrape?.billedMs ?? 0) - (measured.scrape?.billedMs ?? 0);
  const { invocations = 0, billedMs = 0 } = use.functions[name] ?? {};
  return { ...use, functions: { ...use.functions, [name]: { invocations, billedMs: billedMs + longerMs } } };
}

const measuring: Readonly<Record<MeasuredOperation, () => Promise<OperationUse>>> = {
  scrape: async () => {
    const { use, each } = await staticScrapes();
    return asOnLambda(use, 'scrape', each);
  },
  renderedScrape: async () => {
    const { each } = await staticScrapes();
    return asOnLambda(await measureRenders(service, 40), 'scrape', each);
  },
  crawlPage: () => measureCrawl(service, 200),
  batchPage: () => measureBatch(service, 200),
  map: () => measureMaps(service, { times: 20, urls: smallSite }),
  mapThousand: () => measureMaps(service, { times: 10, urls: 10_000, items: 100 }),
  dryRun: () => measureDryRuns(service, { times: 20, site: 'map', pages: smallSite }),
  sampledDryRun: () => measureDryRuns(service, { times: 3, site: 'tree', pages: 200 }),
  search: () => measureSearches(service, 40),
  extract: () => measureExtractions(service, 40),
  firecrawlScrape: () => throughAnother('firecrawl', (times) => measureFirecrawlScrapes(service, times)),
  firecrawlRenderedScrape: async () => {
    const { each } = await staticScrapes();
    const use = await measureFirecrawlScrapes(service, 40, 'drawn');
    return waitingFor(asOnLambda(use, 'scrape', each), 'firecrawl', use);
  },
  mcpScrape: () => throughAnother('mcp', (times) => measureMcpScrapes(service, times)),
  sweep: () => measureSweeps(service, 2),
};

async function measureChosen(): Promise<Partial<Record<MeasuredOperation, OperationUse>>> {
  const found: Partial<Record<MeasuredOperation, OperationUse>> = {};
  for (const name of names.filter((each) => chosen.length === 0 || chosen.includes(each))) {
    progress(name);
    found[name] = await measuring[name]();
  }
  return found;
}

try {
  const measured = await measureChosen();
  const before = JSON.parse(readFileSync(file, 'utf8')) as Measurements;
  const found = measurements.parse({
    measuredOn: new Date().toISOString().slice(0, 10),
    originMs: originMs.document,
    operations: Object.fromEntries(
      names.map((name) => [name, measured[name] ?? before.operations[name]] as const),
    ),
    calls,
  });
  const prices = pricesByRegion['us-east-1']!;
  const dollars = (use: OperationUse | undefined): string =>
    use === undefined ? 'nothing' : `$${(totalOf(billOf(use, sizes, prices)) * 1_000).toFixed(4)}`;
  for (const [name, use] of Object.entries(measured)) {
    const baseline = before.operations[name as MeasuredOperation];
    console.log(`${name}: ${dollars(use)} for 1,000, committed (baseline) ${dollars(baseline)}`);
    console.log(`  measured  ${JSON.stringify(use)}`);
    console.log(`  committed ${JSON.stringify(baseline)}`);
  }
  if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
} finally {
  await service.stop();
}
