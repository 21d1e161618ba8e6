import { setTimeout } from 'node:timers/promises';

import type { Calls, Measurements, OperationUse } from '../../lib/cost/operation-use.ts';
import committed from '../../lib/cost/measurements.json' with { type: 'json' };
import { median } from '../bench/median.ts';
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

// Without the schema, which refuses the file while a new operation has not been measured.
const { sweep } = committed.operations;

/** Leaves out the sweeper, which runs by the clock, and the rows that it reads: neither belongs to an operation. */
function withoutSweeper({ functions: { sweeper, ...functions }, ...use }: OperationUse): OperationUse {
  const readUnits = Math.max(0, use.readUnits - (sweeper?.invocations ?? 0) * sweep.readUnits);
  return { ...use, functions, readUnits: Number(readUnits.toPrecision(3)) };
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

/** A job at the default politeness, started, looked at now and then, and read once at its end. */
async function runJob(service: CountedService, path: string, body: object, pages: number): Promise<void> {
  const { id } = await service.ask('POST', path, { ...body, async: true });
  for (;;) {
    await setTimeout(Math.min(pollMs, pages * 250));
    const { data } = (await service.ask('GET', `${path}/${String(id)}`)) as { data?: CrawlData };
    if (data?.status === 'running') continue;
    if (data?.status === 'completed' && data.completed === pages) return;
    throw new Error(`${String(id)} is ${data?.status} with ${data?.completed} of ${pages} pages.`);
  }
}

export const measureCrawl = (service: CountedService, pages: number): Promise<OperationUse> =>
  measure(service, pages, () =>
    runJob(service, 'crawl', { url: `${service.site}/crawl/${pages}/0`, limit: pages }, pages),
  );

export const measureBatch = (service: CountedService, pages: number): Promise<OperationUse> =>
  measure(service, pages, () => {
    const urls = Array.from({ length: pages }, (_, page) => `${service.site}/crawl/${pages}/${page}`);
    return runJob(service, 'batch/scrape', { urls }, pages);
  });

/** Maps of a site with a sitemap of so many URLs. */
export const measureMaps = (
  service: CountedService,
  { times, urls, items = times }: { readonly times: number; readonly urls: number; readonly items?: number },
): Promise<OperationUse> =>
  measure(service, items, () =>
    repeat(times, async () => {
      const body = { url: `${service.site}/map/${urls}/0`, limit: urls };
      const { data } = (await service.ask('POST', 'map', body)) as { data?: { links: unknown[] } };
      if (data?.links.length !== urls) throw new Error(`The map has ${data?.links.length} of ${urls} URLs.`);
    }),
  );

/** Dry runs of a site of so many pages, with a sitemap (`map`) or without one (`tree`). */
export const measureDryRuns = (
  service: CountedService,
  { times, site, pages }: { readonly times: number; readonly site: 'map' | 'tree'; readonly pages: number },
): Promise<OperationUse> =>
  measure(service, times, () =>
    repeat(times, () =>
      service.ask('POST', 'crawl', { url: `${service.site}/${site}/${pages}/0`, limit: 1_000, dryRun: true }),
    ),
  );

export const measureFirecrawlScrapes = (
  service: CountedService,
  times: number,
  what: 'scrape' | 'drawn' = 'scrape',
): Promise<OperationUse> =>
  measure(service, times, () =>
    repeat(times, () => service.ask('POST', '/firecrawl/v2/scrape', { url: service.site + nextPath(what) })),
  );

/** Calls of the tool `scrape`, without the two messages that begin a session: those start no operation. */
export const measureMcpScrapes = (service: CountedService, times: number): Promise<OperationUse> =>
  measure(service, times, () =>
    repeat(times, () =>
      service.ask('POST', '/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'scrape', arguments: { url: service.site + nextPath('scrape') } },
      }),
    ),
  );

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

const runs = { scrapes: 8, renders: 1, pages: 24, batchPages: 20, others: 2 } as const;
/** URLs of the sitemap of a small site. */
export const smallSite = 100;

const callsOf = ({ functions, apiRequests, writeUnits, readUnits, ...use }: OperationUse): Calls => ({
  apiRequests,
  writeUnits,
  readUnits,
  queueSends: use.queueSends,
  bucketPuts: use.bucketPuts,
  bucketGets: use.bucketGets,
  invocations: Object.values(functions).reduce((sum, { invocations }) => sum + invocations, 0),
});

/** Counts the calls of a few runs of each operation. */
const counting: {
  readonly [name in keyof Measurements['calls']]: (service: CountedService) => Promise<OperationUse>;
} = {
  scrape: (service) => measureScrapes(service, runs.scrapes),
  renderedScrape: (service) => measureRenders(service, runs.renders),
  // Before the crawls: a map reads what the account has crawled.
  map: (service) => measureMaps(service, { times: runs.others, urls: smallSite }),
  dryRun: (service) => measureDryRuns(service, { times: runs.others, site: 'map', pages: smallSite }),
  crawlPage: (service) => measureCrawl(service, runs.pages),
  batchPage: (service) => measureBatch(service, runs.batchPages),
  firecrawlScrape: (service) => measureFirecrawlScrapes(service, runs.others),
  mcpScrape: (service) => measureMcpScrapes(service, runs.others),
};

export type CountedOperation = keyof typeof counting;
export const countedOperations = Object.keys(counting) as readonly CountedOperation[];

export const countCalls = async (service: CountedService, name: CountedOperation): Promise<Calls> =>
  callsOf(await counting[name](service));

function mediansOf(counts: readonly Calls[]): Calls {
  const names = Object.keys(counts[0] ?? {}) as readonly (keyof Calls)[];
  return Object.fromEntries(names.map((name) => [name, median(counts.map((calls) => calls[name]))])) as Calls;
}

/** The calls of each operation, the medians of `times` counts. */
export async function countAllCalls(service: CountedService, times: number): Promise<Measurements['calls']> {
  const found: Partial<Measurements['calls']> = {};
  for (const name of countedOperations) {
    const counts: Calls[] = [];
    await repeat(times, async () => counts.push(await countCalls(service, name)));
    found[name] = mediansOf(counts);
  }
  return found as Measurements['calls'];
}
