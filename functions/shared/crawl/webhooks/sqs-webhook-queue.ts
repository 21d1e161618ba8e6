import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';

import type { WebhookQueue } from './webhook-queue.ts';

/** SendMessageBatch takes at most this many. */
const batchSize = 10;

export function sqsWebhookQueue(client: SQSClient, queueUrl: string): WebhookQueue {
  return {
    send: async (messages) => {
      for (let start = 0; start < messages.length; start += batchSize) {
        const { Failed = [] } = await client.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: messages.slice(start, start + batchSize).map((message, index) => ({
              Id: String(index),
              MessageBody: JSON.stringify(message),
              MessageGroupId: message.crawlId,
            })),
          }),
        );
        if (Failed.length > 0)
          throw new Error(`SQS rejected ${Failed.length} webhook messages: ${Failed[0]?.Message}`);
      }
    },
  };
}

/** Makes the queue send a received message again after `seconds`. */
export const sqsRedeliverAfter =
  (client: SQSClient, queueUrl: string) =>
  async (receiptHandle: string, seconds: number): Promise<void> => {
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
  };
