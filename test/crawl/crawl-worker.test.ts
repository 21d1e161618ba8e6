import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { allRows } from '#shared/crawl/lifecycle/end-crawl.ts';
import { createCrawlWorker, type CrawlWorkerDeps } from '#shared/crawl/worker/crawl-worker.ts';
import { createReadCrawlSitemap } from '#shared/crawl/worker/read-crawl-sitemap.ts';
import type { PageReading, ReadCrawlPage } from '#shared/crawl/worker/read-crawl-page.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { coverageOf } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import { warningsOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { maxDiscovered } from '#shared/crawl/frontier/crawl-limits.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import type { PageReference } from '#shared/crawl/ledger/page-queue.ts';
import { memoryCrawling } from './memory-crawling.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { fakeWeb } from '../fakes/memory-web.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { rendererBusy } from '#shared/web/render/render-page.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { everythingAllowed, parseRobots, unreachable } from '#shared/web/robots/robots-txt.ts';
import { ownKey } from '../http/fixtures.ts';
import { virtualTime } from './virtual-time.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { untracked } from '../fakes/untracked.ts';

const origin = 'https://site.example';
const noon = Date.UTC(2026, 10, 21, 12);

/** A page that says where it is, found at `finalUrl` and linking to `links`. */
const pageAt = (finalUrl: string, links: readonly string[] = []): PageReading => ({
  finalUrl,
  links: links.map((href) => ({ href, baseUrl: finalUrl, depth: 1, kind: 'page', discoveredFrom: finalUrl })),
  result: {
    kind: 'content',
    source: 'local',
    identities: [],
    page: {
      url: finalUrl,
      markdown: finalUrl,
      metadata: { statusCode: 200, sourceURL: finalUrl, depth: 0 },
    },
  },
});

/** A page with the same text under any URL. */
const sameAt = (url: string, links: readonly string[] = []): PageReading => {
  const { result, ...reading } = pageAt(url, links);
  return { ...reading, result: { ...result, identities: ['text-same'] } as PageReading['result'] };
};

const missing = (url: string): PageReading => ({
  finalUrl: url,
  links: [],
  result: { kind: 'failure', status: 404, retryAfterSeconds: undefined },
});

interface World {
  readonly readPage: ReadCrawlPage;
  readonly request?: object;
  readonly ports?: Partial<CrawlWorkerDeps>;
  readonly storeOf?: (store: CrawlStore) => CrawlStore;
}

/** A crawl on memory and virtual time, its messages taken batch by batch. */
async function startedCrawl({ readPage, request = {}, ports = {}, storeOf }: World) {
  const time = virtualTime(noon);
  const ledger = memoryCrawlStore();
  const store = storeOf?.(ledger) ?? ledger;
  const queue: CrawlWorkerDeps['queue'] = {
    send: async (pages) => {
      const delaySeconds = Math.max(...pages.map((page) => page.delaySeconds ?? 0));
      const messages = pages.map(({ crawlId, hash }): PageReference => ({ crawlId, hash }));
      time.at(
        time.clock.now() + delaySeconds * 1000,
        () => void worker(messages, new AbortController().signal),
      );
    },
  };
  const { lifecycle, start } = memoryCrawling({ store: ledger, queue, clock: time.clock });
  const deps: CrawlWorkerDeps = {
    store,
    queue,
    pacer: memoryHostPacer(),
    robots: async () => everythingAllowed,
    readPage,
    readStored: async () => undefined,
    readSitemap: async () => ({ links: [] }),
    results: { put: async () => 'object', read: async () => [] },
    changes: untracked,
    lifecycle,
    clock: time.clock,
    pause: time.pause,
    random: () => 0,
    logger: silentLogger,
    politenessDelayMs: 0,
    ...ports,
  };
  const worker = createCrawlWorker(deps);
  const plan = planCatalogue().find('scale')!;
  const crawl = await start(crawlRequest.parse({ url: `${origin}/`, sitemap: 'skip', ...request }), {
    key: ownKey('scale').key,
    plan,
  });

  /** Lets that time pass. What is left undone then goes on with the next call. */
  const workFor = async (milliseconds: number): Promise<void> => {
    const untilMs = time.clock.now() + milliseconds;
    time.at(untilMs, () => {});
    await time.run(() => time.clock.now() >= untilMs, untilMs);
  };
  const urlsIn = async (state: string): Promise<string[]> =>
    (await allRows(ledger, crawl.id))
      .filter((row) => row.state === state)
      .map(({ url }) => url)
      .toSorted();
  return { crawl, lifecycle, ledger, ports: deps, time, workFor, urlsIn };
}

