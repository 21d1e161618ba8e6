import type { CrawlPage } from '#shared/contract/crawl.ts';
import {
  type Crawl,
  type DiscoveredUrl,
  type FinishedRow,
  type Links,
  maxEdges,
  edgeHashDigits,
} from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { rememberKnownUrls } from '#shared/crawl/ledger/known-urls.ts';
import { repeatingReason } from '#shared/crawl/ledger/repeats.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ChangeTracker } from '#shared/scrape/change-tracker.ts';
import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { chooseSuccessors } from './choose-successors.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { RowOutcome } from './finish-page.ts';
import { maxDiscovered } from '#shared/crawl/frontier/crawl-limits.ts';

export interface CommitOutcomesDeps {
  readonly store: Pick<CrawlStore, 'record' | 'keepLinks' | 'bestWaiting' | 'exclude' | 'commit'>;
  readonly results: CrawlResults;
  readonly changes: Pick<ChangeTracker, 'keep'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'afterCommit'>;
  readonly clock: Clock;
}

type Finished = Extract<RowOutcome, { kind: 'finished' }>;

/** Seeds and rendered pages may end at a URL that has a row already. */
function endingOf({ finished, finalHash }: Finished, fresh: readonly DiscoveredUrl[]): FinishedRow {
  const isKnown =
    finalHash !== undefined &&
    !fresh.some(({ hash, readAs }) => hash === finalHash && readAs === finished.hash);
  return isKnown && finished.state === 'delivered'
    ? { ...finished, state: 'duplicate', reason: 'leads to a known page' }
    : finished;
}

/** Marks redirects that found a new URL. */
function withTarget(
  finished: FinishedRow,
  { isRedirect, discovered }: Finished,
  fresh: ReadonlySet<string>,
): FinishedRow {
  return isRedirect === true &&
    finished.state === 'duplicate' &&
    discovered.some(({ hash }) => fresh.has(hash))
    ? { ...finished, leadsToNew: true }
    : finished;
}

/** A URL whose pattern only repeats known pages is recorded as excluded, and not read. */
function withoutRepeating({ repeats }: Crawl, found: DiscoveredUrl): DiscoveredUrl {
  const isRead = found.kind === 'page' && found.state === 'waiting';
  const reason = isRead ? repeatingReason(repeats, found.url) : undefined;
  return reason === undefined ? found : { ...found, state: 'excluded', reason };
}

/** Rows at this depth cannot get shallower by a hop; most of them are in every page's navigation. */
const nearestDepth = 1;

const nearestHashes = (knownDepths: ReadonlyMap<string, number>): ReadonlySet<string> =>
  new Set(
    [...knownDepths]
      .filter(([, depth]) => depth <= nearestDepth)
      .map(([hash]) => hash.slice(0, edgeHashDigits)),
  );

/** The edges that may lower the depth of their targets. */
function linksOf(done: readonly Finished[], knownDepths: ReadonlyMap<string, number>): Links {
  const nearest = nearestHashes(knownDepths);
  const kept = done.map(({ finished, edges }) => {
    const useful = edges.filter(({ to, hops }) => hops === 0 || !nearest.has(to));
    return [finished.hash, useful.slice(0, maxEdges)] as const;
  });
  return new Map(kept.filter(([, edges]) => edges.length > 0));
}

/** Each URL once, at its lowest depth; a URL at which a page was read belongs to that page. */
function nearestOf(discovered: readonly DiscoveredUrl[]): readonly DiscoveredUrl[] {
  const found = new Map<string, DiscoveredUrl>();
  for (const url of discovered) {
    const known = found.get(url.hash);
    const isBetter = url.readAs !== undefined || url.depth < (known?.depth ?? Number.POSITIVE_INFINITY);
    if (known?.readAs === undefined && isBetter) found.set(url.hash, url);
  }
  return [...found.values()];
}

/** When room is short, URLs that are only counted must not take it from pages. */
const readableFirst = (a: DiscoveredUrl, b: DiscoveredUrl): number =>
  Number(b.state === 'waiting') - Number(a.state === 'waiting');

/** The pages to store, by the hashes of their rows. */
const deliveredPages = (done: readonly Finished[]): ReadonlyMap<string, CrawlPage> =>
  new Map(
    done.flatMap(({ page, finished: { hash, state } }) =>
      page !== undefined && state === 'delivered' ? [[hash, page] as const] : [],
    ),
  );

/** Keeps the versions of the pages that were delivered. */
async function keepVersions(
  { changes }: Pick<CommitOutcomesDeps, 'changes'>,
  done: readonly Finished[],
  committed: readonly FinishedRow[],
): Promise<void> {
  const delivered = new Set(committed.filter(({ state }) => state === 'delivered').map(({ hash }) => hash));
  const versions = done.flatMap(({ finished: { hash }, version }) =>
    version !== undefined && delivered.has(hash) ? [version] : [],
  );
  await Promise.all(versions.map(changes.keep));
}

/** The URLs that the group found, as the ledger records them. */
const foundBy = (crawl: Crawl, done: readonly Finished[]): readonly DiscoveredUrl[] =>
  nearestOf(done.flatMap(({ discovered }) => discovered))
    .map((url) => withoutRepeating(crawl, url))
    .toSorted(readableFirst);

/** Commits a group of outcomes. Resolves to the crawl as it is then known. */
export type CommitOutcomes = (crawl: Crawl, outcomes: readonly RowOutcome[]) => Promise<Crawl>;

/**
 * Links and results are written first, then the rows: a parent closes only when its children are known, and a page
 * counts as delivered only when its content can be read. Pages that turn out to be duplicates stay unread in the object. Versions
 * are last: a page that is read again, because its worker died, is compared with what was delivered before.
 */
export function createCommitOutcomes(deps: CommitOutcomesDeps): CommitOutcomes {
  const { store, results, lifecycle, clock } = deps;
  const record = rememberKnownUrls(store.record);
  return async (crawl, outcomes) => {
    const done = outcomes.filter((outcome) => outcome.kind === 'finished');
    if (done.length === 0) return crawl;
    const room = Math.max(0, maxDiscovered(crawl.limit) - crawl.discovered);
    const pages = deliveredPages(done);
    const [{ fresh, knownDepths }, objectName] = await Promise.all([
      record(crawl, foundBy(crawl, done), room),
      pages.size === 0 ? '' : results.put(crawl.id, pages),
    ]);
    const leadOn = new Set(fresh.filter(({ state }) => state === 'waiting').map(({ hash }) => hash));
    const finished = done.map((outcome) => withTarget(endingOf(outcome, fresh), outcome, leadOn));
    await store.keepLinks(crawl, linksOf(done, knownDepths));
    // As late as possible: other workers take waiting rows, too.
    const successors = await chooseSuccessors(store, crawl, finished, clock.now());
    const scopeUrl = done.find((outcome) => outcome.scopeUrl !== undefined)?.scopeUrl;
    const outcome = await store.commit(crawl.id, {
      finished,
      objectName,
      discovered: fresh,
      successors,
      nowMs: clock.now(),
      ...(scopeUrl === undefined ? {} : { scopeUrl }),
    });
    if (outcome.crawl === undefined) return crawl;
    await Promise.all([
      lifecycle.afterCommit(outcome.crawl, outcome.results, outcome.admitted),
      keepVersions(deps, done, outcome.committed),
    ]);
    return outcome.crawl;
  };
}
