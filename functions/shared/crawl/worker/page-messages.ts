import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { pageMessage, pagesOf } from '#shared/contract/messages.ts';
import type { CrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import type { PageReference } from '#shared/crawl/ledger/page-queue.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { batchFailures, readBatch } from '#shared/kernel/queue-batch.ts';

/** Reserved for the last commit at the end of the function's time. */
const closingMs = 10_000;

const nameOf = ({ crawlId, hash }: PageReference): string => `${crawlId} ${hash}`;

/** Reads the pages of a batch of messages. Messages with unfinished pages are retried. */
export const createCrawlPageHandler =
  ({ worker, logger }: { readonly worker: CrawlWorker; readonly logger: Logger }) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batch = readBatch(pageMessage, event, logger);
    const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - closingMs);
    const retried = await worker(
      batch.flatMap(({ message }) => pagesOf(message)),
      signal,
    );
    const names = new Set(retried.map(nameOf));
    return batchFailures(
      batch.filter(({ message }) => pagesOf(message).some((page) => names.has(nameOf(page)))),
    );
  };
