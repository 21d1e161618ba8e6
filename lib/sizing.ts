import { Duration } from 'aws-cdk-lib';

import { idempotencyHours } from '#shared/contract/idempotency.ts';
import { pagesPerWorker } from '#shared/contract/messages.ts';
import { maxPageAgeMs } from '#shared/contract/scrape.ts';
import { gatewayMs, longestWorkMs, settlingMs } from '#shared/contract/time-limits.ts';
import type { DeploymentSettings } from './settings.ts';

export interface FunctionSize {
  readonly memoryMb: number;
  readonly timeout: Duration;
  /** Size of /tmp; 512 MB by default. */
  readonly temporaryMb?: number;
  readonly architecture?: 'x86_64';
  readonly reason: string;
}

const requestTimeout = Duration.millis(longestWorkMs + settlingMs);

/** Every function's memory and time, with the reason. A gigabyte buys 0.58 of a processor. */
export const functionSizes = {
  scrape: {
    memoryMb: 1024,
    timeout: requestTimeout,
    reason: 'waits for origins most of the time; the largest pages take 700 to 900 MB to convert',
  },
  crawl: {
    memoryMb: 512,
    timeout: Duration.seconds(260),
    reason: 'longest wait for a crawl, 240 s, and what it needs to read the pages; it waits most of the time',
  },
  'crawl-status': {
    memoryMb: 512,
    timeout: Duration.seconds(300),
    reason: 'streams pages for as long as the API lets it; a reply holds at most 5 MB of them',
  },
  'crawl-cancel': { memoryMb: 512, timeout: Duration.seconds(29), reason: 'a few writes' },
  'crawl-errors': { memoryMb: 512, timeout: Duration.seconds(29), reason: 'one query' },
  crawls: { memoryMb: 512, timeout: Duration.seconds(29), reason: 'one query and its rows' },
  'estimate-crawl': {
    memoryMb: 1_769,
    timeout: Duration.seconds(250),
    reason: 'reads ten pages and sitemaps of 50 MB side by side, as map does, for up to 240 s',
  },
  batch: {
    memoryMb: 512,
    timeout: Duration.seconds(260),
    reason: 'as a crawl; ten thousand URLs take ten seconds to store',
  },
  map: {
    memoryMb: 1_769,
    timeout: Duration.seconds(260),
    reason: 'reads ten pages and sitemaps of 50 MB side by side, on one whole processor',
  },
  'crawl-page': {
    memoryMb: 1_024,
    timeout: Duration.seconds(120),
    reason:
      'twenty pages at once, which wait for their host most of the time; twenty of 5 MB take 0.6 GB, with a schema 0.92, of 10 MB 0.95; each page may take 30 s, with a schema 90, three times',
  },
  'crawl-dead-letter': { memoryMb: 512, timeout: Duration.seconds(60), reason: 'a few writes a message' },
  webhook: {
    memoryMb: 512,
    timeout: Duration.seconds(60),
    reason: 'receivers have 10 s each, and a batch is delivered side by side',
  },
  'render-page': {
    memoryMb: 2048,
    timeout: Duration.seconds(305),
    temporaryMb: 1024,
    architecture: 'x86_64',
    reason:
      'Chromium needs 200 MB to start, heavy pages a gigabyte, and more than one processor; unpacked it fills 210 MB; its package has no other architecture',
  },
  search: {
    memoryMb: 1_769,
    timeout: requestTimeout,
    reason: 'reads the found pages side by side on one whole processor, which that memory buys',
  },
  extract: {
    memoryMb: 1_769,
    timeout: requestTimeout,
    reason: 'reads up to ten pages side by side and looks for each value in them, on one whole processor',
  },
  usage: { memoryMb: 512, timeout: Duration.seconds(10), reason: 'one read' },
  mcp: {
    memoryMb: 512,
    timeout: Duration.seconds(315),
    reason: 'waits for the operation that a tool calls',
  },
  firecrawl: {
    memoryMb: 512,
    timeout: Duration.seconds(315),
    reason: 'waits for the operation, whose answer may hold a screenshot or 5 MB of pages',
  },
  site: { memoryMb: 512, timeout: Duration.seconds(10), reason: 'files of its own folder' },
  'account-sign-in': {
    memoryMb: 512,
    timeout: Duration.seconds(29),
    reason: 'asks the provider up to four times, 5 s each, and writes a few rows',
  },
  'account-api': { memoryMb: 512, timeout: Duration.seconds(29), reason: 'a few reads and writes' },
  oauth: { memoryMb: 512, timeout: Duration.seconds(29), reason: 'a few reads and writes' },
  'account-deletion': {
    memoryMb: 512,
    timeout: Duration.seconds(300),
    reason: 'removes rows and objects page by page; the sweeper repeats it until nothing is left',
  },
  'account-page': { memoryMb: 512, timeout: Duration.seconds(10), reason: 'files of its own folder' },
  sweeper: {
    memoryMb: 512,
    timeout: Duration.seconds(50),
    reason: 'ends before the next minute begins one more',
  },
} as const satisfies Record<string, FunctionSize>;

