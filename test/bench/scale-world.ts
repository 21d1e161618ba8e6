import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';

import { crawlRequest } from '#shared/contract/crawl.ts';
import {
  messagesPerWorker,
  type PageMessage,
  pagesPerMessage,
  politePagesPerMessage,
} from '#shared/contract/messages.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { edgeBytes } from '#shared/crawl/ledger/dynamo-crawl-links.ts';
import type { PageQueue, QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
import { createCrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createCrawlPageHandler } from '#shared/crawl/worker/page-messages.ts';
import { createCrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import type { PageReading, ReadCrawlPage } from '#shared/crawl/worker/read-crawl-page.ts';
import { everythingAllowed } from '#shared/web/robots/robots-txt.ts';
import { seededRandom, virtualTime } from '../crawl/virtual-time.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';
import { ownKey } from '../http/fixtures.ts';

export interface Load {
  /** Workers that the event source of the queue runs at once. */
  readonly workers: number;
  /** Crawls that begin together, each of a host of its own. */
  readonly crawls: number;
  readonly pagesPerCrawl: number;
  /** Pages that one crawl may have open, by its plan. */
  readonly pagesAtOnce: number;
  readonly politenessMs: number;
  /** How long a page takes to arrive and to be converted. */
  readonly pageMs: number;
}

export interface LoadOutcome {
  readonly pagesPerSecond: number;
  /** Share of the workers' time in which a write waited for the partition of its crawl. */
  readonly waitedForPartition: number;
  /** Share of the workers that was busy. */
  readonly busy: number;
  /** Of the table, a page. */
  readonly writeUnits: number;
}

/** One partition of a table takes so many write units a second. */
const partitionUnits = 1_000;
/** Milliseconds of unused units that a write may use at once. DynamoDB keeps more, and promises none. */
const creditMs = 1_000;
/** Milliseconds of a request to the table. */
const requestMs = 5;
const startMs = Date.UTC(2026, 10, 21, 12);
const never = new AbortController().signal;
/** Virtual time ends long before. */
const context = { getRemainingTimeInMillis: () => 3_600_000 } as Context;

const eventOf = (batch: readonly PageMessage[]): SQSEvent => ({
  Records: batch.map(
    (message, at) => ({ messageId: String(at), body: JSON.stringify(message) }) as SQSRecord,
  ),
});

/** The ledger, with the time that its writes take in the partition of their crawl. */
function partitioned(
  ledger: CrawlStore,
  time: ReturnType<typeof virtualTime>,
  spent: (units: number, waitedMs: number) => void,
) {
  const paidUntilMs = new Map<string, number>();
  const write = async (crawlId: string, units: number): Promise<void> => {
    const nowMs = time.clock.now();
    const paidMs =
      Math.max(nowMs - creditMs, paidUntilMs.get(crawlId) ?? 0) + (units / partitionUnits) * 1_000;
    paidUntilMs.set(crawlId, paidMs);
    const atMs = Math.max(nowMs, paidMs);
    spent(units, atMs - nowMs);
    await time.pause(atMs - nowMs + requestMs, never);
  };
  const store: CrawlStore = {
    ...ledger,
    // Transactions cost two units a kilobyte, what stands alone one: the crawl's row has two, a step one or two.
    lease: async (id, hashes, lease) => {
      const outcome = await ledger.lease(id, hashes, lease);
      await write(id, outcome.leased.length);
      return outcome;
    },
    record: async (crawl, found, room) => {
      const recorded = await ledger.record(crawl, found, room);
      await write(crawl.id, recorded.fresh.length);
      return recorded;
    },
    keepLinks: async (crawl, links) => {
      const edges = [...links.values()].reduce((sum, { length }) => sum + length, 0);
      await write(crawl.id, Math.ceil((edges * edgeBytes) / 1_024));
      return ledger.keepLinks(crawl, links);
    },
    admit: async (crawl, rows, nowMs) => {
      await write(crawl.id, 6);
      return ledger.admit(crawl, rows, nowMs);
    },
    release: async (id, ...how) => {
      await write(id, 1);
      return ledger.release(id, ...how);
    },
    commit: async (id, group) => {
      await write(id, 10);
      return ledger.commit(id, group);
    },
  };
  return store;
}

/** Results that are kept nowhere. */
function forgottenResults(): CrawlResults {
  let serial = 0;
  return {
    put: async () => `crawls/${(serial += 1)}`,
    read: async () => [],
  };
}

/** Crawls by the service's own code, in virtual time, until all pages are delivered. */
export async function simulateLoad(load: Load): Promise<LoadOutcome> {
  const { workers, crawls, pagesPerCrawl, pagesAtOnce, politenessMs, pageMs } = load;
  const random = seededRandom(workers * 31 + crawls);
  const time = virtualTime(startMs);
  let waitedMs = 0;
  let writeUnits = 0;
  let busyMs = 0;
  const store = partitioned(memoryCrawlStore(), time, (units, ms) => {
    writeUnits += units;
    waitedMs += ms;
  });
  const messages: PageMessage[] = [];
  let running = 0;
  const perMessage = politenessMs === 0 ? pagesPerMessage : politePagesPerMessage;
  const queue: PageQueue = {
    send: async (pages: readonly QueuedPage[]) => {
      for (const [key, alike] of Map.groupBy(
        pages,
        ({ crawlId, delaySeconds = 0 }) => `${crawlId} ${Math.ceil(delaySeconds)}`,
      )) {
        const delaySeconds = Number(key.split(' ')[1]);
        for (let from = 0; from < alike.length; from += perMessage) {
          const some = alike.slice(from, from + perMessage);
          const message = { crawlId: some[0]?.crawlId ?? '', hashes: some.map(({ hash }) => hash) };
          time.at(time.clock.now() + delaySeconds * 1_000 + 20, () => {
            messages.push(message);
            dispatch();
          });
        }
      }
    },
  };
  const usage = memoryUsageLedger();
  const announce = createAnnounceCrawl(store, { send: async () => {} });
  const ports = { store, queue, usage, announce, clock: time.clock };
  const readPage: ReadCrawlPage = async (row) => {
    await time.pause(pageMs * (0.5 + random()), never);
    return pageOf(row.url, row.depth, pagesPerCrawl);
  };
  const worker = createCrawlWorker({
    ...ports,
    results: forgottenResults(),
    changes: untracked,
    lifecycle: createCrawlLifecycle(ports),
    pacer: memoryHostPacer(),
    robots: async () => everythingAllowed,
    readPage,
    readStored: async () => undefined,
    readSitemap: async () => ({ links: [] }),
    pause: time.pause,
    random,
    logger: silentLogger,
    politenessDelayMs: politenessMs,
  });
  const handle = createCrawlPageHandler({ worker, logger: silentLogger, metrics: silentMetrics });
  /** Lambda hands over as many messages as there are, up to the size of a batch. */
  function dispatch(): void {
    while (running < workers && messages.length > 0) {
      const batch = messages.splice(0, messagesPerWorker);
      running += 1;
      const beganMs = time.clock.now();
      void handle(eventOf(batch), context).then(({ batchItemFailures: failures }) => {
        running -= 1;
        busyMs += time.clock.now() - beganMs;
        const again = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
        messages.push(...batch.filter((_, at) => again.has(String(at))));
        dispatch();
      });
    }
  }
  const start = createStartCrawl({ ...ports, logger: silentLogger, maxConcurrency: 1_000, retentionDays: 7 });
  const plan = { ...planCatalogue().find('enterprise')!, pagesAtOnce };
  const ids = await Promise.all(
    Array.from({ length: crawls }, async (_, at) => {
      const { key } = ownKey('enterprise');
      const body = { url: `https://site-${at}.example/`, limit: pagesPerCrawl, sitemap: 'skip' };
      const asked = { requestId: `load-${at}`, startedAtMs: startMs };
      return (await start(crawlRequest.parse(body), { key, plan }, asked, AbortSignal.timeout(60_000))).id;
    }),
  );
  let left = ids.length;
  const watch = (): void => {
    void Promise.all(ids.map((id) => store.find(id))).then((found) => {
      left = found.filter((crawl) => crawl?.status === 'running').length;
      if (left > 0) time.at(time.clock.now() + 250, watch);
    });
  };
  time.at(startMs + 250, watch);
  await time.run(() => left === 0, startMs + 3_600_000);
  const found = await Promise.all(ids.map((id) => store.find(id)));
  const delivered = found.reduce((sum, crawl) => sum + (crawl?.delivered ?? 0), 0);
  const seconds = (time.clock.now() - startMs) / 1_000;
  return {
    pagesPerSecond: delivered / seconds,
    waitedForPartition: waitedMs / busyMs,
    busy: busyMs / 1_000 / seconds / workers,
    writeUnits: writeUnits / delivered,
  };
}

/** Page N links to ten further ones. */
function pageOf(url: string, depth: number, pages: number): PageReading {
  const number = Number(/\/p(\d+)$/.exec(url)?.[1] ?? 0);
  const links = Array.from({ length: 10 }, (_, at) => number * 10 + at + 1)
    .filter((target) => target < pages)
    .map((target) => ({
      href: `/p${target}`,
      baseUrl: url,
      depth: depth + 1,
      kind: 'page' as const,
      discoveredFrom: url,
    }));
  const page = { url, markdown: `Page ${number}`, metadata: { statusCode: 200, sourceURL: url, depth } };
  return { finalUrl: url, links, result: { kind: 'content', source: 'local', identities: [url], page } };
}
