import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import type { QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { newReservationId, type Reservation } from '#shared/accounts/usage/usage-ledger.ts';
import { createSweep } from '#shared/crawl/lifecycle/sweep.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import { memoryCrawling } from './memory-crawling.ts';
import { ownKey } from '../http/fixtures.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** A crawl whose first message was sent at noon and that made no progress since. */
async function idleCrawl() {
  const time = { nowMs: noon };
  const clock = { now: () => time.nowMs };
  const sent: QueuedPage[] = [];
  const queue = { send: async (pages: readonly QueuedPage[]) => void sent.push(...pages) };
  const { store, lifecycle, start } = memoryCrawling({ clock, queue });
  const crawl = await start(crawlRequest.parse({ url: 'https://site.example/' }), {
    key: ownKey('starter').key,
    plan: planCatalogue().find('starter')!,
  });
  return { crawl, lifecycle, store, sent, time, clock };
}

describe('a crawl that has gone quiet', () => {
  test('has its lost message sent again once, however many repairs there are', async () => {
    const { crawl, lifecycle, sent, time } = await idleCrawl();
    time.nowMs += 40_000;

    await Promise.all(Array.from({ length: 20 }, () => lifecycle.repair(crawl)));

    expect(sent).toHaveLength(2);
  });

  test('makes room for other crawls in the sweeper’s list once it is repaired', async () => {
    const { crawl, lifecycle, store, time } = await idleCrawl();
    time.nowMs += 60_000;

    const before = await store.unfinalized(time.nowMs - 40_000, 10);
    await lifecycle.repair(crawl);
    const after = await store.unfinalized(time.nowMs - 40_000, 10);

    expect([before.length, after.length]).toEqual([1, 0]);
  });

  test('is repaired although a reservation cannot be refunded', async () => {
    const { lifecycle, store, sent, time, clock } = await idleCrawl();
    time.nowMs += 60_000;
    const stuck: Reservation = {
      id: 'req_1',
      accountId: 'account_1',
      operation: 'scrape',
      units: 1,
      places: 1,
      month: '2026-11',
      day: '2026-11-21',
    };
    const sweep = createSweep({
      usage: {
        overdue: async () => [stuck],
        refund: () => Promise.reject(new Error('throttled')),
      },
      store,
      lifecycle,
      clock,
      logger: silentLogger,
    });

    expect(await sweep()).toEqual({ refunded: 0, repaired: 1 });
    expect(sent).toHaveLength(2);
  });

  test('leaves a record of each dead request that it refunds', async () => {
    const { lifecycle, store, clock } = await idleCrawl();
    const usage = memoryUsageLedger();
    const startedAtMs = noon - 60_000;
    await usage.reserve({
      id: newReservationId(startedAtMs),
      accountId: 'acct_1',
      keyId: 'key_1',
      operation: 'search',
      units: 1,
      allowance: 100,
      budget: null,
      requestsAtOnce: 5,
      nowMs: startedAtMs,
      dueAtMs: noon - 1,
      asked: { requestId: 'request-1', startedAtMs },
    });

    const { refunded } = await createSweep({ usage, store, lifecycle, clock, logger: silentLogger })();

    expect(refunded).toBe(1);
    expect((await usage.recent('acct_1', { nowMs: noon, limit: 5 })).records).toMatchObject([
      { requestId: 'request-1', status: 502, code: 'SERVICE_UNAVAILABLE', requests: 0, endedAtMs: noon },
    ]);
  });
});
