import type { CrawlPage } from '#shared/contract/crawl.ts';
import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type FinishedRow,
  mostWays,
  wayDigits,
} from '#shared/crawl/ledger/crawl.ts';
import { withoutFinished } from '#shared/crawl/ledger/crawl-counters.ts';
import { mayAdmitPage, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { repeatingReason } from '#shared/crawl/ledger/repeats.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { bestWaiting } from '#shared/crawl/frontier/best-waiting.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { RowOutcome } from './finish-page.ts';
import { mostDiscovered } from '#shared/crawl/frontier/crawl-limits.ts';

export interface CommitOutcomesDeps {
  readonly store: Pick<CrawlStore, 'record' | 'bestWaiting' | 'exclude' | 'commit'>;
  readonly results: CrawlResults;
  readonly lifecycle: Pick<CrawlLifecycle, 'afterCommit'>;
  readonly clock: Clock;
}

type Finished = Extract<RowOutcome, { kind: 'finished' }>;

/** The seed and rendered pages may end at an address that another row already has. */
function endingOf({ finished, finalHash }: Finished, fresh: readonly DiscoveredUrl[]): FinishedRow {
  const isKnown =
    finalHash !== undefined &&
    !fresh.some(({ hash, readAs }) => hash === finalHash && readAs === finished.hash);
  return isKnown && finished.state === 'delivered'
    ? { ...finished, state: 'duplicate', reason: 'leads to a page that is known' }
    : finished;
}

/** A redirect is no page of its own, but one to a new address leads on. */
function withTarget(
  finished: FinishedRow,
  { page, discovered }: Finished,
  fresh: ReadonlySet<string>,
): FinishedRow {
  const isRedirect = page === undefined && finished.state === 'duplicate';
  return isRedirect && discovered.some(({ hash }) => fresh.has(hash))
    ? { ...finished, leadsToNew: true }
    : finished;
}

/** A URL whose pattern only repeats known pages is recorded as excluded, and not read. */
function withoutRepeating({ repeats }: Crawl, found: DiscoveredUrl): DiscoveredUrl {
  const isRead = found.kind === 'page' && found.state === 'waiting';
  const reason = isRead ? repeatingReason(repeats, found.url) : undefined;
  return reason === undefined ? found : { ...found, state: 'excluded', reason };
}

/** Most of these are in every page's navigation: no hop can bring them nearer. */
const nearestDepth = 1;

const settledHashes = (knownDepths: ReadonlyMap<string, number>): ReadonlySet<string> =>
  new Set(
    [...knownDepths].filter(([, depth]) => depth <= nearestDepth).map(([hash]) => hash.slice(0, wayDigits)),
  );

/** Keeps of what a row leads to the addresses that a shorter way to it would bring nearer. */
function withWays({ leadsTo = [], ...row }: FinishedRow, settled: ReadonlySet<string>): FinishedRow {
  const kept = leadsTo.filter(({ to, hops }) => hops === 0 || !settled.has(to)).slice(0, mostWays);
  return kept.length === 0 ? row : { ...row, leadsTo: kept };
}

/** Each address once, on the shortest way that led to it; the address of a page that was read is that page's. */
function nearestOf(discovered: readonly DiscoveredUrl[]): readonly DiscoveredUrl[] {
  const found = new Map<string, DiscoveredUrl>();
  for (const url of discovered) {
    const known = found.get(url.hash);
    const isBetter = url.readAs !== undefined || url.depth < (known?.depth ?? Number.POSITIVE_INFINITY);
    if (known?.readAs === undefined && isBetter) found.set(url.hash, url);
  }
  return [...found.values()];
}

/** Of so many times as many rows as are needed, a group draws its successors while the limit is far. */
const lots = 4;
const lotOf = (hash = ''): number => Number.parseInt(hash.slice(0, 4), 16) % lots;

/**
 * Workers that choose at the same time would all choose the best, and all but one would have to write their groups
 * again. So each begins with a lot of its own, and fills up with what the others take last. Only rows of one depth
 * are drawn: a page read before its elders would give what it leads to a greater depth than it has.
 */
function drawn(best: readonly CrawlRow[], [first]: readonly FinishedRow[]): readonly CrawlRow[] {
  const lot = lotOf(first?.hash);
  const own = best.filter(({ hash }) => lotOf(hash) === lot);
  return [...own, ...best.filter(({ hash }) => lotOf(hash) !== lot).toReversed()];
}

/** When room is short, addresses that are only noted must not take it from pages. */
const readableFirst = (a: DiscoveredUrl, b: DiscoveredUrl): number =>
  Number(b.state === 'waiting') - Number(a.state === 'waiting');

/**
 * Links and results first, then the rows: a parent closes only when its children are known, and a page counts as
 * delivered only when its content can be read. What turns out to be no page of its own lies in the object unread.
 * Resolves to the crawl as it is then known.
 */
export function createCommitOutcomes({ store, results, lifecycle, clock }: CommitOutcomesDeps) {
  /** Who may take the places that these rows leave, as far as the crawl is known. */
  const successorsOf = async (
    crawl: Crawl,
    finished: readonly FinishedRow[],
  ): Promise<readonly CrawlRow[]> => {
    const closed = { ...crawl, ...withoutFinished(crawl, finished) };
    if (!mayAdmitPage(closed)) return [];
    const places = roomOf(closed).open;
    const window = roomOf(crawl).admitted > places * lots ? places * lots : places;
    const best = await bestWaiting(store, crawl, window, clock.now());
    const alike = best.filter(({ depth }) => depth === best[0]?.depth);
    return (alike.length > places ? drawn(alike, finished) : best).slice(0, places);
  };

  return async (crawl: Crawl, outcomes: readonly RowOutcome[]): Promise<Crawl> => {
    const done = outcomes.filter((outcome) => outcome.kind === 'finished');
    if (done.length === 0) return crawl;
    const found = nearestOf(done.flatMap(({ discovered }) => discovered)).map((url) =>
      withoutRepeating(crawl, url),
    );
    const room = Math.max(0, mostDiscovered(crawl.limit) - crawl.discovered);
    const pages = new Map<string, CrawlPage>(
      done.flatMap(({ page, finished: { hash, state } }) =>
        page !== undefined && state === 'delivered' ? [[hash, page] as const] : [],
      ),
    );
    const [{ fresh, knownDepths }, objectName] = await Promise.all([
      store.record(crawl, found.toSorted(readableFirst), room),
      pages.size === 0 ? '' : results.put(crawl.id, pages),
    ]);
    const settled = settledHashes(knownDepths);
    const leadOn = new Set(fresh.filter(({ state }) => state === 'waiting').map(({ hash }) => hash));
    const finished = done.map((outcome) =>
      withTarget(withWays(endingOf(outcome, fresh), settled), outcome, leadOn),
    );
    // As late as can be: what waits now may be somebody else's in a moment.
    const successors = await successorsOf(crawl, finished);
    const scopeUrl = done.find((outcome) => outcome.scopeUrl !== undefined)?.scopeUrl;
    const outcome = await store.commit(crawl.id, {
      finished,
      objectName,
      discovered: fresh,
      successors,
      nowMs: clock.now(),
      ...(scopeUrl === undefined ? {} : { scopeUrl }),
    });
    if (outcome.crawl !== undefined)
      await lifecycle.afterCommit(outcome.crawl, outcome.batch, outcome.admitted);
    return outcome.crawl ?? crawl;
  };
}