describe('a crawl worker', () => {
  test('delivers a redirected seed although its first commit failed', async () => {
    let commits = 0;
    const { crawl, lifecycle, workFor, urlsIn } = await startedCrawl({
      readPage: async () => pageAt(`${origin}/en/`),
      storeOf: (store) => ({
        ...store,
        commit: async (...words) => {
          commits += 1;
          if (commits === 1) throw new Error('throttled');
          return store.commit(...words);
        },
      }),
    });

    await workFor(60_000);
    await lifecycle.repair(crawl);
    await workFor(60_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
  });

  test('keeps the version of a page with its delivery, so that a page that is read again finds the one before', async () => {
    const versions = new Map<string, string>();
    const found: (string | undefined)[] = [];
    const crawled = async (markdown: string, failures: number): Promise<void> => {
      let commits = 0;
      const { crawl, lifecycle, workFor } = await startedCrawl({
        readPage: async ({ url }) => {
          found.push(versions.get(url));
          const { result, ...reading } = pageAt(url);
          const version = { name: url, scrapedAtMs: noon, markdown };
          return { ...reading, result: { ...result, version } as PageReading['result'] };
        },
        ports: { changes: { keep: async (version) => void versions.set(version.name, version.markdown) } },
        storeOf: (store) => ({
          ...store,
          commit: async (...words) => {
            commits += 1;
            if (commits <= failures) throw new Error('throttled');
            return store.commit(...words);
          },
        }),
      });
      await workFor(60_000);
      await lifecycle.repair(crawl);
      await workFor(60_000);
    };

    await crawled('first', 0);
    await crawled('second', 1);
    await crawled('third', 0);

    expect(found).toEqual([undefined, 'first', 'first', 'second']);
  });

  test.for([
    ['soon has no lease until then', 10, { state: 'queued', attempt: 0 }, undefined],
    ['much later is given back with its time', 40, { state: 'queued', attempt: 0 }, noon + 39_500],
  ] as const)('a page whose host is free %s', async ([, seconds, waiting, notBeforeMs]) => {
    const pacer = memoryHostPacer();
    await pacer.reserve({
      host: 'site.example',
      count: seconds,
      delayMs: 1_000,
      nowMs: noon,
      latestMs: noon,
    });
    const leases: string[] = [];
    const { crawl, ledger, workFor, urlsIn } = await startedCrawl({
      readPage: async () => pageAt(`${origin}/`),
      ports: { pacer, politenessDelayMs: 200 },
      storeOf: (store) => ({
        ...store,
        lease: async (...words) => {
          const outcome = await store.lease(...words);
          leases.push(...outcome.leased.map(({ url }) => url));
          return outcome;
        },
      }),
    });

    await workFor(5_000);
    const [row] = await allRows(ledger, crawl.id);

    expect(row).toMatchObject(waiting);
    expect(row?.notBeforeMs).toBe(notBeforeMs);
    await workFor(seconds * 1_000);
    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
    expect(leases).toHaveLength(notBeforeMs === undefined ? 1 : 2);
  });

  test('reads its pages although nobody can tell whether their host is free', async () => {
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async () => pageAt(`${origin}/`),
      ports: { pacer: { ...memoryHostPacer(), look: () => Promise.reject(new Error('throttled')) } },
    });

    await workFor(5_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
  });

  test('sends no page twice whose host others keep for minutes', async () => {
    const pacer = memoryHostPacer();
    let received = 0;
    const { crawl, ledger, lifecycle, time, workFor } = await startedCrawl({
      readPage: async () => pageAt(`${origin}/`),
      ports: {
        pacer: { ...pacer, look: async () => ({ freeAtMs: time.clock.now() + 10_000, delayMs: 0 }) },
        politenessDelayMs: 200,
      },
      storeOf: (store) => ({
        ...store,
        lease: async (...words) => {
          received += 1;
          const nowMs = time.clock.now();
          await pacer.slowDown({ host: 'site.example', untilMs: nowMs + 10_000, nowMs });
          return store.lease(...words);
        },
      }),
    });

    for (let repairs = 0; repairs < 8; repairs += 1) {
      await workFor(40_000);
      await lifecycle.repair((await ledger.find(crawl.id))!);
    }
    const before = received;
    await workFor(100_000);

    // One message each ten seconds or so, and not one more for each repair.
    expect(received - before).toBeLessThan(13);
    expect(received - before).toBeGreaterThan(7);
  });

  test('retries the message of a page that cannot be sent again', async () => {
    const pacer = memoryHostPacer();
    await pacer.reserve({ host: 'site.example', count: 10, delayMs: 1_000, nowMs: noon, latestMs: noon });
    const { crawl, ledger, ports } = await startedCrawl({
      readPage: async () => pageAt(`${origin}/`),
      ports: { pacer, politenessDelayMs: 200 },
    });
    const [seed] = await allRows(ledger, crawl.id);
    const failing = createCrawlWorker({
      ...ports,
      queue: { send: () => Promise.reject(new Error('throttled')) },
    });
    const page = { crawlId: crawl.id, hash: seed!.hash };

    expect(await failing([page], new AbortController().signal)).toEqual([page]);
  });

  test('reads the final URL of a redirect, although it was found beyond the maximum depth', async () => {
    // The first page is slow, so that the second finds its final URL on a path that is too long.
    const links: Readonly<Record<string, readonly string[]>> = {
      '/': ['/first', '/second'],
      '/second': ['/third'],
      '/third': ['/end'],
    };
    const world = await startedCrawl({
      request: { maxDiscoveryDepth: 2 },
      readPage: async ({ url, depth }) => {
        const { pathname } = new URL(url);
        if (pathname === '/first') await world.time.pause(3_000, new AbortController().signal);
        const reading = pageAt(pathname === '/first' ? `${origin}/end` : url, links[pathname]);
        return { ...reading, links: reading.links.map((link) => ({ ...link, depth: depth + 1 })) };
      },
    });

    await world.workFor(120_000);

    expect(await world.urlsIn('tooDeep')).toEqual([]);
    expect(await world.urlsIn('delivered')).toContain(`${origin}/end`);
  });

  test('delivers stored pages without a slot of their host', async () => {
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async ({ url }) => pageAt(url),
      ports: {
        readStored: async ({ url }) =>
          url === `${origin}/fresh` ? undefined : pageAt(url, ['/stored', '/fresh']),
        pacer: { ...memoryHostPacer(), reserve: () => Promise.reject(new Error('nobody reads from a host')) },
      },
    });

    await workFor(60_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`, `${origin}/stored`]);
    expect(await urlsIn('queued')).toEqual([`${origin}/fresh`]);
  });

  test('reads a page again when robots.txt could not be reached for a moment', async () => {
    let asked = 0;
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      ports: {
        robots: async () => {
          asked += 1;
          return asked <= 1 ? unreachable('robots.txt returned status 503') : everythingAllowed;
        },
      },
    });

    await workFor(60_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
  });

  test('treats an unreachable robots.txt as a prohibition, and reports it once', async () => {
    const { crawl, ledger, workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      ports: { robots: async () => unreachable('robots.txt returned status 503') },
    });

    await workFor(60_000);

    expect(await urlsIn('robots')).toEqual([`${origin}/`]);
    expect(await ledger.find(crawl.id)).toMatchObject({
      code: 'ROBOTS_FORBIDS',
      error: 'The seed URL could not be read: robots.txt returned status 503',
    });
  });

  test.for([
    ['site.example', 'http://site.example/'],
    ['https://site.example/', undefined],
  ] as const)('reads %s at %s where only http has a server', async ([url, expected]) => {
    const read: string[] = [];
    const { crawl, ledger, workFor } = await startedCrawl({
      request: { url },
      readPage: async (row) => {
        read.push(row.url);
        return pageAt(row.url);
      },
      ports: {
        robots: async ({ protocol }) =>
          protocol === 'http:' ? everythingAllowed : unreachable('There is no TLS.', 'TLS_ERROR'),
      },
    });

    await workFor(60_000);

    expect(read).toEqual(expected === undefined ? [] : [expected]);
    expect(await ledger.find(crawl.id)).toMatchObject(
      expected === undefined ? { code: 'TLS_ERROR' } : { delivered: 1, scopeUrl: expected },
    );
  });

  test('reports the failure of https where http has no server either', async () => {
    const { crawl, ledger, workFor } = await startedCrawl({
      request: { url: 'site.example' },
      readPage: async (row) => pageAt(row.url),
      ports: {
        robots: async ({ protocol }) =>
          protocol === 'http:'
            ? unreachable('Nothing listens there.', 'CONNECTION_REFUSED')
            : unreachable('There is no TLS.', 'TLS_ERROR'),
      },
    });

    await workFor(60_000);

    expect(await ledger.find(crawl.id)).toMatchObject({ code: 'TLS_ERROR' });
  });

  test('reports at once that the host of the seed URL does not exist', async () => {
    const robots = createRobotsGate(fakeWeb({}), { userAgentToken: 'WinnowBot', clock: systemClock });
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      ports: { robots },
    });

    await workFor(1_000);

    expect(await ledger.find(crawl.id)).toMatchObject({
      status: 'failed',
      code: 'DNS_ERROR',
      error: 'The seed URL could not be read: The host name site.example could not be resolved.',
    });
  });

  test('reports the failed connection instead of the unread robots.txt', async () => {
    const refused = new AppError('CONNECTION_REFUSED', 'The server refused the connection.');
    const robots = createRobotsGate(() => Promise.reject(refused), {
      userAgentToken: 'WinnowBot',
      clock: systemClock,
    });
    const { crawl, ledger, workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      ports: { robots },
    });

    await workFor(60_000);

    expect(await urlsIn('failed')).toEqual([`${origin}/`]);
    expect(await ledger.find(crawl.id)).toMatchObject({ code: 'CONNECTION_REFUSED' });
  });

  test('delivers as many pages as its limit, however many others failed or repeated', async () => {
    const dead = Array.from({ length: 20 }, (_, index) => `/a-dead-${index}`);
    const twins = Array.from({ length: 20 }, (_, index) => `/a-twin-${index}`);
    const pages = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
    const { crawl, ledger, workFor, urlsIn } = await startedCrawl({
      request: { limit: 12 },
      readPage: async ({ url }) => {
        const { pathname } = new URL(url);
        if (pathname === '/') return pageAt(url, [...dead, ...twins, ...pages]);
        if (pathname.startsWith('/a-dead')) return missing(url);
        return pathname.startsWith('/a-twin') ? sameAt(url) : pageAt(url);
      },
    });

    await workFor(60_000);

    expect(await urlsIn('delivered')).toHaveLength(12);
    expect(await ledger.find(crawl.id)).toMatchObject({ status: 'completed', warnings: [], delivered: 12 });
  });

  test('ends with a warning when it has used up its reads and delivered less than its limit', async () => {
    const dead = Array.from({ length: 400 }, (_, index) => `/dead-${index}`);
    const asked = new Set<string>();
    const { crawl, ledger, time, workFor } = await startedCrawl({
      request: { limit: 10 },
      readPage: async ({ url }) => {
        asked.add(url);
        return new URL(url).pathname === '/' ? pageAt(url, dead) : missing(url);
      },
    });

    await workFor(300_000);
    const ended = (await ledger.find(crawl.id))!;

    expect(asked.size).toBe(150);
    expect(ended).toMatchObject({ status: 'completed', delivered: 1, failed: 149 });
    expect(ended.warnings).toEqual([expect.stringContaining('read 150 URLs')]);
    expect(await coverageOf(ended, { store: ledger, clock: time.clock })).toMatchObject({
      failed: 149,
      overLimit: 251,
    });
  });

  test('has no warning about its reads when nothing else was left to read', async () => {
    const dead = Array.from({ length: 149 }, (_, index) => `/dead-${index}`);
    const { crawl, ledger, workFor } = await startedCrawl({
      request: { limit: 10 },
      readPage: async ({ url }) => (new URL(url).pathname === '/' ? pageAt(url, dead) : missing(url)),
    });

    await workFor(300_000);

    expect(await ledger.find(crawl.id)).toMatchObject({ status: 'completed', failed: 149, warnings: [] });
  });

  test('counts no page as read that robots.txt forbids', async () => {
    const links = Array.from({ length: 300 }, (_, index) => `/private/${index}`);
    const { workFor, urlsIn } = await startedCrawl({
      request: { limit: 10 },
      readPage: async ({ url }) =>
        pageAt(url, new URL(url).pathname === '/' ? [...links, '/some/where/deep/in/the/site'] : []),
      ports: {
        robots: async () => parseRobots(Buffer.from('User-agent: *\nDisallow: /private'), origin, 'Bot'),
      },
    });

    await workFor(300_000);

    expect(await urlsIn('robots')).toHaveLength(300);
    expect(await urlsIn('delivered')).toHaveLength(2);
  });

  test('asks whether a page is known, records it as a duplicate, and follows its links', async () => {
    const { workFor, crawl, ledger, urlsIn } = await startedCrawl({
      readPage: async ({ url }, { claimant }) => {
        const { pathname, search } = new URL(url);
        if (pathname === '/') return sameAt(url, ['/a?from=menu']);
        const as = search === '' ? undefined : await claimant?.('text-same');
        const reading = pageAt(url, search === '' ? [] : ['/b']);
        return as === undefined ? reading : { ...reading, result: { kind: 'known', as } };
      },
    });

    await workFor(300_000);

    const rows = await allRows(ledger, crawl.id);
    expect(await urlsIn('delivered')).toEqual([`${origin}/`, `${origin}/b`]);
    expect(rows.find(({ url }) => url.includes('?'))).toMatchObject({
      state: 'duplicate',
      reason: `the same page as ${origin}/`,
    });
  });

  test('converts a page when the ledger cannot tell whether it is known', async () => {
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async ({ url }, { claimant }) =>
        (await claimant?.('text-same')) === undefined ? pageAt(url) : missing(url),
      storeOf: (store) => ({ ...store, claimant: () => Promise.reject(new Error('the table is away')) }),
    });

    await workFor(60_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
  });

  test('says why it delivered no page', async () => {
    const { workFor, crawl, ledger } = await startedCrawl({
      request: { includes: ['/guide/*'] },
      readPage: async ({ url }) => pageAt(url, ['/a', '/b']),
    });

    await workFor(60_000);

    expect(await ledger.find(crawl.id)).toMatchObject({
      status: 'completed',
      warnings: [
        'No page was delivered. The most frequent reason, for 3 of 3 URLs: matched by no include pattern.',
      ],
    });
  });

  test('leaves a spider trap whose pages repeat each other, and records why', async () => {
    let made = 0;
    const asked = new Set<string>();
    const { crawl, ledger, time, workFor, urlsIn } = await startedCrawl({
      request: { limit: 100 },
      readPage: async ({ url }) => {
        asked.add(url);
        const links = Array.from({ length: 10 }, () => `/trap/${(made += 1)}`);
        const { pathname } = new URL(url);
        if (pathname === '/') return pageAt(url, [...links, '/some/where/deep/in/the/site']);
        return pathname.startsWith('/trap/') ? sameAt(url, links) : pageAt(url);
      },
    });

    await workFor(300_000);
    const ended = (await ledger.find(crawl.id))!;
    const rows = await allRows(ledger, crawl.id);

    expect(asked.size).toBeLessThan(60);
    expect(ended).toMatchObject({ status: 'completed', warnings: [] });
    expect(await urlsIn('delivered')).toContain(`${origin}/some/where/deep/in/the/site`);
    expect(rows.find(({ state }) => state === 'excluded')?.reason).toBe(
      'looks endless: URLs like site.example/trap/* only repeat known pages',
    );
    expect(await coverageOf(ended, { store: ledger, clock: time.clock })).toMatchObject({
      delivered: 3,
      overLimit: 0,
      pending: 0,
    });
  });

  test('comes back for a page that finds no browser free, after ever longer waits, however often that happens', async () => {
    const triedAtMs: number[] = [];
    const { ledger, crawl, workFor, urlsIn, time } = await startedCrawl({
      readPage: async () => {
        triedAtMs.push(time.clock.now());
        if (triedAtMs.length <= 9) throw rendererBusy('throttled');
        return pageAt(`${origin}/`);
      },
    });

    await workFor(600_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`]);
    const seconds = triedAtMs.map((atMs, index) =>
      Math.round((atMs - (triedAtMs[index - 1] ?? atMs)) / 1_000),
    );
    expect(seconds).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30, 30]);
    expect((await allRows(ledger, crawl.id))[0]).toMatchObject({ tries: 0 });
  });

  test('gives up a page that never finds a browser free only with its crawl, at the deadline', async () => {
    const { crawl, ledger, lifecycle, time, workFor, urlsIn } = await startedCrawl({
      readPage: () => Promise.reject(rendererBusy('throttled')),
    });

    await workFor(crawl.deadlineMs - time.clock.now() - 60_000);
    const before = await urlsIn('failed');
    await workFor(120_000);
    await lifecycle.repair(crawl);

    expect(before).toEqual([]);
    expect(await ledger.find(crawl.id)).toMatchObject({ code: 'CRAWL_DEADLINE' });
  });

  test('retries a sitemap for which the server was too busy', async () => {
    let asked = 0;
    const web = fakeWeb({
      [`${origin}/sitemap.xml`]: `<urlset><url><loc>${origin}/orphan</loc></url></urlset>`,
    });
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      request: { sitemap: 'include' },
      ports: {
        readSitemap: createReadCrawlSitemap(async (request, options) => {
          asked += 1;
          const page = await web(request, options);
          return asked === 1 ? { ...page, status: 503 } : page;
        }, systemClock),
      },
    });

    await workFor(60_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`, `${origin}/orphan`]);
  });

  test('delivers the other pages when one cannot be requeued', async () => {
    const { workFor, urlsIn, time } = await startedCrawl({
      readPage: async (row, _crawl, signal) => {
        const { pathname } = new URL(row.url);
        if (pathname === '/') return pageAt(row.url, ['/busy', '/slow']);
        if (pathname === '/slow') {
          await time.pause(500, signal);
          signal.throwIfAborted();
          return pageAt(row.url);
        }
        return {
          finalUrl: row.url,
          links: [],
          result: { kind: 'failure', status: 502, retryAfterSeconds: undefined },
        };
      },
      ports: {
        queue: { send: () => Promise.reject(new Error('not taken')) },
      },
    });

    await workFor(3_000);

    expect(await urlsIn('delivered')).toEqual([`${origin}/`, `${origin}/slow`]);
  });

  test('keeps the ledger of a small crawl small, whatever a page links to', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `/p${index}`);
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => pageAt(row.url, [`/q?${'x'.repeat(500_000)}`, ...many]),
      request: { limit: 1 },
    });

    await workFor(60_000);
    const rows = await allRows(ledger, crawl.id);

    expect(rows.map(({ state }) => state).filter((state) => state === 'delivered')).toHaveLength(1);
    expect(rows.length).toBeLessThanOrEqual(1_011);
    expect(Math.max(...rows.map(({ url }) => url.length))).toBeLessThan(100);
  });

  test('ignores new URLs when it has found far more than it may deliver', async () => {
    let asked = 0;
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => {
        asked += 1;
        const links = Array.from({ length: 400 }, (_, index) => `/${asked}/p${index}`);
        return pageAt(row.url, links);
      },
      request: { limit: 30 },
    });

    await workFor(600_000);
    const rows = await allRows(ledger, crawl.id);

    expect(rows.filter(({ state }) => state === 'delivered')).toHaveLength(30);
    expect(rows.length).toBeLessThan(maxDiscovered(30) + 10 * 400);
    expect(warningsOf((await ledger.find(crawl.id))!)).toEqual([
      'More than 2600 URLs were found; the others were ignored.',
    ]);
  });

  test.for([
    ['only', [], ['No sitemap lists a page besides the first one, and `sitemap: "only"` follows no links.']],
    ['only', ['/a'], []],
    ['include', [], []],
  ] as const)('of sitemaps (%s) that list %j has the warnings %j', async ([choice, listed, expected]) => {
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => pageAt(row.isSeed === true ? `${origin}/home` : row.url),
      request: { sitemap: choice },
      ports: {
        readSitemap: async () => ({
          links: listed.map((href) => ({ href, baseUrl: `${origin}/`, depth: 0, kind: 'page' as const })),
        }),
      },
    });

    await workFor(60_000);

    expect(warningsOf((await ledger.find(crawl.id))!)).toEqual(expected);
  });

  test('ends at its deadline, however many URLs without pages keep it busy', async () => {
    let asked = 0;
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => {
        asked += 1;
        const onwards = pageAt(row.url, [`/p${asked}`]);
        return row.isSeed === true ? onwards : { ...onwards, result: { kind: 'redirect' } };
      },
      request: { limit: 30 },
      ports: { politenessDelayMs: 30_000 },
    });

    await workFor(3 * 3_600_000);
    const ended = await ledger.find(crawl.id);

    expect(ended).toMatchObject({ status: 'failed', code: 'CRAWL_DEADLINE', finalized: true });
    expect(ended?.endedAtMs).toBeLessThanOrEqual(crawl.deadlineMs + 60_000);
  });

  test('has time for a site that wants a minute between two pages', async () => {
    let asked = 0;
    const { ledger, crawl, workFor } = await startedCrawl({
      readPage: async (row) => {
        asked += 1;
        return pageAt(row.url, [`/p${asked}`]);
      },
      request: { limit: 60 },
      ports: { robots: async () => ({ ...everythingAllowed, crawlDelaySeconds: 60 }) },
    });

    await workFor(3 * 3_600_000);

    expect(await ledger.find(crawl.id)).toMatchObject({ status: 'completed', delivered: 60 });
  });

  test('keeps the room of its ledger for URLs that it may read', async () => {
    const next = new Map([
      ['/', '/a'],
      ['/a', '/b'],
      ['/b', '/c'],
    ]);
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => {
        const { pathname } = new URL(row.url);
        const elsewhere = Array.from({ length: 1_040 }, (_, at) => `https://other.example${pathname}/${at}`);
        return pageAt(row.url, [...elsewhere, ...[next.get(pathname) ?? []].flat()]);
      },
      request: { limit: 5 },
    });

    await workFor(600_000);

    expect(await urlsIn('delivered')).toEqual(['', 'a', 'b', 'c'].map((name) => `${origin}/${name}`));
  });

  test('counts only new URLs against the bound of its ledger', async () => {
    const menu = Array.from({ length: 100 }, (_, index) => `/menu${index}`);
    let asked = 0;
    const { crawl, ledger, workFor } = await startedCrawl({
      readPage: async (row) => {
        asked += 1;
        return pageAt(row.url, [...menu, ...Array.from({ length: 95 }, (_, at) => `/${asked}/p${at}`)]);
      },
      request: { limit: 100, maxConcurrency: 1 },
    });

    await workFor(600_000);

    expect(await allRows(ledger, crawl.id)).toHaveLength(maxDiscovered(100));
    expect(warningsOf((await ledger.find(crawl.id))!)).toHaveLength(1);
  });

  test('keeps the bound of its ledger although the pages of a batch end one after the other', async () => {
    const { crawl, ledger, workFor, time } = await startedCrawl({
      readPage: async (row, _crawl, signal) => {
        const { pathname } = new URL(row.url);
        await time.pause(pathname.length * 500, signal);
        return pageAt(
          row.url,
          Array.from({ length: 1_000 }, (_, at) => `${pathname}${'x'.repeat(at)}/`),
        );
      },
      request: { limit: 30 },
    });

    await workFor(600_000);

    const rows = await allRows(ledger, crawl.id);
    // Workers that commit at the same moment do not see each other's URLs.
    expect(rows.length).toBeLessThanOrEqual(maxDiscovered(30) + 1_000);
  });

  test('does not deliver a seed whose final URL robots.txt forbids', async () => {
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async () => pageAt('https://other.example/private'),
      ports: {
        robots: async (url) =>
          url.host === 'other.example'
            ? parseRobots(
                Buffer.from('User-agent: *\nDisallow: /private'),
                'https://other.example/robots.txt',
                'WinnowBot',
              )
            : everythingAllowed,
      },
    });

    await workFor(60_000);

    expect([await urlsIn('robots'), await urlsIn('delivered')]).toEqual([[`${origin}/`], []]);
  });

  test('reserves the slots of a host for all pages of a batch at once', async () => {
    const readAtMs: number[] = [];
    let reservations = 0;
    const pacer = memoryHostPacer();
    const { workFor, time } = await startedCrawl({
      readPage: async (row) => {
        if (new URL(row.url).pathname !== '/') readAtMs.push(time.clock.now());
        return pageAt(row.url, ['/a', '/b', '/c', '/d']);
      },
      ports: {
        politenessDelayMs: 250,
        pacer: {
          ...pacer,
          reserve: (request) => {
            reservations += 1;
            return pacer.reserve(request);
          },
        },
      },
    });

    await workFor(60_000);

    const gaps = readAtMs.slice(1).map((at, index) => at - (readAtMs[index] ?? 0));
    expect([readAtMs.length, reservations, Math.min(...gaps)]).toEqual([4, 2, 250]);
  });

  test('delivers every page of a site that takes one request a second', async () => {
    let freeAtMs = 0;
    let refusals = 0;
    const { workFor, urlsIn, time } = await startedCrawl({
      readPage: async (row) => {
        const nowMs = time.clock.now();
        if (nowMs < freeAtMs) {
          refusals += 1;
          return {
            finalUrl: row.url,
            links: [],
            result: { kind: 'failure', status: 429, retryAfterSeconds: 1 },
          };
        }
        freeAtMs = nowMs + 1_000;
        const links = Array.from({ length: 30 }, (_, index) => `/page-${index}`);
        return pageAt(row.url, new URL(row.url).pathname === '/' ? links : []);
      },
      ports: { politenessDelayMs: 200 },
    });

    await workFor(600_000);

    expect(await urlsIn('delivered')).toHaveLength(31);
    expect(refusals).toBeLessThan(12);
  });

  test.for([
    ['that answers 429 to everything', undefined, 20_000],
    ['that asks for a pause again and again', 5, 400_000],
  ] as const)('gives up a site %s', async ([, retryAfterSeconds, withinMs]) => {
    let asked = 0;
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => {
        asked += 1;
        return { finalUrl: row.url, links: [], result: { kind: 'failure', status: 429, retryAfterSeconds } };
      },
    });

    await workFor(withinMs);

    expect(await urlsIn('failed')).toHaveLength(1);
    expect(asked).toBeLessThan(12);
  });

  test.for([
    ['429', 429],
    ['503', 503],
  ] as const)(
    'reads the other pages of a host that answers %s later, also without Retry-After',
    async ([, status]) => {
      const askedAtMs: number[] = [];
      const { workFor, time } = await startedCrawl({
        readPage: async (row) => {
          if (new URL(row.url).pathname === '/') return pageAt(row.url, ['/a', '/b', '/c', '/d']);
          askedAtMs.push(time.clock.now());
          return {
            finalUrl: row.url,
            links: [],
            result: { kind: 'failure', status, retryAfterSeconds: undefined },
          };
        },
        ports: { politenessDelayMs: 200 },
      });

      await workFor(10_000);

      // At the usual pace, its four pages are asked for within a second, and again two seconds later.
      expect(askedAtMs.length).toBeLessThan(7);
      expect(askedAtMs[1]! - askedAtMs[0]!).toBeGreaterThanOrEqual(1_000);
    },
  );

  test('obeys Retry-After for a page that has failed twice', async () => {
    const askedAtMs: number[] = [];
    const { workFor, urlsIn, time } = await startedCrawl({
      readPage: async (row) => {
        askedAtMs.push(time.clock.now());
        const failure = (status: number, retryAfterSeconds?: number) =>
          ({ finalUrl: row.url, links: [], result: { kind: 'failure', status, retryAfterSeconds } }) as const;
        if (askedAtMs.length < 3) return failure(502);
        return askedAtMs.length === 3 ? failure(429, 30) : pageAt(row.url);
      },
    });

    await workFor(120_000);

    expect(await urlsIn('delivered')).toHaveLength(1);
    expect(askedAtMs[3]! - askedAtMs[2]!).toBeGreaterThanOrEqual(30_000);
  });

  test('waits for an hour when a host asks for it, and asks no other page meanwhile', async () => {
    const askedAtMs: number[] = [];
    const { workFor, urlsIn, time } = await startedCrawl({
      readPage: async (row) => {
        const { pathname } = new URL(row.url);
        if (pathname === '/') return pageAt(row.url, ['/a', '/b', '/c']);
        const sinceMs = time.clock.now() - noon;
        askedAtMs.push(sinceMs);
        return sinceMs < 3_600_000
          ? {
              finalUrl: row.url,
              links: [],
              result: { kind: 'failure', status: 503, retryAfterSeconds: 3_600 },
            }
          : pageAt(row.url);
      },
      ports: { politenessDelayMs: 250 },
    });

    await workFor(2 * 3_600_000);

    expect(askedAtMs.filter((atMs) => atMs < 3_600_000)).toHaveLength(1);
    expect(await urlsIn('delivered')).toHaveLength(4);
  });

  test('obeys Retry-After even for pages that have slots already', async () => {
    let refusals = 0;
    const { workFor, urlsIn, time } = await startedCrawl({
      readPage: async (row) => {
        const { pathname } = new URL(row.url);
        if (pathname === '/') return pageAt(row.url, ['/a', '/b', '/c', '/d', '/e', '/f']);
        if (time.clock.now() >= noon + 60_000) return pageAt(row.url);
        refusals += 1;
        return {
          finalUrl: row.url,
          links: [],
          result: { kind: 'failure', status: 429, retryAfterSeconds: 120 },
        };
      },
      ports: { politenessDelayMs: 250 },
    });

    await workFor(600_000);

    expect(refusals).toBe(1);
    expect(await urlsIn('delivered')).toHaveLength(7);
  });

  test.for([
    ['an overloaded server, even when its Retry-After is 0', 503, [0, 2_000, 10_000]],
    ['a server behind a gateway, for half as long', 502, [0, 1_000, 5_000]],
    ['a broken page, for a third as long', 500, [0, 1_000, 3_000]],
  ] as const)('backs off from %s', async ([, status, waitedMs]) => {
    const askedAtMs: number[] = [];
    const { workFor, time } = await startedCrawl({
      readPage: async (row) => {
        askedAtMs.push(time.clock.now() - noon);
        return { finalUrl: row.url, links: [], result: { kind: 'failure', status, retryAfterSeconds: 0 } };
      },
    });

    await workFor(60_000);

    expect(askedAtMs).toEqual(waitedMs);
  });

  test('does not read a thousand sitemaps for a crawl of three pages', async () => {
    const parts = Array.from({ length: 1_000 }, (_, index) => `${origin}/map-${index}.xml`);
    const entries = parts.map((part) => `<sitemap><loc>${part}</loc></sitemap>`).join('');
    const web = fakeWeb({
      [`${origin}/sitemap.xml`]: `<sitemapindex>${entries}</sitemapindex>`,
      ...Object.fromEntries(
        parts.map((part, index) => [part, `<urlset><url><loc>${origin}/p${index}</loc></url></urlset>`]),
      ),
    });
    let asked = 0;
    const { workFor, urlsIn } = await startedCrawl({
      readPage: async (row) => pageAt(row.url),
      request: { sitemap: 'include', limit: 3 },
      ports: {
        readSitemap: createReadCrawlSitemap((request, options) => {
          asked += 1;
          return web(request, options);
        }, systemClock),
      },
    });

    await workFor(600_000);

    expect(await urlsIn('delivered')).toHaveLength(3);
    expect(asked).toBeLessThan(30);
  });

  test('reads pages before the sitemaps of sitemaps, of which a site may have any number', async () => {
    const indexOf = (names: readonly string[]): string =>
      `<sitemapindex>${names.map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`).join('')}</sitemapindex>`;
    const twenty = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}-${index}`);
    const web: FetchPage = async (request, options) => {
      const name = new URL(request.url).pathname.slice(1, -'.xml'.length);
      return fakeWeb({ [request.url]: indexOf(twenty(name)) })(request, options);
    };
    // By the time that the site's pages are found, hundreds of sitemaps are.
    const links: Readonly<Record<string, readonly string[]>> = { '/': ['/hub'], '/hub': twenty('/page') };
    const world = await startedCrawl({
      readPage: async ({ url }, _crawl, signal) => {
        const { pathname } = new URL(url);
        if (pathname === '/hub') await world.time.pause(60_000, signal);
        return pageAt(url, links[pathname]);
      },
      request: { sitemap: 'include', limit: 5 },
      ports: { readSitemap: createReadCrawlSitemap(web, systemClock) },
    });

    await world.workFor(600_000);

    expect(await world.urlsIn('delivered')).toHaveLength(5);
  });

  test('stops reading when its crawl ends, although one look at the ledger failed', async () => {
    let looks = 0;
    const stoppedAtMs: number[] = [];
    const { crawl, lifecycle, workFor, time } = await startedCrawl({
      readPage: async (row, _crawl, signal) => {
        await time.pause(60_000, signal);
        stoppedAtMs.push(time.clock.now());
        signal.throwIfAborted();
        return pageAt(row.url);
      },
      storeOf: (store) => ({
        ...store,
        find: async (id) => {
          looks += 1;
          if (looks === 2) throw new Error('throttled');
          return store.find(id);
        },
      }),
    });

    await workFor(4_000);
    await lifecycle.endEarly(crawl, 'CRAWL_CANCELLED', 'The crawl was cancelled.');
    await workFor(10_000);

    expect(stoppedAtMs).toHaveLength(1);
    expect(stoppedAtMs[0]).toBeLessThan(noon + 4_000 + 5_000);
  });
});

