import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { type PageMessage, pageMessage, pagesOf, politePagesPerMessage } from '#shared/contract/messages.ts';
import type { CrawlWorker } from '#shared/crawl/worker/crawl-worker.ts';
import type { PageReference } from '#shared/crawl/ledger/page-queue.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import { batchFailures, readBatch } from '#shared/kernel/queue-batch.ts';

/** Reserved for the last commit at the end of the function's time. */
const closingMs = 10_000;

const nameOf = ({ crawlId, hash }: PageReference): string => `${crawlId} ${hash}`;

/** Packs messages: each pack has at most as many pages as one worker reads at once, or is one message. */
function packed(messages: readonly PageMessage[]): readonly (readonly PageReference[])[] {
  const packs: PageReference[][] = [];
  for (const message of messages) {
    const pages = pagesOf(message);
    const last = packs.at(-1);
    if (last !== undefined && last.length + pages.length <= politePagesPerMessage) last.push(...pages);
    else packs.push(pages);
  }
  return packs;
}

interface CrawlPageHandlerDeps {
  readonly worker: CrawlWorker;
  readonly logger: Logger;
  /** What models have cost. */
  readonly metrics: Pick<Metrics, 'flush'>;
}

/** Reads the pages of a batch of messages. Messages with unfinished pages are retried. */
export const createCrawlPageHandler =
  ({ worker, logger, metrics }: CrawlPageHandlerDeps) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { batch, unreadable } = readBatch(pageMessage, event, logger);
    const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - closingMs);
    const packs = packed(batch.map(({ message }) => message));
    const retried = await Promise.all(packs.map((pages) => worker(pages, signal)));
    metrics.flush();
    const names = new Set(retried.flat().map(nameOf));
    const unfinished = batch.filter(({ message }) =>
      pagesOf(message).some((page) => names.has(nameOf(page))),
    );
    return batchFailures([...unfinished.map(({ record }) => record), ...unreadable]);
  };
