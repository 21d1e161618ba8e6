import { writeFileSync } from 'node:fs';

import { readMeasurements, synthesisedSizes } from '../../lib/commands/cost.ts';
import { sizeOf } from '../../lib/cost/deployment-sizes.ts';
import { billOf, totalOf } from '../../lib/cost/monthly-cost.ts';
import { type FunctionName, measurements, type OperationUse } from '../../lib/cost/operation-use.ts';
import { pricesByRegion } from '../../lib/cost/prices.ts';
import { readSettings } from '../../lib/settings.ts';
import { originMs } from '../cost/cost-site.ts';
import { startCountedService } from '../cost/counted-service.ts';
import {
  countCalls,
  measureCrawl,
  measureExtractions,
  measureRenders,
  measureScrapes,
  measureSearches,
  measureSweeps,
} from '../cost/operations.ts';
import { processorMsBelow, processorMsOf } from './processor-time.ts';
import { progress } from './progress.ts';

// What each operation uses of AWS: the calls that pass through counting proxies, and the billed time of the functions.
// Prints it beside what is committed (the baseline); --write commits it.

const file = new URL('../../lib/cost/measurements.json', import.meta.url);
/** Lambda gives a function so many MB for each processor. */
const megabytesOfProcessor = 1_769;

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

async function measureAll() {
  progress('counting the calls of a few operations');
  const calls = await countCalls(service);
  const scrapes = 200;
  progress(`${scrapes} scrapes`);
  await measureScrapes(service, 20);
  const before = processorMs();
  const scrape = await measureScrapes(service, scrapes);
  const ofScrape = (processorMs() - before) / scrapes;
  progress('40 renders');
  const renderedScrape = await measureRenders(service, 40);
  progress('a crawl of 200 pages');
  const crawlPage = await measureCrawl(service, 200);
  progress('searches and extractions');
  const search = await measureSearches(service, 40);
  const extract = await measureExtractions(service, 40);
  progress('two minutes of nothing');
  const sweep = await measureSweeps(service, 2);
  return {
    calls,
    operations: {
      scrape: asOnLambda(scrape, 'scrape', ofScrape),
      renderedScrape: asOnLambda(renderedScrape, 'scrape', ofScrape),
      crawlPage,
      search,
      extract,
      sweep,
    },
  };
}

try {
  const found = measurements.parse({
    measuredOn: new Date().toISOString().slice(0, 10),
    originMs: originMs.document,
    ...(await measureAll()),
  });
  if (process.argv.includes('--write')) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  const committed = readMeasurements();
  const prices = pricesByRegion['us-east-1']!;
  const dollars = (use: OperationUse): string =>
    `$${(totalOf(billOf(use, sizes, prices)) * 1_000).toFixed(4)}`;
  for (const name of Object.keys(found.operations) as (keyof typeof found.operations)[]) {
    const [measured, baseline] = [found.operations[name], committed.operations[name]];
    console.log(`${name}: ${dollars(measured)} for 1,000, committed (baseline) ${dollars(baseline)}`);
    console.log(`  measured  ${JSON.stringify(measured)}`);
    console.log(`  committed ${JSON.stringify(baseline)}`);
  }
} finally {
  await service.stop();
}
