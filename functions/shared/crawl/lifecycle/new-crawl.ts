import type { CrawlRequest } from '#shared/contract/crawl.ts';
import { webUrlCandidates } from '#shared/contract/fields.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { maxPageMs } from '#shared/contract/time-limits.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { maxCrawlDelaySeconds } from '#shared/crawl/pace/host-slots.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';

export interface CrawlCaller {
  readonly key: ApiKey;
  readonly plan: Plan;
}

export interface CrawlLimits {
  /** Pages of one crawl that are read at once, even if the plan allows more. */
  readonly maxConcurrency: number;
  readonly retentionDays: number;
}

const dayMs = 86_400_000;

/**
 * How long a crawl may take: enough to read its pages one after the other, at the slowest pace that robots.txt or the
 * caller may ask for, and never more than a day.
 */
export const maxCrawlMs = ({ limit, delay }: CrawlRequest): number =>
  Math.min(dayMs, 15 * 60_000 + limit * (6_000 + Math.max(delay, maxCrawlDelaySeconds) * 1000));

/** The URL that a crawl begins with; a missing scheme means https. */
export const seedUrlOf = ({ url }: CrawlRequest): string =>
  canonicalUrl(webUrlCandidates(url)?.[0] ?? '') ?? url;

/** The counters of a crawl whose seed is queued. */
const firstCounts = {
  admitted: 1,
  open: 1,
  reads: 1,
  discovered: 1,
  delivered: 0,
  failed: 0,
  duplicate: 0,
  excluded: 0,
  robots: 0,
  outOfScope: 0,
  sitemaps: 0,
  repeats: {},
  groups: 0,
} as const satisfies Partial<Crawl>;

const warningsOf = ({ scrapeOptions }: CrawlRequest): readonly string[] =>
  (scrapeOptions.timeout ?? 0) > maxPageMs
    ? [`scrapeOptions.timeout was lowered to ${maxPageMs}, the maximum for a page of a crawl.`]
    : [];

/** A crawl as it starts. `limit` is the part of the request's limit that is reserved. */
export function newCrawl(
  { id, reservationId, limit, createdAtMs }: Pick<Crawl, 'id' | 'reservationId' | 'limit' | 'createdAtMs'>,
  request: CrawlRequest,
  { key, plan }: CrawlCaller,
  { maxConcurrency, retentionDays }: CrawlLimits,
): Crawl {
  const { pagesAtOnce } = plan;
  return {
    id,
    ...(reservationId === undefined ? {} : { reservationId }),
    accountId: key.accountId,
    keyId: key.keyId,
    countedAs: key.countedAs,
    request,
    limit,
    concurrency: Math.min(request.maxConcurrency ?? pagesAtOnce, pagesAtOnce, maxConcurrency),
    status: 'running',
    ...firstCounts,
    usesCloud: false,
    warnings: warningsOf(request),
    ...(request.webhook === undefined ? {} : { webhookSecret: key.webhookSecret }),
    createdAtMs,
    touchedAtMs: createdAtMs,
    deadlineMs: createdAtMs + maxCrawlMs(request),
    expiresAtMs: createdAtMs + retentionDays * dayMs,
    finalized: false,
  };
}

export function seedRow(crawl: Crawl): CrawlRow {
  const url = seedUrlOf(crawl.request);
  return {
    hash: createFrontier(crawl, url).hashOf(url) ?? crawl.id,
    url,
    kind: 'page',
    state: 'queued',
    depth: 0,
    priority: '000',
    isSeed: true,
    attempt: 0,
  };
}
