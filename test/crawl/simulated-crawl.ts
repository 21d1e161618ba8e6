import { pagesPerMessage, type WebhookMessage } from '#shared/contract/messages.ts';
import { type CrawlPage, crawlRequest } from '#shared/contract/crawl.ts';
import { createAnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createCrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { createCrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import { createStartCrawl } from '#shared/crawl/lifecycle/start-crawl.ts';
import type { Crawl, DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import type { PageQueue, PageReference, QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { rendererBusy } from '#shared/web/render/render-page.ts';
import { createCloseDeadPages } from '#shared/crawl/lifecycle/close-dead-pages.ts';
import { ownKey } from '../http/fixtures.ts';
import { simulatedSite, type SimulatedSite } from './simulated-site.ts';
import { seededRandom, virtualTime } from './virtual-time.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const visibilityMs = 135_000;
/** Then the faults end: a world that never rests lets some crawls be late by chance, which tells nothing. */
const calmAtMs = startMs + 300_000;
const maxReceives = 5;

export interface SimulatedOutcome {
  readonly crawl: Crawl;
  readonly store: CrawlStore;
  readonly results: CrawlResults;
  readonly usage: ReturnType<typeof memoryUsageLedger>;
  readonly site: SimulatedSite;
  readonly webhooks: readonly WebhookMessage[];
  readonly endedAtMs: number;
  /** Whether its cancellation was requested. */
  readonly isCancelled: boolean;
  readonly kills: number;
  readonly mostAdmitted: number;
  readonly isFaulty: boolean;
}

class Fault extends Error {}

interface Life {
  isDead: boolean;
}

const never = new Promise<never>(() => {});

/**
 * One crawl in a world where stores throttle and lose their answers, the index lags, messages are lost,
 * doubled and shuffled, the renderer is often busy, and workers are killed at any of their steps. The seed replays it.
 */
export async function simulateCrawl(seed: number): Promise<SimulatedOutcome> {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const isFaulty = seed % 5 !== 0;
  const rates = isFaulty
    ? { refused: 0.02, lostAnswer: 0.02, killed: 0.012, lostSend: 0.03, doubled: 0.1, busy: 0.2 }
    : { refused: 0, lostAnswer: 0, killed: 0, lostSend: 0, doubled: 0, busy: 0 };
  const time = virtualTime(startMs);
  const forever = new AbortController().signal;
  const load = (ms: number): Promise<void> => time.pause(ms, forever);
  const site = simulatedSite(random, 18, { now: time.clock.now, load });
  const strikes = (share: number): boolean => chance(share) && time.clock.now() < calmAtMs;
  let kills = 0;
  let mostAdmitted = 0;

  /** Every call of a port takes time, may fail before or after it had its effect, and may be the caller's last. */
  const through = async <T>(life: Life, effect: () => Promise<T>): Promise<T> => {
    if (life.isDead) return never;
    await load(1 + random() * 20);
    if (strikes(rates.killed)) {
      life.isDead = true;
      kills += 1;
      return never;
    }
    if (strikes(rates.refused)) throw new Fault('throttled');
    const result = await effect();
    if (strikes(rates.killed)) {
      life.isDead = true;
      kills += 1;
      return never;
    }
    if (strikes(rates.lostAnswer)) throw new Fault('the answer was lost');
    return result;
  };
  const faulty = <Port extends object>(life: Life, port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        const call = member as (...words: unknown[]) => Promise<unknown>;
        return (...words: unknown[]) => through(life, () => call(...words));
      },
    });

  const ledger = memoryCrawlStore();
  const shownAtMs = new Map<string, number>();
  const countAdmitted = async (id: string): Promise<void> => {
    mostAdmitted = Math.max(mostAdmitted, (await ledger.find(id))?.admitted ?? 0);
  };
  const store: CrawlStore = {
    ...ledger,
    record: async (owner, found: readonly DiscoveredUrl[], room) => {
      for (const { hash } of found)
        if (!shownAtMs.has(hash)) shownAtMs.set(hash, time.clock.now() + random() * 400);
      return ledger.record(owner, found, room);
    },
    bestWaiting: async (id, count) =>
      (await ledger.bestWaiting(id, count)).filter(
        ({ hash }) => (shownAtMs.get(hash) ?? 0) <= time.clock.now(),
      ),
    admit: async (...words) => {
      const admitted = await ledger.admit(...words);
      await countAdmitted(words[0].id);
      return admitted;
    },
    commit: async (...words) => {
      const outcome = await ledger.commit(...words);
      await countAdmitted(words[0]);
      return outcome;
    },
  };
  const usage = memoryUsageLedger();
  // Compression takes real time on other threads, which virtual time would not wait for.
  const objects = new Map<string, ReadonlyMap<string, CrawlPage>>();
  const results: CrawlResults = {
    put: async (crawlId, pages) => {
      const name = `crawls/${crawlId}/${objects.size}`;
      objects.set(name, pages);
      return name;
    },
    read: async ({ objectName, hashes }) =>
      hashes.flatMap((hash) => objects.get(objectName)?.get(hash) ?? []),
  };
  const pacer = memoryHostPacer();
  const webhooks: WebhookMessage[] = [];

  interface Waiting {
    readonly pages: readonly PageReference[];
    receives: number;
    isGone: boolean;
  }
  const arrive = (batch: readonly Waiting[], atMs: number): void => {
    time.at(atMs, () => {
      const left = batch.filter(({ isGone }) => !isGone);
      if (left.length > 0) void receive(left);
    });
  };
  const copiesSent = (): number => {
    if (strikes(rates.lostSend)) return 0;
    return strikes(rates.doubled) ? 2 : 1;
  };
  const messagesOf = (pages: readonly QueuedPage[]) =>
    [...Map.groupBy(pages, ({ delaySeconds = 0 }) => delaySeconds)].flatMap(([delaySeconds, alike]) =>
      Array.from({ length: Math.ceil(alike.length / pagesPerMessage) }, (_, index) => ({
        delaySeconds,
        pages: alike.slice(index * pagesPerMessage, (index + 1) * pagesPerMessage),
      })),
    );
  const queue: PageQueue = {
    send: async (pages) => {
      const copies = messagesOf(pages).flatMap(({ delaySeconds, pages: together }) =>
        Array.from({ length: copiesSent() }, () => ({
          delaySeconds,
          waiting: { pages: together, receives: 0, isGone: false },
        })),
      );
      const isTogether = chance(0.9);
      const batches = isTogether
        ? [...Map.groupBy(copies, ({ delaySeconds }) => delaySeconds).values()]
        : copies.map((copy) => [copy]);
      for (const batch of batches)
        arrive(
          batch.map(({ waiting }) => waiting),
          time.clock.now() + (batch[0]?.delaySeconds ?? 0) * 1000 + random() * 300,
        );
    },
  };

  const portsOf = (life: Life) => {
    const ports = {
      store: faulty(life, store),
      queue: faulty(life, queue),
      usage: faulty(life, usage),
    };
    const announce = createAnnounceCrawl(
      ports.store,
      faulty(life, { send: async (messages: readonly WebhookMessage[]) => void webhooks.push(...messages) }),
    );
    return {
      ...ports,
      announce,
      results: faulty(life, results),
      changes: untracked,
      lifecycle: createCrawlLifecycle({ ...ports, announce, clock: time.clock }),
    };
  };

  const closeDead = async ({ pages }: Waiting): Promise<void> => {
    const [first] = pages;
    if (first === undefined) return;
    const life: Life = { isDead: false };
    const closeDeadPages = createCloseDeadPages({ ...portsOf(life), clock: time.clock });
    // The message is redelivered until it is handled.
    let isClosed = false;
    time.at(time.clock.now() + visibilityMs, () => {
      if (!isClosed) void closeDead({ pages, receives: 0, isGone: false });
    });
    const message = { crawlId: first.crawlId, hashes: pages.map(({ hash }) => hash) };
    const isDone = await closeDeadPages(message).catch(() => false);
    isClosed = !life.isDead && isDone;
  };

  async function receive(batch: readonly Waiting[]): Promise<void> {
    for (const waiting of batch) waiting.receives += 1;
    const taken = batch.filter(({ receives }) => receives <= maxReceives);
    for (const dead of batch) if (!taken.includes(dead)) void closeDead(dead);
    // The messages are redelivered until they are deleted.
    arrive(taken, time.clock.now() + visibilityMs);
    const life: Life = { isDead: false };
    const worker = createCrawlWorker({
      ...portsOf(life),
      pacer: faulty(life, pacer),
      robots: site.robots,
      readPage: (row, ...words) => {
        life.isDead ||= site.isDeadly(row.url);
        if (!life.isDead && strikes(rates.busy)) return Promise.reject(rendererBusy('no place'));
        return life.isDead ? never : site.readPage(row, ...words);
      },
      readStored: async () => undefined,
      readSitemap: async () => ({ links: [] }),
      clock: time.clock,
      pause: time.pause,
      random,
      logger: silentLogger,
      politenessDelayMs: 20,
    });
    const again = await worker(
      taken.flatMap(({ pages }) => pages),
      new AbortController().signal,
    );
    if (life.isDead) return;
    for (const waiting of taken)
      waiting.isGone = !waiting.pages.some(({ hash }) => again.some((page) => page.hash === hash));
  }

  const isOver = async (): Promise<boolean> => (await ledger.find(crawl.id))?.finalized === true;
  async function sweep(): Promise<void> {
    if (over) return;
    time.at(time.clock.now() + 60_000, () => void sweep());
    const life: Life = { isDead: false };
    const { lifecycle, store: crawls } = portsOf(life);
    try {
      for (const quiet of await crawls.unfinalized(time.clock.now() - 40_000, 10))
        await lifecycle.repair(quiet);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  const { key } = ownKey('starter');
  const plan = planCatalogue().find('starter')!;
  const limit = chance(0.3) ? 1 + Math.floor(random() * 8) : 100;
  const wanted = crawlRequest.parse({
    url: site.seedUrl,
    limit,
    sitemap: 'skip',
    ...(chance(0.5) ? { maxDiscoveryDepth: 1 + Math.floor(random() * 4) } : {}),
    ...(chance(0.5) ? { webhook: 'https://hooks.example/' } : {}),
  });
  const steady: Life = { isDead: false };
  const start = createStartCrawl({
    store: ledger,
    queue,
    usage,
    announce: createAnnounceCrawl(ledger, {
      send: async (messages) => void webhooks.push(...messages),
    }),
    clock: time.clock,
    logger: silentLogger,
    maxConcurrency: 1 + Math.floor(random() * 10),
    retentionDays: 7,
  });
  const crawl = await start(
    wanted,
    { key, plan },
    { requestId: 'simulated', startedAtMs: time.clock.now() },
    new AbortController().signal,
  );

  let isCancelled = false;
  if (chance(0.1))
    time.at(startMs + random() * 3_000, () => {
      isCancelled = true;
      const { lifecycle } = portsOf(steady);
      // A fault tells the caller to try again, whether the crawl has ended or not.
      lifecycle.endEarly(crawl, 'CRAWL_CANCELLED', 'The crawl was cancelled.').catch(() => {});
    });
  time.at(startMs + 30_000, () => void sweep());

  let over = false;
  let checking = false;
  await time.run(() => {
    if (!over && !checking) {
      checking = true;
      void isOver().then((result) => {
        over = result;
        checking = false;
      });
    }
    return over;
  }, crawl.deadlineMs + 3_600_000);
  const ended = (await ledger.find(crawl.id)) ?? crawl;
  return {
    crawl: ended,
    store: ledger,
    results,
    usage,
    site,
    webhooks,
    endedAtMs: time.clock.now(),
    isCancelled,
    kills,
    mostAdmitted,
    isFaulty,
  };
}
