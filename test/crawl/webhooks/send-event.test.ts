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
  createdAtMs: noon - 5_000,
  expiresAtMs: noon + 86_400_000,
} as Crawl;

const received = (receiptHandle: string): Received<WebhookMessage> => ({
  message: { crawlId: crawl.id, sequence: 1, event: 'started' },
  record: { messageId: receiptHandle, receiptHandle } as SQSRecord,
});

/** A receiver that answers 500, the moments of its attempts, and when each message comes back. */
function setUp() {
  const time = { nowMs: noon };
  const attemptsAtMs: number[] = [];
  const bodies: string[] = [];
  const backIn = new Map<string, number>();
  const log = memoryDeliveryLog();
  const sendEvent = createSendEvent({
    store: { find: async () => crawl, groups: async () => [] },
    results: { read: async () => [] },
    log,
    deliver: async ({ body }) => {
      bodies.push(body);
      attemptsAtMs.push(time.nowMs - noon);
      return 500;
    },
    redeliverAfter: async (receiptHandle, seconds) => void backIn.set(receiptHandle, seconds),
    clock: { now: () => time.nowMs },
  });
  return { time, attemptsAtMs, bodies, backIn, log, sendEvent };
}

test('an event is tried five times, after 1, 5, 15 and 60 minutes; then it has failed and leaves the queue', async () => {
  const { time, attemptsAtMs, bodies, backIn, log, sendEvent } = setUp();

  const isDone: boolean[] = [];
  for (let receives = 0; receives < 5; receives += 1) {
    backIn.delete('message');
    isDone.push(await sendEvent(received('message')));
    time.nowMs += (backIn.get('message') ?? 0) * 1000;
  }

  expect(attemptsAtMs.map((ms) => ms / 60_000)).toEqual([0, 1, 6, 21, 81]);
  expect(isDone).toEqual([false, false, false, false, true]);
  // The event says when it happened, not when it was tried.
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0]!)).toMatchObject({ timestamp: new Date(noon - 5_000).toISOString() });
  expect(await log.find(crawl.id, 1)).toMatchObject({ state: 'failed', attempts: 5 });
});

test('another message of an event that has failed leaves the queue without an attempt', async () => {
  const { attemptsAtMs, log, sendEvent } = setUp();
  await log.put(crawl.id, { sequence: 1, state: 'failed', attempts: 5 }, crawl.expiresAtMs);

  expect(await sendEvent(received('second'))).toBe(true);
  expect(attemptsAtMs).toEqual([]);
});

test('an event that was sent twice is tried again when it is due, and not once for each message', async () => {
  const { time, attemptsAtMs, backIn, sendEvent } = setUp();

  await sendEvent(received('first'));
  time.nowMs += 10_000;
  await sendEvent(received('second'));
  time.nowMs += 50_000;
  await sendEvent(received('first'));

  expect(attemptsAtMs).toEqual([0, 60_000]);
  expect(backIn.get('first')).toBe(300);
  expect(backIn.get('second')).toBeGreaterThanOrEqual(40);
});
