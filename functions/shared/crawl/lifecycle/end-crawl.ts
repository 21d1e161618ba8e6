import { nothingConsumed, type Reservation, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { leftSitemapUnread, sift } from '#shared/crawl/frontier/best-waiting.ts';
import { shallowEnough } from '#shared/crawl/frontier/shortest-paths.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { mayRead, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { dayKey, monthKey } from '#shared/kernel/clock.ts';
import { byPriority } from '#shared/crawl/frontier/frontier.ts';
import { type AdmitDeps, admitRows } from './admit-waiting.ts';

export interface EndDeps extends AdmitDeps {
  readonly store: CrawlStore;
  readonly usage: Pick<UsageLedger, 'settle'>;
  readonly announce: Pick<AnnounceCrawl, 'everything'>;
}

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

/** A crawl's reservation, in the month and on the day in which it was made. */
const reservationOf = ({
  id,
  reservationId,
  accountId,
  countedAs,
  limit,
  createdAtMs,
  kind,
}: Crawl): Reservation => ({
  id: reservationId ?? id,
  isListed: reservationId !== undefined,
  accountId,
  keyId: countedAs,
  operation: kind ?? 'crawl',
  units: limit,
  places: 0,
  month: monthKey(createdAtMs),
  day: dayKey(createdAtMs),
  // Nothing says whether the writes of its start were repeated, and its settlement may be.
  isUncertain: true,
});

/** Settles the usage of an ended crawl and queues its last webhooks. May be repeated. */
async function finalize({ store, usage, announce, clock }: EndDeps, crawl: Crawl): Promise<void> {
  const { delivered, code, endedAtMs = clock.now() } = crawl;
  const consumed = { requests: delivered, pages: delivered, ai: 0 };
  await usage.settle(reservationOf(crawl), consumed, { endedAtMs, status: 200, code });
  await announce.everything(crawl);
  await store.finalize(crawl.id);
}

/** Finalizes a crawl if it has ended and is not finalized yet. */
export async function finalizeOnce(deps: EndDeps, crawl: Crawl | undefined): Promise<void> {
  if (crawl !== undefined && crawl.status !== 'running' && !crawl.finalized) await finalize(deps, crawl);
}

type WithdrawalStore = Pick<CrawlStore, 'create' | 'end' | 'finalize'>;

/** Ends and refunds a crawl whose start failed. Its caller has no id of it, but lists of crawls show it. */
export async function withdrawCrawl(
  { store, usage }: { readonly store: WithdrawalStore } & Pick<EndDeps, 'usage'>,
  { crawl, seed, isGivenUp }: { readonly crawl: Crawl; readonly seed: CrawlRow; readonly isGivenUp: boolean },
): Promise<void> {
  const { id, createdAtMs, kind = 'crawl' } = crawl;
  const failure = {
    status: 'failed' as const,
    code: isGivenUp ? ('CRAWL_CANCELLED' as const) : ('INTERNAL_ERROR' as const),
    error: isGivenUp
      ? `The request ended before the ${kind} was stored.`
      : `The ${kind} could not be started.`,
  };
  const end = () => store.end(id, { ...failure, nowMs: createdAtMs });
  // A write that is carried out only now finds this crawl, and changes nothing.
  if (!(await end()))
    await store.create({ ...crawl, ...failure, endedAtMs: createdAtMs }, seed).catch(() => end());
  await store.finalize(id);
  await usage.settle(reservationOf(crawl), nothingConsumed);
}

/** Ends a running crawl before it is done, and finalizes it. False when it had ended already. */
export async function endEarly(
  deps: EndDeps,
  crawl: Crawl,
  code: 'CRAWL_CANCELLED' | 'CRAWL_DEADLINE',
  error: string,
): Promise<boolean> {
  const { store, clock } = deps;
  const hasEnded = await store.end(crawl.id, { status: 'failed', code, error, nowMs: clock.now() });
  await finalizeOnce(deps, await store.find(crawl.id));
  return hasEnded;
}

/** How a crawl with nothing left to read ends: without a readable seed it has failed. A batch is done with its URLs. */
function endOf(crawl: Crawl, rows: readonly CrawlRow[], nowMs: number): Parameters<CrawlStore['end']>[1] {
  const seed = rows.find(({ isSeed }) => isSeed === true);
  if (crawl.kind === 'batch' || crawl.delivered > 0 || (seed?.state !== 'failed' && seed?.state !== 'robots'))
    return { status: 'completed', nowMs };
  const code = seed.state === 'robots' ? 'ROBOTS_FORBIDS' : (seed.code as Crawl['code']);
  return {
    status: 'failed',
    nowMs,
    error: `The seed URL could not be read: ${seed.reason ?? 'no reason is known'}`,
    ...(code === undefined ? {} : { code }),
  };
}

const readsWarning = ({ limit, reads, delivered }: Crawl): string =>
  `The crawl read ${reads} URLs, the most that a limit of ${limit} allows, and delivered ${delivered} pages; the other URLs failed, repeat known pages, or are sitemaps.`;

const sitemapsWarning =
  'Some sitemaps were not read: sitemaps may take half of the reads of a crawl. A higher limit reads more of them.';

/** Whether sitemaps still wait although their share of the reads is used up. */
const isOverSitemapShare = (crawl: Crawl, rows: readonly CrawlRow[]): boolean =>
  !mayRead(crawl, 'sitemap') && rows.some(({ kind, state }) => kind === 'sitemap' && state === 'waiting');

/** The most frequent reason why pages were not delivered, when none was; `undefined` when none has a reason. */
function nothingWarning({ delivered }: Crawl, rows: readonly CrawlRow[]): string | undefined {
  if (delivered > 0) return undefined;
  const pages = rows.filter(({ kind }) => kind === 'page');
  const byReason = Map.groupBy(pages, ({ reason }) => reason);
  const [frequent] = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  const [reason, { length } = []] = frequent ?? [];
  return reason === undefined
    ? undefined
    : `No page was delivered. The most frequent reason, for ${length} of ${pages.length} URLs: ${reason.replace(/\.$/, '')}.`;
}

function warningsOf(crawl: Crawl, rows: readonly CrawlRow[], unread: readonly CrawlRow[]): readonly string[] {
  return [
    ...(unread.length > 0 ? [readsWarning(crawl)] : []),
    ...(leftSitemapUnread(rows) || isOverSitemapShare(crawl, rows) ? [sitemapsWarning] : []),
  ];
}

/** Rows that were too deep and have a path that is short enough. Most crawls have none, and their links are not read. */
async function nearerRows(
  { store }: EndDeps,
  { id, request }: Crawl,
  rows: readonly CrawlRow[],
): Promise<readonly CrawlRow[]> {
  if (!rows.some(({ state }) => state === 'tooDeep')) return [];
  return shallowEnough(rows, await store.links(id), request.maxDiscoveryDepth);
}

/** All waiting rows, best first, including those that the index does not show yet and those with a new shorter path. */
async function allWaiting(
  deps: EndDeps,
  crawl: Crawl,
  rows: readonly CrawlRow[],
): Promise<readonly CrawlRow[]> {
  const { store, clock } = deps;
  const nearer = await nearerRows(deps, crawl, rows);
  if (nearer.length > 0) await store.reconsider(crawl.id, nearer);
  const waiting = [...rows.filter(({ state }) => state === 'waiting'), ...nearer];
  const { worthReading, notRead } = sift(crawl, waiting);
  if (notRead.length > 0) await store.exclude(crawl.id, notRead, clock.now());
  return worthReading.toSorted(byPriority);
}

/** Ends and finalizes a crawl with nothing open, unless rows still wait that may be read: those are admitted. */
export async function endWhenDone(deps: EndDeps, id: string): Promise<void> {
  const { store, clock } = deps;
  const crawl = await store.find(id);
  if (crawl === undefined || crawl.status !== 'running' || crawl.open > 0) return;
  const rows = await allRows(store, id);
  const waiting = roomOf(crawl).admitted > 0 ? await allWaiting(deps, crawl, rows) : [];
  const readable = waiting.filter(({ kind }) => mayRead(crawl, kind));
  if (readable.length > 0) {
    // When none is moved, another worker moved them or ended the crawl, and goes on from there.
    await admitRows(deps, crawl, readable.slice(0, crawl.concurrency));
    return;
  }
  const end = endOf(crawl, rows, clock.now());
  const warnings = warningsOf(crawl, rows, waiting);
  // A crawl that failed says why in its error.
  const nothing = end.status === 'completed' ? nothingWarning(crawl, rows) : undefined;
  const all = nothing === undefined ? warnings : [...warnings, nothing];
  const warning = all.length === 0 ? {} : { warning: all.join(' ') };
  if (await store.end(id, { ...end, ...warning })) await finalizeOnce(deps, await store.find(id));
}
