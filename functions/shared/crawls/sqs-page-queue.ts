import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';

import { maxDelaySeconds, type PageQueue, type QueuedPage } from './page-queue.ts';

/** SendMessageBatch takes at most this many. */
const batchSize = 10;

const entryOf = ({ crawlId, hash, accountId, delaySeconds = 0 }: QueuedPage, index: number) => ({
  Id: String(index),
  MessageBody: JSON.stringify({ crawlId, hash }),
  MessageGroupId: accountId,
  ...(delaySeconds > 0 ? { DelaySeconds: Math.min(maxDelaySeconds, Math.ceil(delaySeconds)) } : {}),
});

/** A standard queue with fair scheduling by message group (SQS fair queues). */
export function sqsPageQueue(client: SQSClient, queueUrl: string): PageQueue {
  const sendBatch = async (pages: readonly QueuedPage[]): Promise<void> => {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: pages.map(entryOf) }),
    );
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were not taken: ${Failed[0]?.Message}`);
  };
  return {
    send: async (pages) => {
      const batches = Array.from({ length: Math.ceil(pages.length / batchSize) }, (_, index) =>
        pages.slice(index * batchSize, (index + 1) * batchSize),
      );
      await Promise.all(batches.map(sendBatch));
    },
  };
}
