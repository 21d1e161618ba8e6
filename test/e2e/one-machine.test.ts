import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, test } from 'vitest';

import { at, keyOf, newKey, request, scrape, usageOf } from './client.ts';

/** Longer than a busy machine takes for what a test does meanwhile. */
const slowMs = 20_000;
const testMs = 120_000;
const hungUp = 'hung up';

interface Page {
  readonly key: string;
  readonly path: string;
  /** Milliseconds in the browser after the page has loaded. */
  readonly waitFor?: number;
  readonly signal?: AbortSignal;
}

const scrapeOf = ({ key, path, waitFor = 0, signal }: Page): Promise<Response> =>
  fetch(`${inject('service').baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ url: at(path), waitFor, timeout: 60_000 }),
    ...(signal === undefined ? {} : { signal }),
  });

const logged = (functionName: string): string => {
  const logs = join(inject('service').directory, 'logs');
  const files = readdirSync(logs).filter((file) => file.includes(functionName));
  return files.map((file) => readFileSync(join(logs, file), 'utf8')).join('');
};

test(
  'slow pages of one key keep no other key waiting, and its callers’ requests are given back when they hang up',
  { timeout: testMs },
  async () => {
    const { key } = await newKey('scale');
    const callers = new AbortController();
    let ended = 0;
    const slow = Array.from({ length: 8 }, (_, page) =>
      scrapeOf({ key, path: `/slow?ms=${2 * slowMs}&page=${page}`, signal: callers.signal })
        .catch(() => hungUp)
        .finally(() => (ended += 1)),
    );
    await expect.poll(() => usageOf(key), { timeout: slowMs }).toMatchObject({ reserved: 8 });

    const [refused, answered] = await Promise.all([
      scrape({ url: at('/plain') }, { 'x-api-key': `wnk_${'a'.repeat(43)}` }),
      scrape({ url: at('/plain') }, { 'x-api-key': keyOf('enterprise') }),
    ]);
    const endedMeanwhile = ended;
    callers.abort();

    expect([refused.status, answered.status, endedMeanwhile]).toEqual([401, 200, 0]);
    expect(await Promise.all(slow)).toEqual(slow.map(() => hungUp));
    await expect.poll(() => usageOf(key), { timeout: 20_000 }).toMatchObject({ reserved: 0, used: 0 });
  },
);

test(
  'of eight slow pages of one hobby key two are delivered and six refused, and another key’s page comes meanwhile',
  { timeout: testMs },
  async () => {
    const { key } = await newKey('hobby');
    const statuses: number[] = [];
    const slow = Array.from({ length: 8 }, async (_, page) => {
      const response = await scrapeOf({ key, path: `/slow?ms=${slowMs}&page=${page}` });
      statuses.push(response.status);
      return { response, body: (await response.json()) as { code?: string } };
    });
    await expect.poll(() => statuses, { timeout: slowMs }).toEqual(Array.from({ length: 6 }, () => 429));

    const other = await scrape({ url: at('/plain') }, { 'x-api-key': keyOf('enterprise') });

    expect([other.status, statuses.length]).toEqual([200, 6]);
    const answers = await Promise.all(slow);
    expect(statuses.slice(6)).toEqual([200, 200]);
    const refused = answers.filter(({ response }) => response.status === 429);
    expect(refused.map(({ response, body }) => [body.code, response.headers.get('retry-after')])).toEqual(
      refused.map(() => ['RATE_LIMITED', '1']),
    );
  },
);

test(
  'the browser’s function ends its page itself when the caller hangs up',
  { timeout: testMs },
  async () => {
    const { key } = await newKey('scale');
    const ended = () => logged('renderpage').includes('stopped rendering: the caller hung up');

    // A browser that is not there yet when the caller hangs up has nothing to end: then once more.
    const hangUp = async () => {
      const signal = AbortSignal.timeout(4_000);
      await scrapeOf({ key, path: '/news', waitFor: slowMs, signal }).catch(() => hungUp);
      return ended();
    };

    await expect.poll(hangUp, { timeout: 60_000, interval: 1_000 }).toBe(true);
  },
);

test.for([['constructor'], ['__proto__']])(
  'a query parameter named %s is refused like any other that is unknown',
  async ([name]) => {
    const { status, body } = await request('GET', `/api/v1/usage?${name!}=1`);

    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  },
);
