import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue, PageReference } from '#shared/crawl/ledger/page-queue.ts';
import { repeatingReason } from '#shared/crawl/ledger/repeats.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { createCommitOutcomes } from './commit-outcomes.ts';
import { maxAttempts } from '#shared/crawl/frontier/crawl-limits.ts';
import { createFrontier, type Frontier } from '#shared/crawl/frontier/frontier.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { finishPage, type RowOutcome } from './finish-page.ts';
import { createHostSlots, type HostSlots, type HostSlotsDeps } from '#shared/crawl/frontier/host-slots.ts';
import type { ReadCrawlPage } from './read-crawl-page.ts';
import type { ReadCrawlSitemap } from './read-crawl-sitemap.ts';

export interface CrawlWorkerDeps extends HostSlotsDeps {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly readPage: ReadCrawlPage;
  readonly readSitemap: ReadCrawlSitemap;
  readonly results: CrawlResults;
  readonly lifecycle: CrawlLifecycle;
  readonly logger: Logger;
}

/** A lease outlives a few missed renewals; a dead worker's page waits this long. */
const leaseMs = 20_000;
const renewEveryMs = 7_000;
/** How soon a worker notices that its crawl was ended. */
const watchEveryMs = 1_500;
/** Finished pages wait this long for others, so that one write finishes many. */
const gatherMs = 300;
/** Characters of the pages of one group, which is stored, read and announced as a whole. */
const maxGroupSize = 8_000_000;
/** How long to wait when the ledger cannot be asked. */
const troubleMs = 5_000;
/** Workers die of other things as well, sometimes twice. */
const unsuspiciousAttempts = 2;

interface Leased {
  readonly row: CrawlRow;
  readonly token: string;
}

/** Works off pages and returns those that must come again; it never rejects. */
export type CrawlWorker = (
  pages: readonly PageReference[],
  signal: AbortSignal,
) => Promise<readonly PageReference[]>;

const ruleOf = ({ rule }: { readonly rule: string }): string => `robots.txt: ${rule}`;

const groupByCrawl = (pages: readonly PageReference[]): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>();
  for (const { crawlId, hash } of pages) groups.set(crawlId, (groups.get(crawlId) ?? new Set()).add(hash));
  return groups;
};

interface Suspicion {
  readonly together: readonly Leased[];
  readonly alone: readonly Leased[];
  readonly givenBack: readonly Leased[];
}

/**
 * Whoever read a page that kills its worker took the pages beside it down, too. Pages under suspicion are read one
 * at a time, when the others are safe, the least suspect first; the rest of them wait for another worker.
 */
function bySuspicion(leased: readonly Leased[]): Suspicion {
  const suspects = leased
    .filter(({ row }) => row.attempt > unsuspiciousAttempts)
    .toSorted((a, b) => a.row.attempt - b.row.attempt);
  return {
    together: leased.filter((lease) => !suspects.includes(lease)),
    alone: suspects.slice(0, 1),
    givenBack: suspects.slice(1),
  };
}

/** Takes from what is ready as much as a reader of results can hold, and at least one. */
function takeGroup(ready: RowOutcome[]): RowOutcome[] {
  let size = 0;
  const end = ready.findIndex((outcome, index) => {
    size += outcome.kind === 'finished' && outcome.page ? JSON.stringify(outcome.page).length : 0;
    return index > 0 && size > maxGroupSize;
  });
  return ready.splice(0, end === -1 ? ready.length : end);
}

