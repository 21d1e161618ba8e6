import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';

import { createSendEvent } from '#shared/crawl/webhooks/send-event.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { Received } from '#shared/kernel/queue-batch.ts';
import { memoryDeliveryLog } from '../../fakes/memory-delivery-log.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const crawl = {
  id: 'crawl_1',
  request: crawlRequest.parse({ url: 'https://site.example/', webhook: 'https://hooks.example/' }),
  webhookSecret: 'whsec_c2VjcmV0',
  status: 'running',
  expiresAtMs: noon + 86_400_000,
} as Crawl;

const received = (receiptHandle: string): Received<WebhookMessage> => ({
  message: { crawlId: crawl.id, sequence: 1, event: 'started' },
  record: { messageId: receiptHandle, receiptHandle } as SQSRecord,
});

test('an event that was sent twice is tried again when it is due, and not once for each message', async () => {
  const time = { nowMs: noon };
  const attemptsAtMs: number[] = [];
  const backIn = new Map<string, number>();
  const sendEvent = createSendEvent({
    store: { find: async () => crawl, batches: async () => [] },
    results: { read: async () => [] },
    log: memoryDeliveryLog(),
    deliver: async () => {
      attemptsAtMs.push(time.nowMs - noon);
      return 500;
    },
    redeliverAfter: async (receiptHandle, seconds) => void backIn.set(receiptHandle, seconds),
    clock: { now: () => time.nowMs },
  });

  await sendEvent(received('first'));
  time.nowMs += 10_000;
  await sendEvent(received('second'));
  time.nowMs += 50_000;
  await sendEvent(received('first'));

  expect(attemptsAtMs).toEqual([0, 60_000]);
  expect(backIn.get('first')).toBe(300);
  expect(backIn.get('second')).toBeGreaterThanOrEqual(40);
});
