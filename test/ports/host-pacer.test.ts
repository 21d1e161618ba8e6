import { describe, expect, test } from 'vitest';

import { dynamoHostPacer } from '#shared/crawl/pace/dynamo-host-pacer.ts';
import type { HostPacer } from '#shared/crawl/pace/host-pacer.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import { newId } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);

describe.for([
  ['memory', () => memoryHostPacer()],
  ['DynamoDB', () => dynamoHostPacer(emulatedDynamo(), tableNamed('crawl'))],
] as const)('the pace of hosts in %s', ([, create]) => {
  const pacer: HostPacer = create();
  const ask = (host: string, changes: Partial<Parameters<HostPacer['reserve']>[0]> = {}) =>
    pacer.reserve({ host, count: 1, delayMs: 200, nowMs: noon, latestMs: noon + 1_000, ...changes });

  test('grants the first slot at once and the next after the delay', async () => {
    const host = newId('host');

    expect(await ask(host)).toMatchObject({ granted: true, firstAtMs: noon });
    expect(await ask(host, { count: 3 })).toMatchObject({ granted: true, firstAtMs: noon + 200 });
    expect(await ask(host)).toMatchObject({ granted: true, firstAtMs: noon + 800 });
  });

  test('says when a host is free, and takes nothing', async () => {
    const host = newId('host');
    const look = async () => (await pacer.look(host, noon)).freeAtMs;
    const before = await look();
    await ask(host, { count: 10 });

    expect([before, await look(), await look()]).toEqual([0, noon + 2_000, noon + 2_000]);
  });

  test('does not save up unused slots', async () => {
    const host = newId('host');
    await ask(host);

    expect(await ask(host, { nowMs: noon + 5_000, latestMs: noon + 6_000 })).toMatchObject({
      granted: true,
      firstAtMs: noon + 5_000,
    });
  });

  test('refuses requests that would wait too long, without taking the slot', async () => {
    const host = newId('host');
    await ask(host, { count: 10 });

    const refused = await ask(host);

    expect(refused).toMatchObject({ granted: false, freeAtMs: noon + 2_000 });
    expect(await ask(host, { latestMs: noon + 2_000 })).toMatchObject({
      granted: true,
      firstAtMs: noon + 2_000,
    });
  });

  test('grants no slot before Retry-After has passed', async () => {
    const host = newId('host');

    await pacer.slowDown({ host, untilMs: noon + 30_000, nowMs: noon });
    await pacer.slowDown({ host, untilMs: noon + 10_000, nowMs: noon });

    expect(await ask(host)).toMatchObject({ granted: false, freeAtMs: noon + 30_000 });
  });

  test('doubles the time between requests to a host that refuses them, up to ten seconds', async () => {
    const host = newId('host');
    const delays: number[] = [];
    const wasLongest: boolean[] = [];
    for (let nowMs = noon; delays.length < 8; nowMs += 3_000) {
      wasLongest.push(await pacer.slowDown({ host, untilMs: nowMs + 2_000, nowMs }));
      delays.push((await pacer.look(host, nowMs)).delayMs);
    }

    expect(delays).toEqual([400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
    expect(wasLongest).toEqual([false, false, false, false, false, false, true, true]);
  });

  test('slows down once for requests that are refused together', async () => {
    const host = newId('host');
    const refusal = { host, untilMs: noon + 2_000, nowMs: noon };

    await Promise.all([1, 2, 3].map(() => pacer.slowDown(refusal)));

    expect(await pacer.look(host, noon)).toMatchObject({ delayMs: 400 });
  });

  test('keeps what it learnt as long as the longest hold', async () => {
    const host = newId('host');
    await pacer.slowDown({ host, untilMs: noon + 2_000, nowMs: noon });
    await pacer.slowDown({ host, untilMs: noon + 300_000, nowMs: noon + 1_000 });
    await pacer.slowDown({ host, untilMs: noon + 5_000, nowMs: noon + 3_000 });

    expect(await pacer.look(host, noon + 301_000)).toEqual({ freeAtMs: noon + 300_000, delayMs: 400 });
  });

  test('grants one slot at the pace that refusals have taught', async () => {
    const host = newId('host');
    for (const nowMs of [noon, noon + 2_000, noon + 4_000])
      await pacer.slowDown({ host, untilMs: nowMs + 1_000, nowMs });

    const first = await ask(host, { count: 5, nowMs: noon + 6_000, latestMs: noon + 8_000 });
    const second = await ask(host, { count: 5, nowMs: noon + 6_000, latestMs: noon + 8_000 });

    expect(first).toEqual({ granted: true, firstAtMs: noon + 6_000, count: 1, delayMs: 1_600 });
    expect(second).toEqual({ granted: true, firstAtMs: noon + 7_600, count: 1, delayMs: 1_600 });
  });

  test('is twice as fast again after each minute without a refusal', async () => {
    const host = newId('host');
    for (const nowMs of [noon, noon + 2_000, noon + 4_000])
      await pacer.slowDown({ host, untilMs: nowMs + 1_000, nowMs });
    const delayAfter = async (seconds: number) =>
      (await pacer.look(host, noon + 5_000 + seconds * 1_000)).delayMs;

    expect([
      await delayAfter(60),
      await delayAfter(61),
      await delayAfter(121),
      await delayAfter(181),
    ]).toEqual([1_600, 800, 400, 0]);
  });

  test('tells pages that come back when their turn is, one behind the other', async () => {
    const host = newId('host');
    const turn = (count: number, freeAtMs: number) => pacer.turn({ host, count, delayMs: 200, freeAtMs });

    expect(await turn(20, noon + 4_000)).toBe(noon + 4_000);
    expect(await turn(5, noon + 4_000)).toBe(noon + 8_000);
    expect(await turn(1, noon + 20_000)).toBe(noon + 20_000);
  });

  test('gives different turns to pages that ask at the same time', async () => {
    const host = newId('host');

    const turns = await Promise.all(
      [1, 2, 3].map(() => pacer.turn({ host, count: 2, delayMs: 200, freeAtMs: noon })),
    );

    expect(turns.toSorted((a, b) => a - b)).toEqual([noon, noon + 400, noon + 800]);
  });

  test('forgets turns for which nobody comes', async () => {
    const host = newId('host');
    await pacer.turn({ host, count: 500, delayMs: 200, freeAtMs: noon });

    expect(await pacer.turn({ host, count: 1, delayMs: 200, freeAtMs: noon })).toBe(noon + 60_000);
    expect(await ask(host)).toMatchObject({ granted: true, firstAtMs: noon });
  });

  test('gives two simultaneous requests two slots', async () => {
    const host = newId('host');
    await ask(host);

    const slots = await Promise.all([1, 2, 3].map(() => ask(host)));

    expect(new Set(slots.map((slot) => (slot.granted ? slot.firstAtMs : 0))).size).toBe(3);
  });
});
