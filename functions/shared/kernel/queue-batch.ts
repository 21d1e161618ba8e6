import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';

import type { Logger } from './logger.ts';

export interface Received<Message> {
  readonly message: Message;
  readonly record: SQSRecord;
}

/** The messages of a batch. One that nobody can read is logged and left to go: it would fail for ever. */
export function readBatch<Schema extends z.ZodType>(
  schema: Schema,
  { Records }: SQSEvent,
  logger: Logger,
): readonly Received<z.output<Schema>>[] {
  return Records.flatMap((record) => {
    try {
      return [{ record, message: schema.parse(JSON.parse(record.body)) }];
    } catch (error) {
      logger.error('a message cannot be read', error, { messageId: record.messageId });
      return [];
    }
  });
}

/** Tells Lambda which messages stay in the queue. */
export const leaving = (failed: readonly Pick<Received<unknown>, 'record'>[]): SQSBatchResponse => ({
  batchItemFailures: failed.map(({ record }) => ({ itemIdentifier: record.messageId })),
});
