import { inject, test, expect } from 'vitest';

import { at, keyOf, newKey, request, scrape, usageOf } from './client.ts';

/** A scrape that takes as long as its caller waits. */
const slowScrape = (key: string, signal: AbortSignal): Promise<Response> =>
  fetch(`${inject('service').baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: at('/slow?ms=20000'), timeout: 20_000 }),
    signal,
  });

test('slow pages of one key keep no other key waiting, and its callers’ requests are given back when they hang up', async () => {
  const { key } = await newKey('scale');
  const callers = new AbortController();
  const slow = Array.from({ length: 8 }, () => slowScrape(key, callers.signal).catch(() => 'hung up'));
  await expect.poll(() => usageOf(key), { timeout: 10_000 }).toMatchObject({ reserved: 8 });

  const askedAtMs = performance.now();
  const [refused, answered] = await Promise.all([
    scrape({ url: at('/plain') }, { 'x-api-key': `wnk_${'a'.repeat(43)}` }),
    scrape({ url: at('/plain') }, { 'x-api-key': keyOf('enterprise') }),
  ]);
  const waitedMs = performance.now() - askedAtMs;
  callers.abort();

  expect([refused.status, answered.status]).toEqual([401, 200]);
  expect(waitedMs).toBeLessThan(5_000);
  expect(await Promise.all(slow)).toEqual(slow.map(() => 'hung up'));
  await expect.poll(() => usageOf(key), { timeout: 5_000 }).toMatchObject({ reserved: 0, used: 0 });
});

test.for([['constructor'], ['__proto__']])(
  'a query parameter named %s is none of the service’s',
  async ([name]) => {
    const { status, body } = await request('GET', `/api/v1/usage?${name!}=1`);

    expect([status, body.success]).toEqual([200, true]);
  },
);
