import type { CrawlCoverage } from '#shared/contract/crawl.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { Clock } from '#shared/kernel/clock.ts';

type ReportedState = Exclude<keyof CrawlCoverage, 'discovered'>;

/** Workers notice within this time that their crawl was ended early; until then they may still record URLs. */
const settlingMs = 10_000;

const endedEarly = new Set<ErrorCode>(['CRAWL_CANCELLED', 'CRAWL_DEADLINE']);

/** The state under which callers see a row; `undefined` for sitemaps and feeds. */
export function reportedStateOf(
  { status, code }: Pick<Crawl, 'status' | 'code'>,
  { kind, state }: Pick<CrawlRow, 'kind' | 'state'>,
): ReportedState | undefined {
  if (kind !== 'page' || state === 'read') return undefined;
  const isRunning = status === 'running';
  const isUnfinished = state === 'queued' || state === 'leased' || state === 'waiting';
  if (isUnfinished && code !== undefined && endedEarly.has(code)) return 'unread';
  // A crawl that failed leaves pages that a worker had begun to read.
  if (state === 'queued' || state === 'leased') return isRunning ? 'pending' : 'failed';
  // An ended crawl has no pending pages: rows that still wait are over the limit.
  if (state === 'waiting') return isRunning ? 'pending' : 'overLimit';
  // A shorter path may still be found.
  if (state === 'tooDeep') return isRunning ? 'pending' : 'outOfScope';
  return state;
}

const nothing: CrawlCoverage = {
  discovered: 0,
  delivered: 0,
  duplicate: 0,
  excluded: 0,
  robots: 0,
  outOfScope: 0,
  overLimit: 0,
  unread: 0,
  failed: 0,
  pending: 0,
};

/** Adds these rows to the coverage counted before. */
export function countCoverage(
  crawl: Pick<Crawl, 'status' | 'code'>,
  rows: readonly CrawlRow[],
  before: CrawlCoverage = nothing,
): CrawlCoverage {
  const coverage = { ...before };
  for (const row of rows) {
    const state = reportedStateOf(crawl, row);
    if (state === undefined) continue;
    coverage[state] += 1;
    coverage.discovered += 1;
  }
  return coverage;
}

/** Counts a large ledger page by page, so that its rows are never all in memory. */
async function countAll(crawl: Crawl, store: Pick<CrawlStore, 'rows'>): Promise<CrawlCoverage> {
  let coverage = nothing;
  let cursor: string | undefined;
  do {
    const part = await store.rows(crawl.id, cursor);
    coverage = countCoverage(crawl, part.rows, coverage);
    cursor = part.cursor;
  } while (cursor !== undefined);
  return coverage;
}

/** The coverage of a running crawl, from its counters. */
export function runningCoverage(crawl: Crawl): CrawlCoverage {
  const { admitted, delivered, failed, duplicate, excluded, robots, outOfScope } = crawl;
  const decided = delivered + failed + duplicate + excluded + robots + outOfScope;
  const found = crawl.discovered - crawl.sitemaps;
  // The open pages (`admitted` - `delivered`) are exact. `discovered` lags: links count when their page is committed.
  const pending = Math.max(admitted - delivered, found - decided);
  return {
    discovered: decided + pending,
    delivered,
    duplicate,
    excluded,
    robots,
    outOfScope,
    overLimit: 0,
    unread: 0,
    failed,
    pending,
  };
}

/** How many discovered pages are in which state. The rows are counted once, after the crawl has ended. */
export async function coverageOf(
  crawl: Crawl,
  { store, clock }: { readonly store: Pick<CrawlStore, 'rows' | 'keepCoverage'>; readonly clock: Clock },
): Promise<CrawlCoverage> {
  if (crawl.status === 'running') return runningCoverage(crawl);
  // What an older version has kept lacks `unread`, and is counted again.
  if (crawl.coverage !== undefined && Object.hasOwn(crawl.coverage, 'unread')) return crawl.coverage;
  const coverage = await countAll(crawl, store);
  const isSettled = crawl.open === 0 || clock.now() >= (crawl.endedAtMs ?? 0) + settlingMs;
  if (isSettled) await store.keepCoverage(crawl.id, coverage);
  return coverage;
}