describe('a page whose json could not be extracted', () => {
  /** The seed was read and links to another page, which is delivered; `error` is what the model says of the seed. */
  const crawled = async (error: AppError, request: object = {}) => {
    const readAtMs: number[] = [];
    const world = await startedCrawl({
      request,
      readPage: async ({ url }) => {
        if (url !== `${origin}/`) return pageAt(url);
        readAtMs.push(world.time.clock.now() - noon);
        return { ...pageAt(url, [`${origin}/a`]), result: { kind: 'unextracted', error } };
      },
    });
    await world.workFor(600_000);
    return { readAtMs, ...world };
  };
  const down = (retryAfterSeconds?: number) =>
    new AppError('MODEL_UNAVAILABLE', 'The model did not answer.', {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });

  test('is tried again, fails with the code of the model, and leads on', async () => {
    const { readAtMs, urlsIn, ledger, crawl } = await crawled(down());

    expect(readAtMs).toEqual([0, 2_000, 10_000]);
    expect(await urlsIn('failed')).toEqual([`${origin}/`]);
    expect(await urlsIn('delivered')).toEqual([`${origin}/a`]);
    const seed = (await allRows(ledger, crawl.id)).find(({ isSeed }) => isSeed === true);
    expect(seed).toMatchObject({ code: 'MODEL_UNAVAILABLE', reason: 'The model did not answer.' });
    expect(await ledger.find(crawl.id)).toMatchObject({ status: 'completed', delivered: 1, failed: 1 });
  });

  test('waits as long as a busy model asks for', async () => {
    expect((await crawled(down(40))).readAtMs).toEqual([0, 40_000, 80_000]);
  });

  test('fails at once where a busy model has no time before the crawl ends', async () => {
    const { readAtMs, urlsIn } = await crawled(down(3_600), { limit: 2 });

    expect(readAtMs).toEqual([0]);
    expect(await urlsIn('failed')).toEqual([`${origin}/`]);
  });

  test('is not tried again where the model refuses to answer', async () => {
    const { readAtMs, urlsIn } = await crawled(new AppError('MODEL_REFUSED', 'The model refused to answer.'));

    expect(readAtMs).toEqual([0]);
    expect(await urlsIn('failed')).toEqual([`${origin}/`]);
    expect(await urlsIn('delivered')).toEqual([`${origin}/a`]);
  });
});
