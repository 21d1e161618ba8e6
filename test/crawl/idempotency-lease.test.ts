import { expect, test } from 'vitest';

import type { CrawlAnswer } from '#shared/crawl/lifecycle/run-crawl.ts';
import { createBatchEndpoint } from '../../functions/batch/batch.ts';
import { createCrawlEndpoint } from '../../functions/crawl/crawl.ts';
import { call, ownKey, testDeps } from '../http/fixtures.ts';

const url = 'https://site.example/';
const answer: CrawlAnswer = {
  source: 'local',
  id: 'crawl-1',
  data: { pages: [], total: 0, completed: 0, status: 'running' },
  warnings: [],
};

/** When the key of a request that the service never finished is asked for again, in seconds after it: the answers' statuses. */
async function statusesAfter(kind: 'crawl' | 'batch', body: object, seconds: readonly number[]) {
  const own = ownKey('starter');
  const { deps } = testDeps({ keys: [own] });
  const endpointAfter = (laterMs: number, run: () => Promise<CrawlAnswer>) => {
    const clock = { now: () => deps.clock.now() + laterMs };
    return kind === 'crawl'
      ? createCrawlEndpoint({
          ...deps,
          clock,
          runCrawl: run,
          estimateCrawl: () => Promise.reject(new Error('no dry run')),
          refusalOf: () => undefined,
        })
      : createBatchEndpoint({ ...deps, clock, runBatch: run, refusalOf: () => undefined });
  };
  const headers = { 'x-api-key': own.text, 'idempotency-key': 'k-1' };
  const begun = Promise.withResolvers<void>();
  void call(
    endpointAfter(0, () => {
      begun.resolve();
      return new Promise(() => {});
    }),
    { headers, body },
  );
  await begun.promise;
  const statuses = [];
  for (const second of seconds) {
    const receivedAtMs = deps.clock.now() + second * 1_000;
    const later = endpointAfter(second * 1_000, async () => answer);
    statuses.push((await call(later, { headers, body, receivedAtMs })).status);
  }
  return statuses;
}

test.for([
  ['crawl', { url }, 'timeout'],
  ['batch', { urls: [url] }, 'replyTimeout'],
] as const)(
  'the key of a %s that was never started is free after the time for a start, and the wait for its pages',
  async ([kind, body, wait]) => {
    expect(await statusesAfter(kind, { ...body, async: true, [wait]: 200_000 }, [74, 75])).toEqual([
      409, 200,
    ]);
    expect(await statusesAfter(kind, { ...body, [wait]: 30_000 }, [107, 108])).toEqual([409, 200]);
  },
);
