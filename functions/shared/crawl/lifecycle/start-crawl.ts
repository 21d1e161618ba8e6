import { type CrawlRequest, moreThanHalf } from '#shared/contract/crawl.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { type Asked, newReservationId, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { overAllowance, overBudget } from '#shared/accounts/usage/used-up.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { AnnounceCrawl } from '#shared/crawl/webhooks/announce-crawl.ts';
import { type Clock, monthKey } from '#shared/kernel/clock.ts';
import { within } from '#shared/kernel/deadline.ts';
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

/** A crawl is one item of DynamoDB, and each commit pays for its size. */
const maxRequestBytes = 50_000;
/** The sweeper ends a crawl at its deadline, and settles a reservation that must still exist. */
const reservationMarginMs = 3_600_000;
/** Other requests may spend the allowance between its reading and the reservation. */
const maxReservations = 5;

/** Checks that the ledger can keep a request. Throws AppError, which names the fields that may be large. */
export function requireStorable(request: CrawlRequest, largeFields: string): void {
  if (Buffer.byteLength(JSON.stringify(request)) > maxRequestBytes)
    throw new AppError(
      'INVALID_REQUEST',
      `${largeFields}: must not exceed ${maxRequestBytes.toLocaleString('en')} bytes in total`,
    );
}

/**
 * Compiles the request's patterns and checks that the ledger can keep it, so that a mistake is reported before
 * anything is counted. Throws AppError.
 */
export function requireUsableRequest(request: CrawlRequest): void {
  requireStorable(request, 'includes, excludes, includePaths, excludePaths, scrapeOptions, webhook');
  try {
    createFrontier({ request, createdAtMs: 0 }, seedUrlOf(request));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('INVALID_REQUEST', `includePaths, excludePaths: ${error.message}`, { cause: error });
  }
}

/** How much of this month's allowance and of the key's budget is left, infinite without either, and what running requests hold of each. */
async function requestsLeft(
  { usage }: Pick<StartCrawlDeps, 'usage'>,
  { key, plan }: CrawlCaller,
  nowMs: number,
): Promise<Readonly<Record<'ofAllowance' | 'ofBudget' | 'heldOfAllowance' | 'heldOfBudget', number>>> {
  const { used, reserved, usedByKey, reservedByKey } = await usage.read(
    key.accountId,
    monthKey(nowMs),
    nowMs,
  );
  return {
    heldOfAllowance: reserved,
    heldOfBudget: reservedByKey[key.countedAs] ?? 0,
    ofAllowance: (plan.monthlyRequests ?? Infinity) - used,
    ofBudget: (key.monthlyBudget ?? Infinity) - (usedByKey[key.countedAs] ?? 0),
  };
}

export interface ReservedCrawl {
  readonly reservationId: string;
  readonly limit: number;
  /** What has the fewest requests left: the key's budget, or the month's allowance. */
  readonly leftOf: 'budget' | 'month';
}

interface CrawlReservation {
  readonly request: CrawlRequest;
  readonly operation: Operation;
  readonly caller: CrawlCaller;
  readonly asked: Asked;
}

/**
 * Reserves as much of `limit` as the month's allowance and the key's budget still hold, with `leaveHalf` at most half of
 * that, rounded up. Throws QUOTA_EXCEEDED when one of them holds nothing.
 */
