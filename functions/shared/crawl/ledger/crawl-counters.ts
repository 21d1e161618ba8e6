import type { CrawlData } from '#shared/contract/crawl.ts';
import type { CommitGroup, Crawl, CrawlRow, DiscoveredUrl, FinishedRow, RowState } from './crawl.ts';
import { type BoundedCounter, countsOf } from './crawl-room.ts';
import { withRepeats } from './repeats.ts';

/** Counters of the crawl's own row. The transaction that writes a step of the journal updates them. */
export const counters = [
  'open',
  'admitted',
  'reads',
  'delivered',
  'failed',
  'duplicate',
  'excluded',
  'robots',
  'outOfScope',
  'groups',
  'discovered',
  'sitemaps',
] as const satisfies readonly (keyof Crawl)[];

const isPage = ({ kind }: Pick<CrawlRow, 'kind'>): boolean => kind === 'page';

/** A page without a result: its place in the limit goes to another page. */
const givesPlaceBack = (row: FinishedRow): boolean => isPage(row) && row.state !== 'delivered';

/** The bounded counters after these rows are finished. */
export const withoutFinished = (
  { admitted, open, reads }: Pick<Crawl, BoundedCounter>,
  finished: readonly FinishedRow[],
): Pick<Crawl, BoundedCounter> => ({
  admitted: admitted - finished.filter(givesPlaceBack).length,
  open: open - finished.length,
  reads: reads - finished.filter(({ isUnread }) => isUnread === true).length,
});

const pagesIn = (
  rows: readonly (Pick<CrawlRow, 'kind' | 'state'> | DiscoveredUrl)[],
  wanted: RowState,
): number => rows.filter((row) => isPage(row) && row.state === wanted).length;

/** The crawl after a commit. */
export function afterCommit(
  crawl: Crawl,
  finished: readonly FinishedRow[],
  { nowMs, scopeUrl, discovered }: Pick<CommitGroup, 'nowMs' | 'scopeUrl' | 'discovered'>,
): Crawl {
  const delivered = finished.filter(({ state }) => state === 'delivered');
  const decided = (state: 'duplicate' | 'excluded' | 'outOfScope'): number =>
    crawl[state] + pagesIn(finished, state) + pagesIn(discovered, state);
  return {
    ...crawl,
    ...withoutFinished(crawl, finished),
    delivered: crawl.delivered + delivered.length,
    failed: crawl.failed + pagesIn(finished, 'failed'),
    duplicate: decided('duplicate'),
    excluded: decided('excluded'),
    outOfScope: decided('outOfScope'),
    robots: crawl.robots + pagesIn(finished, 'robots'),
    discovered: crawl.discovered + discovered.length,
    sitemaps: crawl.sitemaps + discovered.filter((row) => !isPage(row)).length,
    repeats: withRepeats(crawl.repeats, finished),
    groups: crawl.groups + (delivered.length > 0 ? 1 : 0),
    usesCloud: crawl.usesCloud || delivered.some(({ usesCloud }) => usesCloud === true),
    touchedAtMs: nowMs,
    ...(scopeUrl === undefined ? {} : { scopeUrl }),
  };
}

/** The crawl after these rows are queued. */
export function withQueued(crawl: Crawl, rows: readonly CrawlRow[]): Crawl {
  const { admitted, open, reads } = countsOf(rows);
  return {
    ...crawl,
    admitted: crawl.admitted + admitted,
    open: crawl.open + open,
    reads: crawl.reads + reads,
  };
}

/**
 * Failed pages count as completed although they take no place in the limit. A batch knows all of its URLs, and those that
 * robots.txt forbids are among them.
 */
export const progressOf = ({
  kind,
  discovered,
  status,
  admitted,
  delivered,
  failed,
  robots,
}: Crawl): Pick<CrawlData, 'total' | 'completed' | 'status'> =>
  kind === 'batch'
    ? { total: discovered, completed: delivered + failed + robots, status }
    : { total: admitted + failed, completed: delivered + failed, status };
