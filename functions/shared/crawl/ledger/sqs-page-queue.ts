import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';

import type { PageMessage } from '#shared/contract/messages.ts';
import { maxDelaySeconds, type PageQueue, type QueuedPage } from './page-queue.ts';

/** SendMessageBatch takes at most this many. */
const batchSize = 10;

const chunks = <Item>(items: readonly Item[], size: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

interface Sending {
  readonly message: PageMessage;
  readonly accountId: string;
  readonly delaySeconds: number;
}

/** Pages of one crawl with the same delay, in whole seconds, share messages. */
function sendingsOf(pages: readonly QueuedPage[], pagesPerMessage: number): Sending[] {
  const alike = Map.groupBy(
    pages,
    ({ crawlId, delaySeconds = 0 }) => `${crawlId} ${Math.ceil(delaySeconds)}`,
  );
  return [...alike.values()].flatMap((group) =>
    chunks(group, pagesPerMessage).flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const { crawlId, accountId, delaySeconds = 0 } = first;
      return { message: { crawlId, hashes: some.map(({ hash }) => hash) }, accountId, delaySeconds };
    }),
  );
}

const entryOf = ({ message, accountId, delaySeconds }: Sending, index: number) => ({
  Id: String(index),
  MessageBody: JSON.stringify(message),
  MessageGroupId: accountId,
  ...(delaySeconds > 0 ? { DelaySeconds: Math.min(maxDelaySeconds, Math.ceil(delaySeconds)) } : {}),
});

/** A standard queue with fair scheduling by message group (SQS fair queues). */
export function sqsPageQueue(client: SQSClient, queueUrl: string, pagesPerMessage: number): PageQueue {
  const sendBatch = async (batch: readonly Sending[]): Promise<void> => {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: batch.map(entryOf) }),
    );
    if (Failed.length > 0) throw new Error(`SQS rejected ${Failed.length} messages: ${Failed[0]?.Message}`);
  };
  return {
    send: async (pages) => {
      await Promise.all(chunks(sendingsOf(pages, pagesPerMessage), batchSize).map(sendBatch));
    },
  };
}
