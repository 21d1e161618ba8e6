import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { messagesPerWorker, pageMessage, pagesOf } from '#shared/contract/messages.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { createCrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createCrawlPageReader } from '#shared/crawl/worker/read-crawl-page.ts';
import { createReadCrawlSitemap } from '#shared/crawl/worker/read-crawl-sitemap.ts';
import { createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
import { dynamoHostPacer } from '#shared/crawl/pace/dynamo-host-pacer.ts';
import { createEgressFetchPage } from '#shared/web/fetch/fetch-page.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { createPageCache } from '#shared/scrape/page-cache.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { awsClients } from '../../lib/local/provision.ts';
import { pricesByRegion } from '../../lib/cost/prices.ts';
import { functionSizes } from '../../lib/sizing.ts';
import { startEmulatedStack } from '../emulated-aws.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';

const price = pricesByRegion['us-east-1']!;

interface Counts {
  writeUnits: number;
  readUnits: number;
  queueRequests: number;
  bucketPuts: number;
  bucketGets: number;
  workerSeconds: number;
  invocations: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

/** Asks for the consumed units of each request, and adds them up. */
function countUnits(client: DynamoDBClient, counts: Counts): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacity | readonly Capacity[] };
      const reads = /^(Get|BatchGet|Query)/.test(context.commandName ?? '');
      const all = Array.isArray(ConsumedCapacity)
        ? (ConsumedCapacity as readonly Capacity[])
        : [ConsumedCapacity as Capacity | undefined];
      for (const capacity of all) counts[reads ? 'readUnits' : 'writeUnits'] += capacity?.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
}

/** Crawls the site in this process, on emulators, and prices what was asked of each service. */
export async function crawlCosts(url: string, authority: string): Promise<string> {
  const { endpoints, stack, stop } = await startEmulatedStack();
  const clients = awsClients(endpoints);
  const counts: Counts = {
    writeUnits: 0,
    readUnits: 0,
    queueRequests: 0,
    bucketPuts: 0,
    bucketGets: 0,
    workerSeconds: 0,
    invocations: 0,
  };
  const { dynamo, s3, sqs } = clients;
  countUnits(dynamo, counts);
  sqs.middlewareStack.add((next) => (args) => ((counts.queueRequests += 1), next(args)), {
    step: 'initialize',
  });
  s3.middlewareStack.add(
    (next, context) => (args) => (
      (counts[context.commandName?.startsWith('Put') === true ? 'bucketPuts' : 'bucketGets'] += 1),
      next(args)
    ),
    { step: 'initialize' },
  );
  const tableNamed = (part: string) =>
    stack.tables.find(({ name }) => name.toLowerCase().includes(part))?.name ?? '';
  const queueNamed = (part: string) =>
    stack.queues.find(({ name }) => name.toLowerCase().includes(part) && !name.includes('DeadLetters'))
      ?.url ?? '';
  const environment = {
    SERVICE_TABLE: tableNamed('service'),
    CRAWL_TABLE: tableNamed('crawl'),
    PAGES_BUCKET: stack.buckets[0]?.name ?? '',
    PAGE_QUEUE_URL: queueNamed('pagequeue'),
    WEBHOOK_QUEUE_URL: queueNamed('webhookqueue'),
  };
  const blobs = s3BlobStore(s3, environment.PAGES_BUCKET);
  const ports = productionCrawlPorts({ dynamo, sqs, blobs }, environment);
  const fetchPage = createEgressFetchPage({
    allow: [authority],
    userAgentToken: 'WinnowBot',
    clock: systemClock,
  });
  const worker = createCrawlWorker({
    ...ports,
    changes: untracked,
    pacer: dynamoHostPacer(dynamo, environment.CRAWL_TABLE),
    robots: createRobotsGate(fetchPage, { userAgentToken: 'WinnowBot', clock: systemClock }),
    ...createCrawlPageReader({
      acquirePage: createAcquirePage({
        fetchPage,
        renderPage: () => Promise.reject(new Error('static pages need no browser')),
        clock: systemClock,
      }),
      convertPage,
      cache: createPageCache({ blobs, clock: systemClock, logger: silentLogger }),
      loadExtraction: () => Promise.reject(new Error('no page is asked for json')),
      changes: untracked,
      userAgentToken: 'WinnowBot',
      clock: systemClock,
    }),
    readSitemap: createReadCrawlSitemap(fetchPage, systemClock),
    clock: systemClock,
    pause: systemPause,
    random: Math.random,
    logger: silentLogger,
    politenessDelayMs: 0,
  });
  const { key } = createKey({ planId: 'enterprise', name: 'bench', createdAt: new Date().toISOString() });
  const startCrawl = createStartCrawl({
    ...ports,
    usage: dynamoUsageLedger(dynamo, environment.SERVICE_TABLE),
    clock: systemClock,
    logger: silentLogger,
    maxConcurrency: 100,
    retentionDays: 7,
  });
  const caller = { key, plan: planCatalogue().find('enterprise')! };
  const asked = { requestId: 'bench', startedAtMs: systemClock.now() };
  const { id } = await startCrawl(
    crawlRequest.parse({ url, limit: 2_000 }),
    caller,
    asked,
    AbortSignal.timeout(60_000),
  );
  const pages = await workOff({
    sqs,
    queueUrl: environment.PAGE_QUEUE_URL,
    worker,
    counts,
    find: () => ports.store.find(id),
  });
  await stop();
  return report(counts, pages);
}