export function createCrawlWorker(deps: CrawlWorkerDeps): CrawlWorker {
  const { store, queue, robots, clock, pause, logger } = deps;
  const commit = createCommitOutcomes(deps);
  const frontiers = new Map<string, Frontier>();

  const frontierFor =
    (crawl: Crawl) =>
    (seedUrl: string): Frontier => {
      const scopeUrl = crawl.scopeUrl ?? seedUrl;
      const name = `${crawl.id} ${scopeUrl}`;
      const frontier = frontiers.get(name) ?? createFrontier(crawl, scopeUrl);
      if (frontiers.size > 100) frontiers.clear();
      frontiers.set(name, frontier);
      return frontier;
    };

  /** Leases end with the crawl: aborts when it no longer runs, or when the worker's own time is up. */
  async function watch(
    crawl: Crawl,
    leases: readonly Leased[],
    stop: AbortController,
    over: AbortSignal,
  ): Promise<void> {
    let renewedAtMs = clock.now();
    const look = async (): Promise<void> => {
      const current = await store.find(crawl.id);
      if (current?.status !== 'running') stop.abort(new Error('The crawl has ended.'));
      if (over.aborted || clock.now() - renewedAtMs < renewEveryMs) return;
      await Promise.all(
        leases.map(({ row, token }) => store.renew(crawl.id, row.hash, token, clock.now() + leaseMs)),
      );
      renewedAtMs = clock.now();
    };
    while (!over.aborted) {
      await pause(watchEveryMs, over);
      if (over.aborted) return;
      // One look that fails must not be the last: the next one renews and notices just as well.
      await look().catch((error: unknown) => {
        logger.error('could not keep the leases of a crawl', error, { crawlId: crawl.id });
      });
    }
  }

  async function waitForSlot(
    url: URL,
    crawl: Crawl,
    slots: HostSlots,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    try {
      return await slots.waitFor(url, signal);
    } catch (error) {
      // Our own trouble is not the page's failure.
      logger.error('the pace of a host is unknown', error, { crawlId: crawl.id });
      return clock.now() + troubleMs;
    }
  }

  async function work(
    crawl: Crawl,
    { row, token }: Leased,
    slots: HostSlots,
    signal: AbortSignal,
  ): Promise<RowOutcome> {
    const context = { row, token, crawl, clock, frontierFor: frontierFor(crawl) };
    if (row.attempt > maxAttempts)
      return finishPage.failed(context, 'INTERNAL_ERROR', 'reading it failed again and again');
    // It was found before the crawl knew.
    const repeats = row.kind === 'page' && row.isSeed !== true && repeatingReason(crawl.repeats, row.url);
    if (repeats) return finishPage.repeating(context, repeats);
    const url = new URL(row.url);
    try {
      const policy = await robots(url, { signal });
      if (policy.failure !== undefined) return finishPage.unruled(context, policy.failure);
      const decision = policy.decide(url);
      if (!decision.allowed) return finishPage.forbidden(context, ruleOf(decision));
      const comeAgainAtMs = await waitForSlot(url, crawl, slots, signal);
      if (comeAgainAtMs !== undefined) return { kind: 'later', atMs: comeAgainAtMs, isFailure: false };
      signal.throwIfAborted();
      if (row.kind === 'sitemap')
        return finishPage.sitemap(context, await deps.readSitemap(row, crawl, signal));
      const reading = await deps.readPage(
        row,
        { request: crawl.request, frontierFor: context.frontierFor },
        signal,
      );
      if (row.isSeed !== true) return finishPage.read(context, reading, []);
      // Its redirects were followed to wherever they lead, where another site's rules may hold.
      const finalUrl = new URL(reading.finalUrl);
      const finalPolicy = await robots(finalUrl, { signal });
      const finalDecision = finalPolicy.decide(finalUrl);
      if (!finalDecision.allowed && finalPolicy.failure === undefined)
        return finishPage.forbidden(context, ruleOf(finalDecision));
      return finishPage.read(context, reading, finalPolicy.sitemaps);
    } catch (error) {
      if (signal.aborted) return { kind: 'abandoned' };
      return finishPage.thrown(context, error);
    }
  }

  /** Gives the row back and asks for its message again; a lost send is found by who looks after the crawl. */
  async function postpone(
    crawl: Crawl,
    { row, token }: Leased,
    { atMs, holdsHost, isFailure }: Extract<RowOutcome, { kind: 'later' }>,
    slots: HostSlots,
  ): Promise<void> {
    if (holdsHost === true) await slots.hold(new URL(row.url).host, atMs);
    const tries = (row.tries ?? 0) + Number(isFailure);
    if (!(await store.release(crawl.id, row.hash, token, { notBeforeMs: atMs, tries, attempt: 0 }))) return;
    const { id: crawlId, accountId } = crawl;
    const delaySeconds = Math.max(0, (atMs - clock.now()) / 1000);
    await queue.send([{ crawlId, accountId, hash: row.hash, delaySeconds }]);
  }

  /** Gives a row back that was not begun: this lease is not held against it. */
  async function giveBack(crawl: Crawl, { row, token }: Leased): Promise<void> {
    const { hash, attempt, notBeforeMs = 0, tries = 0 } = row;
    if (!(await store.release(crawl.id, hash, token, { notBeforeMs, tries, attempt: attempt - 1 }))) return;
    await queue.send([{ crawlId: crawl.id, accountId: crawl.accountId, hash }]);
  }

  /** Reads all pages side by side and commits those that are done, in groups. */
  async function workOff(crawl: Crawl, leased: readonly Leased[], signal: AbortSignal): Promise<string[]> {
    const ready: RowOutcome[] = [];
    const abandoned: string[] = [];
    const left = { unfinished: leased.length };
    let arrival = Promise.withResolvers<void>();
    const allRead = new AbortController();
    const gathering = AbortSignal.any([signal, allRead.signal]);
    const slots = createHostSlots(
      deps,
      crawl,
      leased.map(({ row }) => row),
    );

    const read = async (lease: Leased): Promise<void> => {
      try {
        const outcome = await work(crawl, lease, slots, signal);
        if (outcome.kind === 'later')
          // Its own trouble must not take the pages beside it down; its lease runs out, and it is found again.
          await postpone(crawl, lease, outcome, slots).catch((error: unknown) => {
            logger.error('a page could not be put off', error, { crawlId: crawl.id });
          });
        if (outcome.kind === 'abandoned') abandoned.push(lease.row.hash);
        ready.push(outcome);
      } finally {
        left.unfinished -= 1;
        if (left.unfinished === 0) allRead.abort();
        arrival.resolve();
      }
    };
    const commitAll = async (): Promise<void> => {
      let known = crawl;
      while (left.unfinished > 0 || ready.length > 0) {
        if (ready.length === 0) await arrival.promise;
        arrival = Promise.withResolvers<void>();
        if (left.unfinished > 0) await pause(gatherMs, gathering);
        known = await commit(known, takeGroup(ready));
      }
    };
    await Promise.all([commitAll(), ...leased.map(read)]);
    return abandoned;
  }

  async function workOnCrawl(
    id: string,
    hashes: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<string[]> {
    const nowMs = clock.now();
    const token = newId('lease');
    // Rows that somebody else has are found again if they die: their messages have nothing left to say.
    const outcome = await store.lease(id, [...hashes], { token, nowMs, untilMs: nowMs + leaseMs });
    const { crawl } = outcome;
    if (crawl?.status !== 'running') return [];
    const taken = outcome.leased.map((row): Leased => ({ row, token }));
    const { together, alone, givenBack } = bySuspicion(taken);
    const leased = [...together, ...alone];
    if (leased.length === 0) return [];
    for (const lease of givenBack) await giveBack(crawl, lease);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    // Not `stop`: every page's own signal hangs on it, and aborting those that are done costs as much as a page.
    const done = new AbortController();
    const watching = watch(crawl, leased, stop, AbortSignal.any([stop.signal, done.signal]));
    try {
      const abandoned = [
        ...(await workOff(crawl, together, either)),
        ...(await workOff(crawl, alone, either)),
      ];
      return signal.aborted ? abandoned : [];
    } finally {
      done.abort();
      await watching;
    }
  }

  return async (pages, signal) => {
    const groups = [...groupByCrawl(pages)].map(async ([crawlId, hashes]): Promise<PageReference[]> => {
      try {
        return (await workOnCrawl(crawlId, hashes, signal)).map((hash) => ({ crawlId, hash }));
      } catch (error) {
        logger.error('pages of a crawl could not be worked off', error, { crawlId });
        return [...hashes].map((hash) => ({ crawlId, hash }));
      }
    });
    return (await Promise.all(groups)).flat();
  };
}
