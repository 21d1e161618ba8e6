import type { Crawl, CrawlRow, ResultBatch } from '#shared/crawl/ledger/crawl.ts';
import { mayAdmitPage, mayRead, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { type Clock, dayKey, monthKey } from '#shared/kernel/clock.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { bestWaiting, leftSitemapUnread, sift } from '#shared/crawl/frontier/best-waiting.ts';
import { nearEnough } from '#shared/crawl/frontier/shortest-ways.ts';

export interface LifecycleDeps {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly usage: Pick<UsageLedger, 'settle'>;
  readonly announce: AnnounceCrawl;
  readonly clock: Clock;
}

/** Keeps a crawl going and brings it to its end. Every step may be repeated by anybody at any time. */
export interface CrawlLifecycle {
  /** `admitted`: rows that the commit moved into the queue. */
  readonly afterCommit: (
    crawl: Crawl,
    batch: ResultBatch | undefined,
    admitted: readonly CrawlRow[],
  ) => Promise<void>;
  /** Repairs whatever a dead process may have left undone, unless somebody did since `crawl` was read. */
  readonly repair: (crawl: Crawl) => Promise<void>;
  /** Ends a crawl before its time and ties its ends. False when it had ended already. */
  readonly endEarly: (
    crawl: Crawl,
    code: 'CRAWL_CANCELLED' | 'CRAWL_DEADLINE',
    error: string,
  ) => Promise<boolean>;
}

/** A crawl that did nothing for this long is looked after by whoever waits for it; no sooner than a row can be lost. */
export const quietMs = 35_000;
/** A queued row is not sent again before its message had this long to arrive. */
const messageGraceMs = 30_000;

export async function allRows(store: Pick<CrawlStore, 'rows'>, id: string): Promise<readonly CrawlRow[]> {
  const all: CrawlRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.rows(id, cursor);
    all.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

const byPriority = (a: CrawlRow, b: CrawlRow): number => {
  if (a.priority === b.priority) return 0;
  return a.priority < b.priority ? -1 : 1;
};

const readsWarning = ({ limit, reads, delivered }: Crawl): string =>
  `${reads} addresses were read, as many as a limit of ${limit} allows, and ${delivered} of them were pages to deliver; the others failed, repeat known pages, or are sitemaps.`;

const sitemapsWarning =
  'Not all sitemaps were read: they may have half of the reads of a crawl. A greater limit reads more of them.';

/** Whether sitemaps still wait that may not be read any more. */
const isOverSitemapShare = (crawl: Crawl, rows: readonly CrawlRow[]): boolean =>
  !mayRead(crawl, 'sitemap') && rows.some(({ kind, state }) => kind === 'sitemap' && state === 'waiting');

export function createCrawlLifecycle({
  store,
  queue,
  usage,
  announce,
  clock,
}: LifecycleDeps): CrawlLifecycle {
  const send = ({ id: crawlId, accountId }: Crawl, rows: readonly CrawlRow[]): Promise<void> =>
    queue.send(rows.map(({ hash }) => ({ crawlId, accountId, hash })));

  const admit = async (crawl: Crawl, rows: readonly CrawlRow[]): Promise<void> => {
    const admitted = await store.admit(crawl, rows, clock.now());
    if (admitted.length > 0) await send(crawl, admitted);
  };

  /** Fills the free places with the best of what waits. */
  async function pump(crawl: Crawl): Promise<void> {
    if (mayAdmitPage(crawl))
      await admit(crawl, await bestWaiting(store, crawl, roomOf(crawl).open, clock.now()));
  }

  async function tieEnds(crawl: Crawl): Promise<void> {
    const { id, accountId, limit, createdAtMs, delivered } = crawl;
    const day = dayKey(createdAtMs);
    await usage.settle(
      { id, accountId, operation: 'crawl', units: limit, places: 0, month: monthKey(createdAtMs), day },
      { requests: delivered, pages: delivered, ai: 0 },
    );
    await announce.everything(crawl);
    await store.finalize(id);
  }

  /** The seed decides: without it there is no crawl to speak of (decisions: Crawl). */
  function endOf(crawl: Crawl, rows: readonly CrawlRow[]): Parameters<CrawlStore['end']>[1] {
    const nowMs = clock.now();
    const seed = rows.find(({ isSeed }) => isSeed === true);
    if (crawl.delivered > 0 || (seed?.state !== 'failed' && seed?.state !== 'robots'))
      return { status: 'completed', nowMs };
    const code = seed.state === 'robots' ? 'ROBOTS_FORBIDS' : (seed.code as Crawl['code']);
    return {
      status: 'failed',
      nowMs,
      error: `The start page could not be read: ${seed.reason ?? 'no reason is known'}`,
      ...(code === undefined ? {} : { code }),
    };
  }

  /** What the index may not show yet, and what turns out to be nearer than the way it was found by. */
  async function allWaiting(crawl: Crawl, rows: readonly CrawlRow[]): Promise<readonly CrawlRow[]> {
    const nearer = nearEnough(rows, crawl.request.maxDiscoveryDepth);
    if (nearer.length > 0) await store.reconsider(crawl.id, nearer);
    const waiting = [...rows.filter(({ state }) => state === 'waiting'), ...nearer];
    const { worthReading, notRead } = sift(crawl, waiting);
    if (notRead.length > 0) await store.exclude(crawl.id, notRead, clock.now());
    return worthReading.toSorted(byPriority);
  }

  /** Ends a crawl with nothing open, unless something still waits that the index did not show yet. */
  async function settle(id: string): Promise<void> {
    const crawl = await store.find(id);
    if (crawl === undefined || crawl.status !== 'running' || crawl.open > 0) return;
    const rows = await allRows(store, id);
    const waiting = roomOf(crawl).admitted > 0 ? await allWaiting(crawl, rows) : [];
    const readable = waiting.filter(({ kind }) => mayRead(crawl, kind));
    if (readable.length > 0) {
      // When none is moved, somebody else moved them or ended the crawl, and sees to the rest.
      await admit(crawl, readable.slice(0, crawl.concurrency));
      return;
    }
    const warnings = [
      ...(waiting.length > 0 ? [readsWarning(crawl)] : []),
      ...(leftSitemapUnread(rows) || isOverSitemapShare(crawl, rows) ? [sitemapsWarning] : []),
    ];
    const warning = warnings.length === 0 ? {} : { warning: warnings.join(' ') };
    if (!(await store.end(id, { ...endOf(crawl, rows), ...warning }))) return;
    const ended = await store.find(id);
    if (ended !== undefined) await tieEnds(ended);
  }

  async function endEarly(crawl: Crawl, code: 'CRAWL_CANCELLED' | 'CRAWL_DEADLINE', error: string) {
    const isMine = await store.end(crawl.id, { status: 'failed', code, error, nowMs: clock.now() });
    const ended = await store.find(crawl.id);
    if (ended !== undefined && ended.status !== 'running' && !ended.finalized) await tieEnds(ended);
    return isMine;
  }

  const endLate = (crawl: Crawl): Promise<boolean> =>
    endEarly(crawl, 'CRAWL_DEADLINE', 'The crawl did not end within its time.');

  /** Rows whose message or worker must be lost. A message too many finds nothing to do. */
  const stalled = (rows: readonly CrawlRow[], crawl: Crawl): readonly CrawlRow[] => {
    const nowMs = clock.now();
    return rows.filter(({ state, leaseUntilMs = 0, notBeforeMs = 0 }) => {
      if (state === 'leased') return leaseUntilMs <= nowMs;
      return state === 'queued' && Math.max(notBeforeMs, crawl.touchedAtMs) + messageGraceMs <= nowMs;
    });
  };

  return {
    afterCommit: async (crawl, batch, admitted) => {
      if (admitted.length > 0) await send(crawl, admitted);
      if (batch !== undefined) await announce.batch(crawl, batch);
      // A busy crawl is never quiet, so nobody else would look at its deadline.
      if (clock.now() >= crawl.deadlineMs) {
        await endLate(crawl);
        return;
      }
      await pump(crawl);
      if (crawl.open === 0) await settle(crawl.id);
    },

    repair: async (crawl) => {
      if (!(await store.touch(crawl.id, crawl.touchedAtMs, clock.now()))) return;
      if (crawl.status !== 'running') {
        if (!crawl.finalized) await tieEnds(crawl);
        return;
      }
      if (clock.now() >= crawl.deadlineMs) {
        await endLate(crawl);
        return;
      }
      const lost = stalled(await allRows(store, crawl.id), crawl);
      if (lost.length > 0) await send(crawl, lost);
      await pump(crawl);
      await settle(crawl.id);
    },

    endEarly,
  };
}
