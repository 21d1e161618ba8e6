import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';

import type { Logger } from './logger.ts';

export interface Received<Message> {
  readonly message: Message;
  readonly record: SQSRecord;
}

export interface Batch<Message> {
  readonly batch: readonly Received<Message>[];
  /** They stay in the queue: another version of the function may know them, and an operator finds them as dead letters. */
  readonly unreadable: readonly SQSRecord[];
}

/** The messages of a batch. One that cannot be read is logged. */
export function readBatch<Schema extends z.ZodType>(
  schema: Schema,
  { Records }: SQSEvent,
  logger: Logger,
): Batch<z.output<Schema>> {
  const batch: Received<z.output<Schema>>[] = [];
  const unreadable: SQSRecord[] = [];
  for (const record of Records)
    try {
      batch.push({ record, message: schema.parse(JSON.parse(record.body)) });
    } catch (error) {
      logger.error('failed to read a queue message', error, { messageId: record.messageId });
      unreadable.push(record);
    }
  return { batch, unreadable };
}

/** Tells Lambda which messages stay in the queue. */
export const batchFailures = (failed: readonly SQSRecord[]): SQSBatchResponse => ({
  batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

export interface QueueHandlerOptions<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Resolves to false when the message is to be retried. A rejection is logged and means the same. */
  readonly handle: (received: Received<z.output<Schema>>) => Promise<boolean>;
  readonly logger: Logger;
  /** What the log says of a rejection. */
  readonly failure: string;
}

/**
 * Handles the messages of a batch side by side; a message that fails does not fail the others. Rejects when all of them
 * have failed: Lambda counts no error of a function that only reports failed messages.
 */
export const createQueueHandler =
  <Schema extends z.ZodType>({ schema, handle, logger, failure }: QueueHandlerOptions<Schema>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const { batch, unreadable } = readBatch(schema, event, logger);
    const failed = [...unreadable];
    const later: SQSRecord[] = [];
    await Promise.all(
      batch.map(async (received) => {
        const { record } = received;
        try {
          if (!(await handle(received))) later.push(record);
        } catch (error) {
          logger.error(failure, error, { messageId: record.messageId });
          failed.push(record);
        }
      }),
    );
    if (failed.length === event.Records.length) throw new Error('No message of the batch could be handled.');
    return batchFailures([...later, ...failed]);
  };