interface WorkOff {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly worker: ReturnType<typeof createCrawlWorker>;
  readonly counts: Counts;
  readonly find: () => Promise<{ readonly status: string; readonly delivered: number } | undefined>;
}

/** Four workers take turns at the queue, as Lambda's pollers do. */
async function workOff({ sqs, queueUrl, worker, counts, find }: WorkOff): Promise<number> {
  const isOver = async (): Promise<boolean> => (await find())?.status !== 'running';
  const poll = async (): Promise<void> => {
    while (!(await isOver())) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: messagesPerWorker,
          WaitTimeSeconds: 1,
        }),
      );
      if (Messages.length === 0) continue;
      const startedMs = performance.now();
      await worker(
        Messages.flatMap(({ Body = '' }) => pagesOf(pageMessage.parse(JSON.parse(Body)))),
        new AbortController().signal,
      );
      counts.workerSeconds += (performance.now() - startedMs) / 1000;
      counts.invocations += 1;
      await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: 4 }, poll));
  return (await find())?.delivered ?? 0;
}

function report(counts: Counts, pages: number): string {
  const gigabyteSeconds = (counts.workerSeconds * functionSizes['crawl-page'].memoryMb) / 1024;
  const parts = [
    ['DynamoDB write units', counts.writeUnits, price.writeUnit],
    ['DynamoDB read units', counts.readUnits, price.readUnit],
    ['SQS requests', counts.queueRequests, price.queueRequest],
    ['S3 puts', counts.bucketPuts, price.bucketPut],
    ['S3 gets', counts.bucketGets, price.bucketGet],
    ['Lambda GB-seconds', gigabyteSeconds, price.gigabyteSecond.arm64],
    ['Lambda invocations', counts.invocations, price.invocation],
  ] as const;
  const per = 1_000 / pages;
  const lines = parts.map(
    ([name, count, each]) =>
      `  ${name.padEnd(22)} ${(count * per).toFixed(1).padStart(9)}  $${(count * each * per).toFixed(6)}`,
  );
  const total = parts.reduce((sum, [, count, each]) => sum + count * each * per, 0);
  return [
    `cost of 1,000 static pages, counted over ${pages}:`,
    ...lines,
    `  ${'total'.padEnd(32)}  $${total.toFixed(6)}`,
  ].join('\n');
}
