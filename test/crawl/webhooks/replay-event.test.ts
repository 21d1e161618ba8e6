import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { Crawl, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import type { OutgoingWebhook } from '#shared/crawl/webhooks/deliver-webhook.ts';
import type { Delivery } from '#shared/crawl/webhooks/delivery-log.ts';
import { replayEvent } from '#shared/crawl/webhooks/replay-event.ts';
import { createSendEvent } from '#shared/crawl/webhooks/send-event.ts';
import { memoryDeliveryLog } from '../../fakes/memory-delivery-log.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const crawl = {
  id: 'crawl_1',
  request: crawlRequest.parse({ url: 'https://site.example/', webhook: 'https://hooks.example/' }),
  webhookSecret: 'whsec_c2VjcmV0',
  status: 'completed',
  delivered: 5,
  createdAtMs: noon,
  expiresAtMs: noon + 86_400_000,
} as Crawl;
const groups: ResultGroup[] = [
  { sequence: 1, objectName: 'a', hashes: ['1', '2'], deliveredBefore: 0 },
  { sequence: 2, objectName: 'b', hashes: ['3', '4', '5'], deliveredBefore: 2 },
];

/** An ended crawl whose deliveries are those given, and a receiver that answers with `status`. */
async function setUp(deliveries: readonly Delivery[], status = 204) {
  const time = { nowMs: noon };
  const clock = { now: () => time.nowMs };
  const log = memoryDeliveryLog();
  for (const delivery of deliveries) await log.put(crawl.id, delivery, crawl.expiresAtMs);
  const queued: WebhookMessage[] = [];
  const received: OutgoingWebhook[] = [];
  const store = {
    find: async () => crawl,
    groups: async (_id: string, from: number, count = 100) =>
      groups.filter(({ sequence }) => sequence >= from).slice(0, count),
  };
  const sendEvent = createSendEvent({
    store,
    results: { read: async () => [] },
    log,
    deliver: async (webhook) => {
      received.push(webhook);
      return status;
    },
    redeliverAfter: async () => {},
    clock,
  });
  const queue = { send: async (messages: readonly WebhookMessage[]) => void queued.push(...messages) };
  const receipt = { messageId: 'm', receiptHandle: 'r' } as SQSRecord;
  return {
    log,
    queued,
    received,
    replay: (sequence: number, own = queue) =>
      replayEvent({ store, log, queue: own, clock }, crawl, sequence),
    deliver: () => sendEvent({ message: queued.at(-1)!, record: receipt }),
  };
}

describe('the replay of an event', () => {
  test('is delivered once more under the same webhook id', async () => {
    const { replay, deliver, received, log } = await setUp([
      { sequence: 1, state: 'delivered', attempts: 1 },
    ]);

    await replay(1);
    const isDone = await deliver();

    expect(isDone).toBe(true);
    expect(received.map(({ id }) => id)).toEqual(['crawl_1-1']);
    expect(await log.find(crawl.id, 1)).toMatchObject({ state: 'delivered', attempts: 2, lastStatus: 204 });
  });

  test('is one attempt: when it fails, the event has failed and may be replayed again', async () => {
    const { replay, deliver, log } = await setUp([{ sequence: 1, state: 'failed', attempts: 5 }], 500);

    await replay(1);
    const isDone = await deliver();

    expect(isDone).toBe(true);
    expect(await log.find(crawl.id, 1)).toMatchObject({ state: 'failed', attempts: 6, lastStatus: 500 });
    await expect(replay(1)).resolves.toBeUndefined();
  });

  test('reaches a receiver that wanted no more events', async () => {
    const { replay, deliver, received, log } = await setUp([
      { sequence: 0, state: 'stopped', attempts: 0 },
      { sequence: 2, state: 'stopped', attempts: 0 },
    ]);

    await replay(2);
    await deliver();

    expect(received).toHaveLength(1);
    expect(await log.find(crawl.id, 2)).toMatchObject({ state: 'delivered' });
  });

  test.for([
    [1, { event: 'started' }],
    [2, { event: 'page', batch: 1, index: 0 }],
    [5, { event: 'page', batch: 2, index: 1 }],
    [7, { event: 'completed' }],
  ] as const)('of event %i is that event', async ([sequence, expected]) => {
    const { replay, queued } = await setUp([{ sequence, state: 'failed', attempts: 5 }]);

    await replay(sequence);

    expect(queued).toEqual([{ crawlId: crawl.id, sequence, ...expected }]);
  });

  test('is refused while the event is still tried', async () => {
    const { replay, queued } = await setUp([{ sequence: 1, state: 'pending', attempts: 2 }]);

    await expect(replay(1)).rejects.toThrow(
      'This event is still being delivered: replay it when that is over, or when it has waited for a quarter of an hour.',
    );
    expect(queued).toEqual([]);
  });

  test.for([0, -1, 3, 99])('of an event without a delivery (%i) is not found', async (sequence) => {
    const { replay } = await setUp([
      { sequence: 0, state: 'stopped', attempts: 0 },
      { sequence: 1, state: 'delivered', attempts: 1 },
    ]);

    await expect(replay(sequence)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that cannot be queued leaves the event as it was', async () => {
    const { replay, log } = await setUp([{ sequence: 1, state: 'failed', attempts: 5 }]);

    const failing = replay(1, { send: () => Promise.reject(new Error('SQS is down')) });

    await expect(failing).rejects.toThrow('SQS is down');
    expect(await log.find(crawl.id, 1)).toEqual({ sequence: 1, state: 'failed', attempts: 5 });
  });
});