export const integrationTimeout = Duration.millis(gatewayMs);

const dayMs = 86_400_000;

export const storage = {
  /** A stored page may be asked for until it has the maximum `maxAge`. */
  cacheDays: Math.ceil(maxPageAgeMs / dayMs),
  /** A day longer than answers are repeated: S3 counts whole days. */
  idempotencyDays: Math.ceil(idempotencyHours / 24) + 1,
  /** A crawl's pages are deleted after its record. */
  crawlGraceDays: 1,
  /** After its last scrape, which writes it again: pages that are read each quarter are still compared. */
  versionDays: 90,
} as const;

/** An event source can be limited to no fewer and no more. */
const minWorkers = 2;
const maxWorkers = 1_000;
/** Webhooks take at most this share of the account's concurrency: their receivers are other people's servers. */
const webhookShare = 1 / 10;
/** What the stage takes in a moment, in seconds of its rate. */
const burstSeconds = 2;
/** Crawls take at most this share of the account's concurrency: the rest answers requests, which nobody queues. */
const crawlShare = 1 / 2;
/** The fewest places for a worker that crawls: its own and three browsers, otherwise fewer workers are started. */
const placesOfWorker = 4;

/** One request takes at most this part of the account's places for its browsers. */
const placesForRequests = 10;

export interface WorkerLimits {
  readonly crawlWorkers: number;
  /** Browsers of one crawl worker. */
  readonly rendersOfWorker: number;
  /** Browsers of one request, which may ask for twenty pages. */
  readonly rendersOfRequest: number;
  readonly webhookWorkers: number;
}

/** How many workers and browsers fit in an account beside its endpoints. A new account often has ten places. */
export function workerLimits({
  ACCOUNT_CONCURRENCY: places,
  MAX_CRAWL_CONCURRENCY: pagesAtOnce,
  WEBHOOK_WORKERS: wantedForWebhooks,
}: Pick<
  DeploymentSettings,
  'ACCOUNT_CONCURRENCY' | 'MAX_CRAWL_CONCURRENCY' | 'WEBHOOK_WORKERS'
>): WorkerLimits {
  const forCrawls = Math.floor(places * crawlShare);
  const wanted = Math.ceil(pagesAtOnce / pagesPerWorker);
  const within = (workers: number): number => Math.max(minWorkers, Math.min(maxWorkers, Math.floor(workers)));
  const crawlWorkers = within(Math.min(wanted, forCrawls / placesOfWorker));
  const atMost = (renders: number): number => Math.max(1, Math.min(pagesPerWorker, Math.floor(renders)));
  const rendersOfWorker = atMost(forCrawls / crawlWorkers - 1);
  const rendersOfRequest = atMost(places / placesForRequests);
  const webhookWorkers = within(Math.min(wantedForWebhooks, places * webhookShare));
  return { crawlWorkers, rendersOfWorker, rendersOfRequest, webhookWorkers };
}

/** What the API takes; the rest is refused with 429 before any function runs. */
export const stageThrottle = ({
  REQUESTS_PER_SECOND: rate,
}: Pick<DeploymentSettings, 'REQUESTS_PER_SECOND'>) => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: rate * burstSeconds,
});

/** Receives of a message before it goes to the dead-letter queue. */
export const maxReceives = {
  pages: 5,
  /** As many as SQS takes: receives that Lambda has no place for count as well, and the log of deliveries counts attempts. */
  webhooks: 1_000,
} as const;
