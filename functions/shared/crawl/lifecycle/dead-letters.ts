import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { type PageMessage, pageMessage } from '#shared/contract/messages.ts';
import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { maxAttempts } from '#shared/crawl/frontier/crawl-limits.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { leaving, readBatch } from '#shared/kernel/queue-batch.ts';

export interface CrawlDeadLetterDeps {
  readonly store: CrawlStore;
  readonly queue: PageQueue;
  readonly lifecycle: Pick<CrawlLifecycle, 'afterCommit'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const leaseMs = 30_000;

/**
 * Closes the pages that took their workers down, so that their crawl can end. The others of a message that died are
 * sent again: they were beside such a page, or nobody could read anything. Pages that somebody reads come again later.
 */
export function createCrawlDeadLetterHandler({
  store,
  queue,
  lifecycle,
  clock,
  logger,
}: CrawlDeadLetterDeps) {
  async function fail(crawlId: string, rows: readonly CrawlRow[], leaseToken: string): Promise<void> {
    if (rows.length === 0) return;
    const { crawl, batch, admitted } = await store.commit(crawlId, {
      nowMs: clock.now(),
      objectName: '',
      discovered: [],
      finished: rows.map(({ hash, url, kind }) => ({
        hash,
        url,
        kind,
        leaseToken,
        state: 'failed',
        code: 'INTERNAL_ERROR',
        reason: 'reading it failed again and again',
      })),
    });
    if (crawl !== undefined) await lifecycle.afterCommit(crawl, batch, admitted);
  }

  /** This lease counts: a page that never reaches a worker does not go round for ever. */
  async function sendAgain(
    { id, accountId }: Crawl,
    { hash, attempt, notBeforeMs = 0, tries = 0 }: CrawlRow,
    leaseToken: string,
  ): Promise<void> {
    if (!(await store.release(id, hash, leaseToken, { notBeforeMs, tries, attempt }))) return;
    const delaySeconds = Math.max(0, (notBeforeMs - clock.now()) / 1000);
    await queue.send([{ crawlId: id, accountId, hash, delaySeconds }]);
  }

  /** False when somebody reads one of the pages: the message must come again. */
  async function close({ crawlId, hashes }: PageMessage): Promise<boolean> {
    const nowMs = clock.now();
    const token = newId('lease');
    const { crawl, leased, busy } = await store.lease(crawlId, hashes, {
      token,
      nowMs,
      untilMs: nowMs + leaseMs,
    });
    if (crawl === undefined) return true;
    const isGuilty = ({ attempt }: CrawlRow): boolean => attempt > maxAttempts;
    for (const row of leased) if (!isGuilty(row)) await sendAgain(crawl, row, token);
    await fail(crawlId, leased.filter(isGuilty), token);
    return busy.length === 0;
  }

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = readBatch(pageMessage, event, logger);
    const areClosed = await Promise.all(
      batch.map(async ({ message }) => {
        try {
          return await close(message);
        } catch (error) {
          logger.error('pages could not be closed', error, { crawlId: message.crawlId });
          return false;
        }
      }),
    );
    return leaving(batch.filter((_, index) => areClosed[index] !== true));
  };
}
