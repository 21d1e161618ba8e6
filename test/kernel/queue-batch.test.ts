import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { pageMessage, webhookMessage } from '#shared/contract/messages.ts';
import { createQueueHandler } from '#shared/kernel/queue-batch.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

const batch = (bodies: Readonly<Record<string, string>>): SQSEvent => ({
  Records: Object.entries(bodies).map(([messageId, body]) => ({ messageId, body }) as SQSRecord),
});

const handler = createQueueHandler({
  schema: z.object({ does: z.string() }),
  handle: async ({ message }) => {
    if (message.does === 'throw') throw new Error('the table is gone');
    return message.does === 'end';
  },
  logger: silentLogger,
  failure: 'failed to handle a message',
});
const kept = async (bodies: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await handler(batch(bodies))).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).toSorted();

test('messages that fail, cannot be read or are to be retried stay in the queue, and no others', async () => {
  const ids = await kept({
    done: '{"does":"end"}',
    later: '{"does":"wait"}',
    failed: '{"does":"throw"}',
    unreadable: 'no JSON',
  });

  expect(ids).toEqual(['failed', 'later', 'unreadable']);
});

test('a batch of which no message could be handled fails, which Lambda counts as an error', async () => {
  await expect(kept({ failed: '{"does":"throw"}', unreadable: 'no JSON' })).rejects.toThrow(
    'No message of the batch could be handled.',
  );
  expect(await kept({ later: '{"does":"wait"}' })).toEqual(['later']);
});

test.for([
  [pageMessage, { crawlId: 'c', hashes: ['h'] }],
  [webhookMessage, { crawlId: 'c', sequence: 1, event: 'completed' }],
] as const)(
  'a message of a newer version is read without the field that this one does not know: %#',
  ([schema, message]) => {
    expect(schema.parse({ ...message, attempt: 1 })).toEqual(message);
  },
);
