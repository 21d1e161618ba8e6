import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import type { QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { repairQuietCrawls } from '#shared/crawl/lifecycle/repair-quiet-crawls.ts';
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

  test('is repaired although the repair of another one fails', async () => {
    const { lifecycle, store, sent, time, clock } = await idleCrawl();
    time.nowMs += 60_000;
    const [quiet] = await store.unfinalized(time.nowMs, 1);
    const broken = { ...quiet!, id: 'broken' };
    const deps = {
      store: { unfinalized: async () => [broken, quiet!] },
      lifecycle: {
        repair: (crawl: typeof broken) =>
          crawl === broken ? Promise.reject(new Error('throttled')) : lifecycle.repair(crawl),
      },
    };

    const repaired = await repairQuietCrawls({ ...deps, clock, logger: silentLogger });

    expect([repaired, sent.length]).toEqual([2, 2]);
  });
});
