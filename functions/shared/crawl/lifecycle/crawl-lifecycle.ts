import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { Crawl, CrawlRow, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { admitNext, sendPages } from './admit-waiting.ts';
import { allRows, endEarly, endWhenDone, finalizeOnce } from './end-crawl.ts';

export interface LifecycleDeps {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly usage: Pick<UsageLedger, 'settle'>;
  readonly announce: AnnounceCrawl;
  readonly clock: Clock;
}

/** Keeps a crawl going and brings it to its end. Every step may be repeated by any process at any time. */
export interface CrawlLifecycle {
  /** `admitted`: rows that the commit moved into the queue. */
  readonly afterCommit: (
    crawl: Crawl,
    results: ResultGroup | undefined,
    admitted: readonly CrawlRow[],
  ) => Promise<void>;
  /** Repairs what a dead process may have left undone, unless another process did since `crawl` was read. */
  readonly repair: (crawl: Crawl) => Promise<void>;
  /** Ends a crawl before it is done, and finalizes it. False when it had ended already. */
  readonly endEarly: (
    crawl: Crawl,
    code: 'CRAWL_CANCELLED' | 'CRAWL_DEADLINE',
    error: string,
  ) => Promise<boolean>;
}

/** Requests of callers repair a crawl that made no progress for this long. No row can be lost sooner. */
export const quietMs = 35_000;
/** Time for a queued row's message to arrive before it is sent again. */
export const messageGraceMs = 30_000;

/** Rows whose message or worker must be lost. A superfluous message does no harm. */
const stalled = (rows: readonly CrawlRow[], crawl: Crawl, nowMs: number): readonly CrawlRow[] =>
  rows.filter(({ state, leaseUntilMs = 0, notBeforeMs = 0 }) => {
    if (state === 'leased') return leaseUntilMs <= nowMs;
    return state === 'queued' && Math.max(notBeforeMs, crawl.touchedAtMs) + messageGraceMs <= nowMs;
  });

const isLate = ({ clock }: LifecycleDeps, crawl: Crawl): boolean => clock.now() >= crawl.deadlineMs;

const endLate = (deps: LifecycleDeps, crawl: Crawl): Promise<boolean> =>
  endEarly(deps, crawl, 'CRAWL_DEADLINE', 'The crawl did not finish within its time limit.');

async function afterCommit(
  deps: LifecycleDeps,
  ...[crawl, results, admitted]: Parameters<CrawlLifecycle['afterCommit']>
): Promise<void> {
  await sendPages(deps, crawl, admitted);
  if (results !== undefined) await deps.announce.group(crawl, results);
  // A busy crawl is never quiet, so that no repair would look at its deadline.
  if (isLate(deps, crawl)) {
    await endLate(deps, crawl);
    return;
  }
  await admitNext(deps, crawl);
  if (crawl.open === 0) await endWhenDone(deps, crawl.id);
}

async function repair(deps: LifecycleDeps, crawl: Crawl): Promise<void> {
  const { store, clock } = deps;
  if (!(await store.touch(crawl.id, crawl.touchedAtMs, clock.now()))) return;
  if (crawl.status !== 'running') {
    await finalizeOnce(deps, crawl);
    return;
  }
  if (isLate(deps, crawl)) {
    await endLate(deps, crawl);
    return;
  }
  await sendPages(deps, crawl, stalled(await allRows(store, crawl.id), crawl, clock.now()));
  await admitNext(deps, crawl);
  await endWhenDone(deps, crawl.id);
}

export const createCrawlLifecycle = (deps: LifecycleDeps): CrawlLifecycle => ({
  afterCommit: (...commit) => afterCommit(deps, ...commit),
  repair: (crawl) => repair(deps, crawl),
  endEarly: (...end) => endEarly(deps, ...end),
});
