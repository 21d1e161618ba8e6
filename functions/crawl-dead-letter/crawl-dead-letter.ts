import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { pageMessage, pagesOf } from '#shared/contract/messages.ts';
import type { AttendCrawl } from '#shared/crawling/attend-crawl.ts';
import type { CrawlStore } from '#shared/crawls/crawl-store.ts';
import type { PageReference } from '#shared/crawls/page-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { leaving, readBatch } from '#shared/kernel/queue-batch.ts';

export interface CrawlDeadLetterDeps {
  readonly store: CrawlStore;
  readonly attend: Pick<AttendCrawl, 'afterCommit'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const leaseMs = 30_000;

/** Closes pages whose messages died, so that their crawl can end. Pages that somebody reads come again later. */
export function createCrawlDeadLetterHandler({ store, attend, clock, logger }: CrawlDeadLetterDeps) {
  /** False when somebody reads the page: its message must come again. */
  async function close({ crawlId, hash }: PageReference): Promise<boolean> {
    const nowMs = clock.now();
    const token = newId('lease');
    const { leased, busy } = await store.lease(crawlId, [hash], {
      token,
      nowMs,
      untilMs: nowMs + leaseMs,
    });
    const [row] = leased;
    if (row === undefined) return busy.length === 0;
    const { url, kind } = row;
    const {
      crawl,
      batch: results,
      admitted,
    } = await store.commit(crawlId, {
      nowMs,
      objectName: '',
      discovered: 0,
      finished: [
        {
          hash,
          url,
          kind,
          leaseToken: token,
          state: 'failed',
          code: 'INTERNAL_ERROR',
          reason: 'reading it failed again and again',
        },
      ],
    });
    if (crawl !== undefined) await attend.afterCommit(crawl, results, admitted);
    return true;
  }

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = readBatch(pageMessage, event, logger);
    const areClosed = await Promise.all(
      batch.map(async ({ message }) => {
        try {
          const closed = await Promise.all(pagesOf(message).map(close));
          return closed.every((isClosed) => isClosed);
        } catch (error) {
          logger.error('pages could not be closed', error, { crawlId: message.crawlId });
          return false;
        }
      }),
    );
    return leaving(batch.filter((_, index) => areClosed[index] !== true));
  };
}
