import { describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { type DeliveryLog, lostMs } from '#shared/crawl/webhooks/delivery-log.ts';
import { dynamoDeliveryLog } from '#shared/crawl/webhooks/dynamo-delivery-log.ts';
import { memoryDeliveryLog } from '../fakes/memory-delivery-log.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const week = Date.UTC(2026, 10, 28);

describe.for([
  ['memory', () => memoryDeliveryLog()],
  ['DynamoDB', () => dynamoDeliveryLog(emulatedDynamo(), tableNamed('crawl'))],
] as const)('the log of webhooks in %s', ([, create]) => {
  const log: DeliveryLog = create();

  test('returns the last state that was written of an event', async () => {
    const id = newId('crawl');
    await log.put(
      id,
      { sequence: 2, state: 'pending', attempts: 1, lastStatus: 500, lastAttemptMs: 5 },
      week,
    );
    await log.put(id, { sequence: 2, state: 'delivered', attempts: 2, lastStatus: 204 }, week);

    expect(await log.find(id, 2)).toEqual({
      sequence: 2,
      state: 'delivered',
      attempts: 2,
      lastStatus: 204,
    });
    expect(await log.find(id, 3)).toBeUndefined();
  });

  test('grants one claim at a time, until its result is written or it runs out', async () => {
    const id = newId('crawl');
    const at = (nowMs: number) => ({ nowMs, untilMs: nowMs + 30_000, expiresAtMs: week });

    const first = await Promise.all([1, 2, 3].map(() => log.claim(id, 2, at(noon))));
    await log.put(id, { sequence: 2, state: 'pending', attempts: 1 }, week);
    const second = await log.claim(id, 2, at(noon + 1));
    const dead = await log.claim(id, 2, at(noon + 30_001));
    await log.put(id, { sequence: 2, state: 'delivered', attempts: 2 }, week);
    const last = await log.claim(id, 2, at(noon + 90_000));

    expect(first.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'busy', 'mine']);
    expect([second, dead]).toEqual([
      { kind: 'mine', attempts: 1 },
      { kind: 'mine', attempts: 1 },
    ]);
    expect(last).toEqual({ kind: 'over', state: 'delivered' });
    expect(await log.all(id)).toEqual([{ sequence: 2, state: 'delivered', attempts: 2 }]);
  });

  test('grants no claim before the event is due', async () => {
    const id = newId('crawl');
    const at = (nowMs: number) => ({ nowMs, untilMs: nowMs + 30_000, expiresAtMs: week });
    await log.claim(id, 2, at(noon));
    await log.put(id, { sequence: 2, state: 'pending', attempts: 1, notBeforeMs: noon + 50_000 }, week);

    expect(await log.claim(id, 2, at(noon + 10_000))).toEqual({ kind: 'busy', untilMs: noon + 50_000 });
    expect(await log.claim(id, 2, at(noon + 50_000))).toEqual({ kind: 'mine', attempts: 1 });
    expect(await log.claim(id, 2, at(noon + 50_001))).toEqual({ kind: 'busy', untilMs: noon + 80_000 });
  });

  test('lists a crawl’s events in their order', async () => {
    const id = newId('crawl');
    for (const sequence of [10, 2, 1]) await log.put(id, { sequence, state: 'delivered', attempts: 1 }, week);

    expect((await log.all(id)).map(({ sequence }) => sequence)).toEqual([1, 2, 10]);
    expect(await log.all(newId('crawl'))).toEqual([]);
  });

  test('lists the newest events first, page by page, without the row that stops a crawl’s webhooks', async () => {
    const id = newId('crawl');
    for (const sequence of [0, 1, 2, 3, 10])
      await log.put(id, { sequence, state: 'delivered', attempts: 1 }, week);
    const sequences = async (count: number, before?: number) =>
      (await log.latest(id, count, before)).map(({ sequence }) => sequence);

    expect(await sequences(2)).toEqual([10, 3]);
    expect(await sequences(2, 3)).toEqual([2, 1]);
    expect(await sequences(2, 1)).toEqual([]);
    expect(await log.latest(newId('crawl'), 2)).toEqual([]);
  });

  test('opens an event that is over once more, under one claim, which knows that it is a replay', async () => {
    const id = newId('crawl');
    const at = (nowMs: number) => ({ nowMs, untilMs: nowMs + 30_000, expiresAtMs: week });
    await log.put(id, { sequence: 2, state: 'failed', attempts: 5, lastStatus: 500 }, week);

    const opened = await Promise.all([1, 2, 3].map(() => log.reopen(id, 2, noon)));
    const claims = [await log.claim(id, 2, at(noon)), await log.claim(id, 2, at(noon + 1))];
    await log.put(id, { sequence: 2, state: 'delivered', attempts: 6 }, week);

    expect(opened.filter(Boolean)).toHaveLength(1);
    expect(claims).toEqual([
      { kind: 'mine', attempts: 5, isReplay: true },
      { kind: 'busy', untilMs: noon + 30_000 },
    ]);
    expect(await log.claim(id, 2, at(noon + 2))).toEqual({ kind: 'over', state: 'delivered' });
  });

  test('does not open an event that is still tried, unless its replay was lost', async () => {
    const id = newId('crawl');
    await log.put(id, { sequence: 2, state: 'pending', attempts: 1, notBeforeMs: noon + 50_000 }, week);
    await log.put(id, { sequence: 3, state: 'delivered', attempts: 1 }, week);

    expect(await log.reopen(id, 2, noon)).toBe(false);
    expect(await log.reopen(id, 4, noon)).toBe(false);
    expect(await log.reopen(id, 3, noon)).toBe(true);
    expect(await log.reopen(id, 3, noon + lostMs - 1)).toBe(false);
    expect(await log.reopen(id, 3, noon + lostMs)).toBe(true);
  });

  test('opens an event that nobody has tried for a quarter of an hour though it is due', async () => {
    const id = newId('crawl');
    const claimedUntilMs = noon + 80_000;
    await log.put(id, { sequence: 2, state: 'pending', attempts: 4, notBeforeMs: noon + 50_000 }, week);
    await log.put(id, { sequence: 3, state: 'pending', attempts: 1, notBeforeMs: noon + 50_000 }, week);
    await log.claim(id, 3, { nowMs: noon + 50_000, untilMs: claimedUntilMs, expiresAtMs: week });
    await log.claim(id, 4, { nowMs: noon + 50_000, untilMs: claimedUntilMs, expiresAtMs: week });

    expect(await log.reopen(id, 2, noon + 50_000 + lostMs - 1)).toBe(false);
    expect(await log.reopen(id, 2, noon + 50_000 + lostMs)).toBe(true);
    for (const sequence of [3, 4]) {
      expect(await log.reopen(id, sequence, claimedUntilMs + lostMs - 1)).toBe(false);
      expect(await log.reopen(id, sequence, claimedUntilMs + lostMs)).toBe(true);
    }
  });
});
