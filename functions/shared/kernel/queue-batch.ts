import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';

import type { Logger } from './logger.ts';

export interface Received<Message> {
  readonly message: Message;
  readonly record: SQSRecord;
}

/** The messages of a batch. One that cannot be read is logged and dropped: it would fail every time. */
export function readBatch<Schema extends z.ZodType>(
  schema: Schema,
  { Records }: SQSEvent,
  logger: Logger,
): readonly Received<z.output<Schema>>[] {
  return Records.flatMap((record) => {
    try {
      return [{ record, message: schema.parse(JSON.parse(record.body)) }];
    } catch (error) {
      logger.error('failed to read a queue message', error, { messageId: record.messageId });
      return [];
    }
  });
}

/** Tells Lambda which messages stay in the queue. */
export const batchFailures = (failed: readonly Pick<Received<unknown>, 'record'>[]): SQSBatchResponse => ({
  batchItemFailures: failed.map(({ record }) => ({ itemIdentifier: record.messageId })),
});

export interface QueueHandlerOptions<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Resolves to false when the message is to be retried. A rejection is logged and means the same. */
  readonly handle: (received: Received<z.output<Schema>>) => Promise<boolean>;
  readonly logger: Logger;
  /** What the log says of a rejection. */
  readonly failure: string;
}

/** Handles the messages of a batch side by side; a message that fails does not fail the others. */
export const createQueueHandler =
  <Schema extends z.ZodType>({ schema, handle, logger, failure }: QueueHandlerOptions<Schema>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = readBatch(schema, event, logger);
    const areDone = await Promise.all(
      batch.map(async (received) => {
        try {
          return await handle(received);
        } catch (error) {
          logger.error(failure, error, { messageId: received.record.messageId });
          return false;
        }
      }),
    );
    return batchFailures(batch.filter((_, index) => areDone[index] !== true));
  };
