import { maxPageMs } from '#shared/contract/time-limits.ts';
import type { Asked } from '#shared/accounts/usage/usage-ledger.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { within } from '#shared/kernel/deadline.ts';
import { newId } from '#shared/kernel/ids.ts';
import { admitNext, sendPages } from './admit-waiting.ts';
import { type CrawlCaller, newCrawl } from './new-crawl.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import {
  type BeginJob,
  requestsLeftOf,
  type ReservedCrawl,
  reserveCrawl,
  type StartCrawlDeps,
  storeOrWithdraw,
} from './start-crawl.ts';

export interface StartBatchDeps extends StartCrawlDeps {
  readonly store: CrawlStore;
}

const warningsOf = (
  { rows, repeats, request }: PreparedBatch,
  { limit, leftOf }: ReservedCrawl,
): readonly string[] => [
  ...(limit < rows.length ? [`${limit} of ${rows.length} URLs are read, ${requestsLeftOf[leftOf]}.`] : []),
  ...((request.scrapeOptions.timeout ?? 0) > maxPageMs
    ? [`timeout was lowered to ${maxPageMs}, the maximum for a page of a batch.`]
    : []),
  ...(repeats > 0 ? [`${repeats} of the URLs repeat others with the same options: each is read once.`] : []),
];

/**
 * Reserves a request for each URL, stores the batch and queues its first pages. A batch that is not stored when the
 * signal aborts is withdrawn.
 */
export const createStartBatch =
  (deps: StartBatchDeps) =>
  async (
    batch: PreparedBatch,
    caller: CrawlCaller,
    asked: Asked,
    signal: AbortSignal,
    beginJob?: BeginJob,
  ): Promise<Crawl> => {
    const { store, announce, clock, logger } = deps;
    const { request, rows } = batch;
    const createdAtMs = clock.now();
    const reserved = await reserveCrawl(deps, createdAtMs, { request, operation: 'batch', caller, asked });
    const crawl: Crawl = {
      ...newCrawl({ id: newId('batch'), ...reserved, createdAtMs }, request, caller, deps),
      kind: 'batch',
      discovered: rows.length,
      warnings: warningsOf(batch, reserved),
    };
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('A batch has at least one URL.');
    const seed: CrawlRow = { ...first, state: 'queued', attempt: 0 };
    const storeIt = async (): Promise<void> => {
      await beginJob?.(crawl.id);
      await store.create(crawl, seed, others);
    };
    await storeOrWithdraw(deps, { crawl, seed, store: storeIt, signal });
    const announceStart = async (): Promise<void> => {
      await sendPages(deps, crawl, [seed]);
      await admitNext(deps, crawl);
      await announce.started(crawl);
    };
    try {
      signal.throwIfAborted();
      await within(announceStart(), signal);
    } catch (error) {
      // The batch is stored: its first repair goes on.
      logger.error('failed to send the first messages of a batch', error, { crawlId: crawl.id });
    }
    return crawl;
  };
