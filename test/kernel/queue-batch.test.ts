import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { createQueueHandler } from '#shared/kernel/queue-batch.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

const batch = (bodies: Readonly<Record<string, string>>): SQSEvent => ({
  Records: Object.entries(bodies).map(([messageId, body]) => ({ messageId, body }) as SQSRecord),
});

test('only messages that fail or are to be retried stay in the queue', async () => {
  const handler = createQueueHandler({
    schema: z.object({ does: z.string() }),
    handle: async ({ message }) => {
      if (message.does === 'throw') throw new Error('the table is gone');
      return message.does === 'end';
    },
    logger: silentLogger,
    failure: 'failed to handle a message',
  });

  const response = await handler(
    batch({
      done: '{"does":"end"}',
      later: '{"does":"wait"}',
      failed: '{"does":"throw"}',
      unreadable: 'no JSON',
    }),
  );

  expect(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['later', 'failed']);
});
