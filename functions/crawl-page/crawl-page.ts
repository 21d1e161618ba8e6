import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { pageMessage } from '#shared/contract/messages.ts';
import type { CrawlWorker } from '#shared/crawling/crawl-worker.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { leaving, readBatch } from '#shared/kernel/queue-batch.ts';

/** Kept of the function's time for the last commit. */
const closingMs = 10_000;

/** Reads the pages of a batch of messages; those that were not finished come again. */
export const createCrawlPageHandler =
  ({ worker, logger }: { readonly worker: CrawlWorker; readonly logger: Logger }) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batch = readBatch(pageMessage, event, logger);
    const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - closingMs);
    const again = await worker(
      batch.map(({ message }) => message),
      signal,
    );
    const names = new Set(again.map(({ crawlId, hash }) => `${crawlId} ${hash}`));
    return leaving(batch.filter(({ message }) => names.has(`${message.crawlId} ${message.hash}`)));
  };
