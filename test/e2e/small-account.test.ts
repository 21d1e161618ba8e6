import { afterEach, describe, expect, test } from 'vitest';

import { drawn } from '../fixtures/sites/generated-site.ts';
import { readAlarms } from './alarm-metrics.ts';
import { type RunningService, startServiceAndSite } from './start-service.ts';

/** A browser for each of the pages takes two processors a minute, and more when others use them. */
const testMs = 480_000;

/** Every page is delivered. */
const complete = (pages: number) => ({
  status: 'completed',
  completed: pages,
  coverage: { delivered: pages, failed: 0 },
});

type Body = Readonly<Record<string, unknown>> & { readonly data?: Readonly<Record<string, unknown>> };

const client =
  ({ baseUrl, keys }: RunningService) =>
  async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Body; headers: Headers }> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': keys['enterprise'] ?? '' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Body };
  };

type Ask = ReturnType<typeof client>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the crawl has ended; a refused poll is repeated, as callers do. */
async function endOf(ask: Ask, id: string): Promise<Body> {
  for (;;) {
    const { status, body } = await ask('GET', `/crawl/${id}?limit=1`);
    if (status === 200 && body.data?.['status'] !== 'running') return body;
    await pause(1_000);
  }
}

/** Scrapes, renders and searches, one after the other, until the crawl has ended. Resolves to the statuses. */
async function meanwhile(
  ask: Ask,
  { site, generatedSite }: RunningService,
  ended: Promise<unknown>,
): Promise<number[]> {
  const statuses: number[] = [];
  const over = new AbortController();
  void ended.finally(() => over.abort());
  while (!over.signal.aborted) {
    const scraped = await ask('POST', '/scrape', { url: `${site}/plain` });
    const found = await ask('POST', '/search', { query: 'rust on a pan' });
    // A URL of its own each time, so that no stored page is the answer.
    const drawnUrl = `${generatedSite}/drawn/1?after=${statuses.length}`;
    const rendered = await ask('POST', '/scrape', { url: drawnUrl });
    statuses.push(scraped.status, found.status, rendered.status);
    await pause(500);
  }
  return statuses;
}

describe('an AWS account with few slots', () => {
  let stop = () => Promise.resolve();
  afterEach(() => stop());

  const start = async (slots: number, settings: Readonly<Record<string, string>> = {}) => {
    const started = await startServiceAndSite(['--account-concurrency', String(slots)], settings);
    ({ stop } = started);
    return started.service;
  };
  const crawl = async (ask: Ask, { generatedSite }: RunningService, limit = 100) => {
    const request = { url: `${generatedSite}/drawn/`, limit, sitemap: 'skip', async: true };
    const { body } = await ask('POST', '/crawl', request);
    return String(body['id']);
  };

  test(
    'crawls pages that scripts draw without losing one, and scrapes and searches meanwhile',
    { timeout: testMs },
    async () => {
      const service = await start(10);
      const ask = client(service);
      const id = await crawl(ask, service);

      const ended = endOf(ask, id);
      const statuses = await meanwhile(ask, service, ended);
      const { data } = await ended;

      expect(data).toMatchObject(complete(drawn + 1));
      expect(statuses.length).toBeGreaterThan(4);
      expect(statuses).toEqual(statuses.map(() => 200));
    },
  );

  test('loses no page either when the service is set up for more', { timeout: testMs }, async () => {
    const service = await start(10, { ACCOUNT_CONCURRENCY: '1000' });
    const ask = client(service);
    const moreThanSlots = 14;

    const { data } = await endOf(ask, await crawl(ask, service, moreThanSlots));

    expect(data).toMatchObject(complete(moreThanSlots));
  });

  test(
    'refuses a scrape that found no place for its browser, says when to repeat it, charges nothing, and raises FunctionThrottles',
    { timeout: testMs },
    async () => {
      const service = await start(1, { ALARM_EMAIL: 'you@example.org' });
      const ask = client(service);
      const request = { url: `${service.generatedSite}/drawn/1`, timeout: 5_000 };

      let answer = await ask('POST', '/scrape', request);
      // The sweeper takes the only place for a moment, every minute.
      while (answer.status === 502) answer = await ask('POST', '/scrape', request);

      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.body).toMatchObject({ success: false, code: 'RENDERER_BUSY' });
      await expect
        .poll(async () => (await ask('GET', '/usage')).body.data)
        .toMatchObject({ used: 0, reserved: 0 });
      const { FunctionThrottles: throttles } = await readAlarms(service.directory);
      expect(throttles?.value).toBeGreaterThanOrEqual(throttles?.threshold ?? Infinity);
    },
  );
});
