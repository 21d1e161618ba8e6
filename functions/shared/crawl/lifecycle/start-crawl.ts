import type { CrawlRequest } from '#shared/contract/crawl.ts';
import { webUrlCandidates } from '#shared/contract/fields.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { type Clock, monthKey } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { nothingConsumed, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import { longestPageMs } from '#shared/crawl/frontier/crawl-limits.ts';
import { longestCrawlDelaySeconds } from '#shared/crawl/frontier/host-slots.ts';

export interface StartCrawlDeps {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly usage: UsageLedger;
  readonly announce: AnnounceCrawl;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Pages at once of one crawl, whatever the plan says. */
  readonly maxConcurrency: number;
  readonly retentionDays: number;
}

export interface CrawlCaller {
  readonly key: ApiKey;
  readonly plan: Plan;
}

const dayMs = 86_400_000;
/** A crawl is one item of DynamoDB, which holds 400 KB; every commit pays for its size. */
const maxRequestBytes = 300_000;
/**
 * A crawl gets time to read its pages one after the other, at the slowest pace that it lets robots.txt or the caller
 * ask for, and never more than a day.
 */
const deadlineMs = ({ limit, delay }: CrawlRequest): number =>
  Math.min(dayMs, 15 * 60_000 + limit * (6_000 + Math.max(delay, longestCrawlDelaySeconds) * 1000));
/** The sweeper ends a crawl at its deadline; the reservation must still be there to be settled. */
const reservationMarginMs = 3_600_000;
/** Others may spend the allowance between our look and our reservation. */
const maxReservations = 5;

/** The address that a crawl begins with; the scheme that a caller left out is taken to be https. */
export const seedUrlOf = ({ url }: CrawlRequest): string =>
  canonicalUrl(webUrlCandidates(url)?.[0] ?? '') ?? url;

/**
 * Compiles the request's patterns and sees whether the ledger can keep it, so that what is wrong is told before
 * anything is counted. Throws AppError.
 */
export function requireUsableRequest(request: CrawlRequest): void {
  if (Buffer.byteLength(JSON.stringify(request)) > maxRequestBytes)
    throw new AppError(
      'INVALID_REQUEST',
      `includes, excludes, includePaths, excludePaths, webhook: have more than ${maxRequestBytes} bytes together`,
    );
  try {
    createFrontier({ request, createdAtMs: 0 }, seedUrlOf(request));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('INVALID_REQUEST', `includePaths, excludePaths: ${error.message}`, { cause: error });
  }
}

const seedRow = (request: CrawlRequest, hash: string): CrawlRow => ({
  hash,
  url: seedUrlOf(request),
  kind: 'page',
  state: 'queued',
  depth: 0,
  priority: '000',
  isSeed: true,
  attempt: 0,
});

/** Reserves what the crawl may cost, writes it down and sends its first page on its way. */
export function createStartCrawl(deps: StartCrawlDeps) {
  const { store, queue, usage, announce, clock } = deps;

  /** As much of `limit` as the month's allowance still holds. Throws QUOTA_EXCEEDED when it holds nothing. */
  async function reserve(
    id: string,
    limit: number,
    { key, plan }: CrawlCaller,
    { nowMs, dueAtMs }: { readonly nowMs: number; readonly dueAtMs: number },
  ): Promise<number> {
    const { accountId } = key;
    const allowance = plan.monthlyRequests;
    for (let attempt = 0; attempt < maxReservations; attempt += 1) {
      const left =
        allowance === null ? limit : allowance - (await usage.read(accountId, monthKey(nowMs))).used;
      const units = Math.min(limit, left);
      if (units <= 0) break;
      const { kind } = await usage.reserve({
        id,
        accountId,
        operation: 'crawl',
        units,
        allowance,
        // A crawl outlives its request, which has a place of its own.
        requestsAtOnce: null,
        nowMs,
        dueAtMs,
      });
      if (kind === 'reserved') return units;
    }
    throw new AppError(
      'QUOTA_EXCEEDED',
      `The ${plan.id} plan's ${plan.monthlyRequests} requests of this month are used up.`,
    );
  }

  return async (request: CrawlRequest, caller: CrawlCaller): Promise<Crawl> => {
    const { key, plan } = caller;
    const id = newId('crawl');
    const nowMs = clock.now();
    const endsAtMs = nowMs + deadlineMs(request);
    const limit = await reserve(id, request.limit, caller, {
      // Settlement looks for the reservation in the month in which the crawl was made.
      nowMs,
      dueAtMs: endsAtMs + reservationMarginMs,
    });
    const crawl: Crawl = {
      id,
      accountId: key.accountId,
      keyId: key.keyId,
      request,
      limit,
      concurrency: Math.min(
        request.maxConcurrency ?? plan.pagesAtOnce,
        plan.pagesAtOnce,
        deps.maxConcurrency,
      ),
      status: 'running',
      admitted: 1,
      open: 1,
      reads: 1,
      delivered: 0,
      failed: 0,
      duplicate: 0,
      excluded: 0,
      robots: 0,
      outOfScope: 0,
      discovered: 1,
      sitemaps: 0,
      repeats: {},
      batches: 0,
      usesCloud: false,
      warnings: [
        ...(limit < request.limit
          ? [`limit was lowered from ${request.limit} to ${limit}, what is left of this month's requests.`]
          : []),
        ...((request.scrapeOptions.timeout ?? 0) > longestPageMs
          ? [
              `scrapeOptions.timeout was lowered to ${longestPageMs}, the most that a page of a crawl may take.`,
            ]
          : []),
      ],
      ...(request.webhook === undefined ? {} : { webhookSecret: key.webhookSecret }),
      createdAtMs: nowMs,
      touchedAtMs: nowMs,
      deadlineMs: endsAtMs,
      expiresAtMs: nowMs + deps.retentionDays * dayMs,
      finalized: false,
    };
    const seed = seedRow(request, createFrontier(crawl, seedUrlOf(request)).hashOf(seedUrlOf(request)) ?? id);
    try {
      await store.create(crawl, seed);
    } catch (error) {
      // The write may have been made and its answer lost: a crawl that nobody was told of must not go on.
      await store.end(id, { status: 'failed', code: 'INTERNAL_ERROR', error: 'It did not start.', nowMs });
      await store.finalize(id);
      const { month, day } = { month: monthKey(nowMs), day: new Date(nowMs).toISOString().slice(0, 10) };
      await usage.settle(
        { id, accountId: key.accountId, operation: 'crawl', units: limit, places: 0, month, day },
        nothingConsumed,
      );
      throw error;
    }
    try {
      await queue.send([{ crawlId: id, accountId: key.accountId, hash: seed.hash }]);
      await announce.started(crawl);
    } catch (error) {
      // The crawl is written down: whoever looks after it sends what was not sent.
      deps.logger.error('the first message of a crawl was not sent', error, { crawlId: id });
    }
    return crawl;
  };
}
