import { setTimeout } from 'node:timers/promises';

import type { Calls, OperationUse } from '../../lib/cost/operation-use.ts';
import type { CountedService } from './counted-service.ts';

/** Time between two looks at a crawl that runs. */
const pollMs = 10_000;

interface CrawlData {
  readonly status: string;
  readonly completed: number;
}

let serial = 0;
/** A URL that was never asked for. */
const nextPath = (what: 'scrape' | 'drawn'): string => `/${what}/${(serial += 1)}`;

async function repeat(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await run();
}

/** The sweeper runs by the clock, and is no part of an operation. */
function withoutSweeper({
  functions: { sweeper: _sweeper, ...functions },
  ...use
}: OperationUse): OperationUse {
  return { ...use, functions };
}

const measure = async (service: CountedService, items: number, run: () => Promise<unknown>) =>
  withoutSweeper(await service.counted(items, run));

const scrapeOf =
  (what: 'scrape' | 'drawn') =>
  async (service: CountedService, times: number): Promise<OperationUse> => {
    const source = what === 'drawn' ? 'cloud' : 'local';
    return measure(service, times, () =>
      repeat(times, async () => {
        const answer = await service.ask('POST', 'scrape', { url: service.site + nextPath(what) });
        if (answer['source'] !== source) throw new Error(`A page came from ${String(answer['source'])}.`);
      }),
    );
  };

export const measureScrapes = scrapeOf('scrape');
export const measureRenders = scrapeOf('drawn');

/** A crawl at the default politeness, started, looked at now and then, and read once at its end. */
export async function measureCrawl(service: CountedService, pages: number): Promise<OperationUse> {
  return measure(service, pages, async () => {
    const body = { url: `${service.site}/crawl/${pages}/0`, limit: pages, async: true };
    const { id } = await service.ask('POST', 'crawl', body);
    for (;;) {
      await setTimeout(Math.min(pollMs, pages * 250));
      const { data } = (await service.ask('GET', `crawl/${String(id)}`)) as { data?: CrawlData };
      if (data?.status === 'running') continue;
      if (data?.status === 'completed' && data.completed === pages) return;
      throw new Error(`The crawl is ${data?.status} with ${data?.completed} of ${pages} pages.`);
    }
  });
}

export const measureSearches = (service: CountedService, times: number): Promise<OperationUse> =>
  measure(service, times, () =>
    repeat(times, () => service.ask('POST', 'search', { query: 'rust on a pan' })),
  );

export const measureExtractions = (service: CountedService, times: number): Promise<OperationUse> =>
  measure(service, times, () =>
    repeat(times, () =>
      service.ask('POST', 'extract', {
        urls: [service.site + nextPath('scrape')],
        schema: { type: 'object', properties: { title: { type: 'string' }, price: { type: 'number' } } },
      }),
    ),
  );

/** One run of the sweeper that finds nothing to do. It runs each minute. */
export async function measureSweeps(service: CountedService, runs: number): Promise<OperationUse> {
  const use = await service.counted(1, () => setTimeout(runs * 60_000));
  const { invocations = 0 } = use.functions.sweeper ?? {};
  const each = ([name, value]: readonly [string, number]) => [name, value / invocations] as const;
  const { functions, ...rest } = use;
  return {
    ...(Object.fromEntries(Object.entries(rest).map(each)) as Omit<OperationUse, 'functions'>),
    functions: {
      sweeper: { invocations: 1, billedMs: (functions.sweeper?.billedMs ?? 0) / invocations },
    },
  };
}

const runs = { scrapes: 8, renders: 1, pages: 24 } as const;

const callsOf = ({ functions, apiRequests, writeUnits, readUnits, ...use }: OperationUse): Calls => ({
  apiRequests,
  writeUnits,
  readUnits,
  queueSends: use.queueSends,
  bucketPuts: use.bucketPuts,
  bucketGets: use.bucketGets,
  invocations: Object.values(functions).reduce((sum, { invocations }) => sum + invocations, 0),
});

/** Counts the calls of a few operations. The same each time, whatever the machine does beside. */
export async function countCalls(service: CountedService) {
  return {
    scrape: callsOf(await measureScrapes(service, runs.scrapes)),
    renderedScrape: callsOf(await measureRenders(service, runs.renders)),
    crawlPage: callsOf(await measureCrawl(service, runs.pages)),
  };
}