export async function reserveCrawl(
  deps: Pick<StartCrawlDeps, 'usage'>,
  nowMs: number,
  { request, operation, caller, asked }: CrawlReservation,
): Promise<ReservedCrawl> {
  const { key, plan } = caller;
  const isLimited = plan.monthlyRequests !== null || key.monthlyBudget !== undefined;
  let isOverBudget = false;
  let held = 0;
  for (let attempt = 0; attempt < maxReservations; attempt += 1) {
    const { ofAllowance, ofBudget, heldOfAllowance, heldOfBudget } = isLimited
      ? await requestsLeft(deps, caller, nowMs)
      : { ofAllowance: Infinity, ofBudget: Infinity, heldOfAllowance: 0, heldOfBudget: 0 };
    const left = Math.min(ofAllowance, ofBudget);
    const units = Math.min(request.limit, request.leaveHalf ? Math.ceil(left / 2) : left);
    isOverBudget = ofBudget < ofAllowance;
    held = isOverBudget ? heldOfBudget : heldOfAllowance;
    if (units <= 0) break;
    const reservationId = newReservationId(nowMs);
    const { kind } = await deps.usage.reserve({
      id: reservationId,
      accountId: key.accountId,
      keyId: key.countedAs,
      operation,
      units,
      allowance: plan.monthlyRequests,
      budget: key.monthlyBudget ?? null,
      // A crawl outlives its request, which has a place of its own.
      requestsAtOnce: null,
      // Settlement looks for the reservation in the month in which the crawl was made.
      nowMs,
      dueAtMs: nowMs + maxCrawlMs(request) + reservationMarginMs,
      asked,
    });
    if (kind === 'reserved')
      return { reservationId, limit: units, leftOf: isOverBudget ? 'budget' : 'month' };
  }
  const shortage = { left: 0, held };
  throw new AppError(
    'QUOTA_EXCEEDED',
    isOverBudget ? overBudget(key, request.limit, shortage) : overAllowance(plan, request.limit, shortage),
  );
}

export const requestsLeftOf = {
  budget: 'the requests left of the key’s budget this month',
  month: 'the requests left this month',
} as const satisfies Readonly<Record<ReservedCrawl['leftOf'], string>>;

interface Storing {
  readonly crawl: Crawl;
  readonly seed: CrawlRow;
  readonly store: () => Promise<void>;
  /** Aborts when nobody would learn the crawl's id any more. */
  readonly signal: AbortSignal;
}

/** Stores a crawl before the signal aborts; otherwise, the crawl is ended and refunded, and never runs. */
export async function storeOrWithdraw(
  deps: Pick<StartCrawlDeps, 'store' | 'usage'>,
  { crawl, seed, store, signal }: Storing,
): Promise<void> {
  try {
    signal.throwIfAborted();
    await within(store(), signal);
  } catch (error) {
    // The write may have succeeded although its response was lost, or may still be on its way.
    await withdrawCrawl(deps, { crawl, seed, isGivenUp: signal.aborted });
    if (!signal.aborted) throw error;
    throw new AppError(
      'SCRAPE_TIMEOUT',
      `The ${crawl.kind ?? 'crawl'} could not be stored in time. It does not run and costs nothing.`,
      { cause: error },
    );
  }
}

/** Notes the id of a crawl, so that a repeated request finds it. */
export type BeginJob = (crawlId: string) => Promise<void>;

function loweredLimit(
  { limit: wanted, leaveHalf }: CrawlRequest,
  { limit, leftOf }: ReservedCrawl,
): readonly string[] {
  if (limit >= wanted) return [];
  const left = requestsLeftOf[leftOf];
  return [
    `limit was lowered from ${wanted} to ${limit}, ${leaveHalf ? `half of ${left}; ${moreThanHalf}` : left}.`,
  ];
}

/**
 * Reserves what the crawl may cost, stores it and queues its seed. A crawl that is not stored when the signal aborts is
 * withdrawn.
 */
export const createStartCrawl =
  (deps: StartCrawlDeps) =>
  async (
    request: CrawlRequest,
    caller: CrawlCaller,
    asked: Asked,
    signal: AbortSignal,
    beginJob?: BeginJob,
  ): Promise<Crawl> => {
    const { store, announce, clock, logger } = deps;
    const createdAtMs = clock.now();
    const reserved = await reserveCrawl(deps, createdAtMs, { request, operation: 'crawl', caller, asked });
    const id = newId('crawl');
    const made = newCrawl({ id, ...reserved, createdAtMs }, request, caller, deps);
    const crawl = { ...made, warnings: [...loweredLimit(request, reserved), ...made.warnings] };
    const seed = seedRow(crawl);
    const storeIt = async (): Promise<void> => {
      await beginJob?.(id);
      await store.create(crawl, seed);
    };
    await storeOrWithdraw(deps, { crawl, seed, store: storeIt, signal });
    const announceStart = async (): Promise<void> => {
      await sendPages(deps, crawl, [seed]);
      await announce.started(crawl);
    };
    try {
      signal.throwIfAborted();
      await within(announceStart(), signal);
    } catch (error) {
      // The crawl is stored: its first repair sends the message.
      logger.error('failed to send the first message of a crawl', error, { crawlId: crawl.id });
    }
    return crawl;
  };
