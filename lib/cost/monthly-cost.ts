import { type DeploymentSizes, sizeOf } from './deployment-sizes.ts';
import type { FunctionName, Measurements, OperationUse } from './operation-use.ts';
import type { Prices } from './prices.ts';

/** Operations of a month. */
export interface Workload {
  readonly scrapes: number;
  readonly crawlPages: number;
  readonly searches: number;
  readonly extracts: number;
  readonly batchPages: number;
  /** Maps of sites with a sitemap of 100 URLs. */
  readonly maps: number;
  /** Dry runs of crawls, of sites with a sitemap of 100 URLs. */
  readonly dryRuns: number;
  /** The share of the scrapes and of the pages of crawls and batches that needs the browser. */
  readonly rendered: number;
}

const items = [
  'API Gateway',
  'Lambda time',
  'Lambda requests',
  'DynamoDB writes',
  'DynamoDB reads',
  'S3 requests',
  'S3 storage',
  'SQS requests',
  'logs',
  'data out',
  'idle queues',
  'sweeper',
  'alarms',
  'dashboard',
  'secrets',
  'metrics of the model',
  'firewall',
] as const;
type Item = (typeof items)[number];
/** US dollars by item. */
export type Bill = Readonly<Partial<Record<Item, number>>>;

const gigabyte = 1e9;
const daysOfMonth = 30;
const minutesOfMonth = daysOfMonth * 24 * 60;
/** Lambda polls a queue without messages with five connections, each for 20 s at a time. */
const pollsAMinute = 5 * 3;
/** Lambda receives a batch and deletes it. */
const queueRequestsOfBatch = 2;
/** Pages of a crawl that a worker renders at once, at the default concurrency of the account. */
const rendersAtOnce = 20;
const fedByQueues = new Set(['crawl-page', 'webhook', 'crawl-dead-letter']);
/** The counters of a language model. */
const modelMetrics = 5;

export const totalOf = (bill: Bill): number => Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);

const sumOf = (...bills: readonly Bill[]): Bill =>
  Object.fromEntries(
    items
      .map((item) => [item, bills.reduce((sum, bill) => sum + (bill[item] ?? 0), 0)] as const)
      .filter(([, dollars]) => dollars > 0),
  );

const times = (bill: Bill, count: number): Bill =>
  Object.fromEntries(Object.entries(bill).map(([item, dollars]) => [item, dollars * count]));

/** What one operation costs. */
export function billOf(use: OperationUse, sizes: DeploymentSizes, prices: Prices): Bill {
  const functions = Object.entries(use.functions).map(([name, { invocations, billedMs }]) => {
    const { gigabytes, architecture } = sizeOf(sizes, name as FunctionName);
    return {
      invocations,
      dollars: (billedMs / 1000) * gigabytes * prices.gigabyteSecond[architecture],
      queueRequests: fedByQueues.has(name) ? invocations * queueRequestsOfBatch : 0,
    };
  });
  const sum = (value: (each: (typeof functions)[number]) => number): number =>
    functions.reduce((total, each) => total + value(each), 0);
  return {
    'API Gateway': use.apiRequests * prices.apiRequest,
    'Lambda time': sum(({ dollars }) => dollars),
    'Lambda requests': sum(({ invocations }) => invocations) * prices.invocation,
    'DynamoDB writes': use.writeUnits * prices.writeUnit,
    'DynamoDB reads': use.readUnits * prices.readUnit,
    'S3 requests': use.bucketPuts * prices.bucketPut + use.bucketGets * prices.bucketGet,
    'S3 storage': (use.bucketBytes / gigabyte) * prices.bucketGigabyteMonth * (sizes.crawlDays / daysOfMonth),
    'SQS requests': (use.queueSends + sum(({ queueRequests }) => queueRequests)) * prices.queueRequest,
    logs: (use.logBytes / gigabyte) * prices.logGigabyte,
    'data out': (use.answerBytes / gigabyte) * prices.gigabyteOut,
    firewall: sizes.firewallRules === undefined ? 0 : use.apiRequests * prices.firewallRequest,
  };
}

/** A page of a crawl that the browser renders: its worker waits for `rendersAtOnce` of them at once. */
export function renderedCrawlPage(
  { operations }: Measurements,
  staticPage: OperationUse = operations.crawlPage,
): OperationUse {
  const { renderedScrape } = operations;
  const render = renderedScrape.functions['render-page'] ?? { invocations: 0, billedMs: 0 };
  const worker = staticPage.functions['crawl-page'] ?? { invocations: 0, billedMs: 0 };
  return {
    ...staticPage,
    functions: {
      ...staticPage.functions,
      'render-page': render,
      'crawl-page': { ...worker, billedMs: worker.billedMs + render.billedMs / rendersAtOnce },
    },
  };
}

/** What a deployment costs in a month without a single request. */
export function idleBill({ operations }: Measurements, sizes: DeploymentSizes, prices: Prices): Bill {
  const { firewallRules } = sizes;
  return sumOf({
    'idle queues': sizes.eventSources * pollsAMinute * minutesOfMonth * prices.queueRequest,
    sweeper: totalOf(billOf(operations.sweep, sizes, prices)) * minutesOfMonth,
    alarms: sizes.alarmMetrics * prices.alarmMetric + sizes.encryptionKeys * prices.encryptionKey,
    dashboard: sizes.dashboards * prices.dashboard,
    secrets: sizes.secrets * prices.secret,
    'metrics of the model': sizes.hasModel ? modelMetrics * prices.ownMetric : 0,
    firewall: firewallRules === undefined ? 0 : prices.firewall + firewallRules * prices.firewallRule,
  });
}

/** What a month with these operations costs, what happens without them included. */
export function monthlyBill(
  { scrapes, crawlPages, searches, extracts, batchPages, maps, dryRuns, rendered }: Workload,
  measured: Measurements,
  sizes: DeploymentSizes,
  prices: Prices,
): Bill {
  const { operations } = measured;
  const one = (use: OperationUse): Bill => billOf(use, sizes, prices);
  return sumOf(
    idleBill(measured, sizes, prices),
    times(one(operations.scrape), scrapes * (1 - rendered)),
    times(one(operations.renderedScrape), scrapes * rendered),
    times(one(operations.crawlPage), crawlPages * (1 - rendered)),
    times(one(renderedCrawlPage(measured)), crawlPages * rendered),
    times(one(operations.batchPage), batchPages * (1 - rendered)),
    times(one(renderedCrawlPage(measured, operations.batchPage)), batchPages * rendered),
    times(one(operations.map), maps),
    times(one(operations.dryRun), dryRuns),
    times(one(operations.search), searches),
    times(one(operations.extract), extracts),
  );
}
