import type { CrawlRequest } from '#shared/contract/crawl.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { type Clock, monthKey } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { sendPages } from './admit-waiting.ts';
import { withdrawCrawl } from './end-crawl.ts';
import { type CrawlCaller, type CrawlLimits, maxCrawlMs, newCrawl, seedRow, seedUrlOf } from './new-crawl.ts';

export interface StartCrawlDeps extends CrawlLimits {
  readonly store: Pick<CrawlStore, 'create' | 'end' | 'finalize'>;
  readonly queue: PageQueue;
  readonly usage: UsageLedger;
  readonly announce: AnnounceCrawl;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A crawl is one item of DynamoDB, which holds 400 KB; every commit pays for its size. */
const maxRequestBytes = 300_000;
/** The sweeper ends a crawl at its deadline, and settles a reservation that must still exist. */
const reservationMarginMs = 3_600_000;
/** Other requests may spend the allowance between its reading and the reservation. */
const maxReservations = 5;

/**
 * Compiles the request's patterns and checks that the ledger can keep it, so that a mistake is reported before
 * anything is counted. Throws AppError.
 */
export function requireUsableRequest(request: CrawlRequest): void {
  if (Buffer.byteLength(JSON.stringify(request)) > maxRequestBytes)
    throw new AppError(
      'INVALID_REQUEST',
      `includes, excludes, includePaths, excludePaths, webhook: must not exceed ${maxRequestBytes.toLocaleString('en')} bytes in total`,
    );
  try {
    createFrontier({ request, createdAtMs: 0 }, seedUrlOf(request));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('INVALID_REQUEST', `includePaths, excludePaths: ${error.message}`, { cause: error });
  }
}

/** Reserves as much of `limit` as the month's allowance still holds. Throws QUOTA_EXCEEDED when it holds nothing. */
async function reserve(
  { usage }: Pick<StartCrawlDeps, 'usage'>,
  { id, createdAtMs: nowMs }: Pick<Crawl, 'id' | 'createdAtMs'>,
  request: CrawlRequest,
  { key, plan }: CrawlCaller,
): Promise<number> {
  const { accountId } = key;
  const allowance = plan.monthlyRequests;
  for (let attempt = 0; attempt < maxReservations; attempt += 1) {
    const left =
      allowance === null ? request.limit : allowance - (await usage.read(accountId, monthKey(nowMs))).used;
    const units = Math.min(request.limit, left);
    if (units <= 0) break;
    const { kind } = await usage.reserve({
      id,
      accountId,
      operation: 'crawl',
      units,
      allowance,
      // A crawl outlives its request, which has a place of its own.
      requestsAtOnce: null,
      // Settlement looks for the reservation in the month in which the crawl was made.
      nowMs,
      dueAtMs: nowMs + maxCrawlMs(request) + reservationMarginMs,
    });
    if (kind === 'reserved') return units;
  }
  throw new AppError(
    'QUOTA_EXCEEDED',
    `The ${plan.id} plan's ${allowance} requests of this month are used up.`,
  );
}

/** Reserves what the crawl may cost, stores it and queues its seed. */
export const createStartCrawl =
  (deps: StartCrawlDeps) =>
  async (request: CrawlRequest, caller: CrawlCaller): Promise<Crawl> => {
    const { store, announce, clock, logger } = deps;
    const made = { id: newId('crawl'), createdAtMs: clock.now() };
    const limit = await reserve(deps, made, request, caller);
    const crawl = newCrawl({ ...made, limit }, request, caller, deps);
    const seed = seedRow(crawl);
    try {
      await store.create(crawl, seed);
    } catch (error) {
      // The write may have succeeded although its response was lost.
      await withdrawCrawl(deps, crawl);
      throw error;
    }
    try {
      await sendPages(deps, crawl, [seed]);
      await announce.started(crawl);
    } catch (error) {
      // The crawl is stored: its first repair sends the message.
      logger.error('failed to send the first message of a crawl', error, { crawlId: crawl.id });
    }
    return crawl;
  };
