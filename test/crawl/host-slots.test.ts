import { expect, test } from 'vitest';

import { createHostSlots } from '#shared/crawl/pace/host-slots.ts';
import { everythingAllowed } from '#shared/web/robots/robots-txt.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import { newCrawl } from '../ports/new-crawl.ts';
import { virtualTime } from './virtual-time.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const forever = new AbortController().signal;

/** Workers of one pacer at the same time; each asks for the slots of its pages. */
function workersAt(politenessDelayMs: number) {
  const time = virtualTime(noon);
  const pacer = memoryHostPacer();
  const deps = { ...time, pacer, robots: async () => everythingAllowed, politenessDelayMs };
  /** Seconds after noon at which each page is read, or (negative) goes back to the queue until then. */
  const worker = (pages: number, crawl = newCrawl()): Promise<readonly number[]> => {
    const urls = Array.from({ length: pages }, (_, index) => new URL(`https://site.example/${index}`));
    const slots = createHostSlots(
      deps,
      crawl,
      urls.map(({ href: url }) => ({ url })),
    );
    return Promise.all(
      urls.map(async (url) => {
        const laterMs = await slots.waitFor(url, forever);
        return laterMs === undefined ? (time.clock.now() - noon) / 1000 : (noon - laterMs) / 1000;
      }),
    );
  };
  const finish = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.then((value) => {
      isDone = true;
      return value;
    });
    await time.run(() => isDone, noon + 600_000);
    return done;
  };
  return { worker, finish };
}

test('one worker reads the pages of a host, and the others give theirs back until their turn', async () => {
  const { worker, finish } = workersAt(200);

  const [first, second, third] = await finish(Promise.all([worker(20), worker(20), worker(5)]));

  expect(first.slice(0, 3)).toEqual([0, 0.2, 0.4]);
  expect(first.at(-1)).toBeCloseTo(3.8);
  expect(new Set(second)).toEqual(new Set([-3.5]));
  expect(new Set(third)).toEqual(new Set([-7.5]));
});

test('a worker waits for a host that is free soon', async () => {
  const { worker, finish } = workersAt(200);

  const [, second] = await finish(Promise.all([worker(5), worker(2)]));

  expect(second).toEqual([1, 1.2]);
});

test('the pages of a slow host come one by one', async () => {
  const { worker, finish } = workersAt(2_000);

  expect(await finish(worker(4))).toEqual([0, -1.5, -3.5, -5.5]);
});

test('a crawl with a delay of its own does not keep others from the host', async () => {
  const { worker, finish } = workersAt(200);
  const slow = newCrawl();
  const delayed = { ...slow, request: { ...slow.request, delay: 60 } };

  const [first, other] = await finish(Promise.all([worker(3, delayed), worker(3)]));

  expect(first).toEqual([0.6, -60.1, -120.1]);
  expect(other).toEqual([0, 0.2, 0.4]);
});

test('the pages of a crawl keep its delay, also with two workers', async () => {
  const { worker, finish } = workersAt(200);
  const slow = newCrawl();
  const delayed = { ...slow, request: { ...slow.request, delay: 1 } };

  const read = await finish(Promise.all([worker(1, delayed), worker(1, delayed), worker(1, delayed)]));

  const readAt = read.flat().filter((seconds) => seconds >= 0);
  expect(readAt).toEqual([0]);
  expect(read.flat().filter((seconds) => seconds < 0)).toHaveLength(2);
});
