import { describe, expect, test } from 'vitest';

import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { requireUsableRequest } from '#shared/crawl/lifecycle/start-crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { memoryCrawling } from './memory-crawling.ts';
import { ownKey } from '../http/fixtures.ts';

const { key } = ownKey('starter');
const hourMs = 3_600_000;

/** Starts crawls on in-memory ports; the clock advances by a millisecond at each look. */
function starting(
  fromMs: number,
  storeOf = (store: CrawlStore): CrawlStore => store,
  changes: Partial<ApiKey> = {},
  planId = 'starter',
) {
  const time = { nowMs: fromMs - 1 };
  const clock = {
    now: () => {
      time.nowMs += 1;
      return time.nowMs;
    },
  };
  const { store, usage, lifecycle, start } = memoryCrawling({
    clock,
    queue: { send: async () => {} },
    store: storeOf(memoryCrawlStore()),
  });
  return {
    usage,
    store,
    lifecycle,
    startWith: (request: object) =>
      start(crawlRequest.parse({ url: 'https://site.example/', ...request }), {
        key: { ...key, ...changes },
        plan: planCatalogue().find(planId)!,
      }),
  };
}

describe('a crawl that starts', () => {
  test('as the month turns is settled in the month in which it was reserved', async () => {
    const { usage, lifecycle, startWith } = starting(Date.UTC(2026, 11, 1) - 1);

    const crawl = await startWith({ limit: 50 });
    await lifecycle.endEarly(crawl, 'CRAWL_CANCELLED', 'The crawl was cancelled.');

    for (const month of ['2026-11', '2026-12'])
      expect(await usage.read(key.accountId, month, 0)).toMatchObject({ used: 0, reserved: 0 });
  });

  test('takes what is left of the key’s budget, says so, and is refused when nothing is', async () => {
    const { usage, startWith } = starting(Date.UTC(2026, 10, 21), undefined, { monthlyBudget: 30 });

    const first = await startWith({ limit: 20 });
    const second = await startWith({ limit: 20 });
    const third = startWith({ limit: 20 });

    expect([first.limit, second.limit]).toEqual([20, 10]);
    expect(second.warnings).toEqual([
      'limit was lowered from 20 to 10, the requests left of the key’s budget this month.',
    ]);
    await expect(third).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message:
        "This request may cost 20 requests, and of this API key's budget of 30 requests a month 0 are left. Running requests with this key hold 30, and give back what they do not need.",
    });
    expect((await usage.read(key.accountId, '2026-11', 0)).usedByKey).toEqual({ [key.keyId]: 30 });
  });

  test('with leaveHalf takes at most half of what is left, and the next one half of the rest', async () => {
    const { startWith } = starting(Date.UTC(2026, 10, 21));

    const whole = await startWith({ limit: 500, leaveHalf: true });
    const first = await startWith({ limit: 10_000, leaveHalf: true });
    const second = await startWith({ limit: 10_000, leaveHalf: true });

    expect([whole.limit, first.limit, second.limit]).toEqual([500, 1_500, 750]);
    expect([whole.warnings, first.warnings]).toEqual([
      [],
      [
        'limit was lowered from 10000 to 1500, half of the requests left this month; leave out `leaveHalf` to use more.',
      ],
    ]);
  });

  test('with leaveHalf takes its whole limit where neither plan nor key has one', async () => {
    const { startWith } = starting(Date.UTC(2026, 10, 21), undefined, {}, 'enterprise');

    const crawl = await startWith({ limit: 10_000, leaveHalf: true });

    expect([crawl.limit, crawl.warnings]).toEqual([10_000, []]);
  });

  test('with leaveHalf takes half of the key’s budget, and the last request when one is left', async () => {
    const { startWith } = starting(Date.UTC(2026, 10, 21), undefined, { monthlyBudget: 3 });

    const first = await startWith({ leaveHalf: true });
    const last = await startWith({ leaveHalf: true });

    expect([first.limit, last.limit]).toEqual([2, 1]);
    expect(first.warnings[0]).toContain('half of the requests left of the key’s budget this month');
    await expect(startWith({ leaveHalf: true })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });

  test('is refused for the key’s budget without a word of what other keys hold', async () => {
    const { usage, startWith } = starting(Date.UTC(2026, 10, 21), undefined, { monthlyBudget: 30 });
    const nowMs = Date.UTC(2026, 10, 21);
    const terms = { accountId: key.accountId, operation: 'crawl', allowance: null, budget: null } as const;
    const moment = { requestsAtOnce: null, nowMs, dueAtMs: nowMs + hourMs };
    await usage.reserve({ ...terms, ...moment, id: 'other', keyId: 'key_other', units: 500 });
    const own = await usage.reserve({ ...terms, ...moment, id: 'own', keyId: key.countedAs, units: 30 });
    if (own.kind === 'reserved') await usage.settle(own.reservation, { requests: 30, pages: 30, ai: 0 });

    await expect(startWith({ limit: 20 })).rejects.toMatchObject({
      message: "This API key's budget of 30 requests a month is used up.",
    });
  });

  test('is counted for its key when it ends', async () => {
    const { usage, lifecycle, startWith } = starting(Date.UTC(2026, 10, 21), undefined, {
      monthlyBudget: 30,
    });

    const crawl = await startWith({ limit: 20 });
    await lifecycle.endEarly(crawl, 'CRAWL_CANCELLED', 'The crawl was cancelled.');

    expect((await usage.read(key.accountId, '2026-11', 0)).usedByKey).toEqual({ [key.keyId]: 0 });
  });

  test('is ended and refunded when its write succeeded and the response was lost', async () => {
    const { usage, store, startWith } = starting(Date.UTC(2026, 10, 21), (ledger) => ({
      ...ledger,
      create: async (...words) => {
        await ledger.create(...words);
        throw new Error('the answer was lost');
      },
    }));

    await expect(startWith({ limit: 50 })).rejects.toThrow('the answer was lost');

    const { crawls } = await store.ofAccount(key.accountId, 10);
    expect(crawls).toMatchObject([{ status: 'failed', code: 'INTERNAL_ERROR', finalized: true }]);
    expect(await usage.read(key.accountId, '2026-11', 0)).toMatchObject({ used: 0, reserved: 0 });
  });

  test('never runs when its write is carried out after it was given up', async () => {
    const ledger = memoryCrawlStore();
    let carryOut = async () => {};
    const { usage, store, startWith } = starting(Date.UTC(2026, 10, 21), () => ({
      ...ledger,
      create: async (...words) => {
        // The creation that fails; the withdrawal makes another.
        if (words[0].status !== 'running') return ledger.create(...words);
        carryOut = () => ledger.create(...words);
        throw new Error('no answer');
      },
    }));

    await expect(startWith({ limit: 50 })).rejects.toThrow('no answer');
    await expect(carryOut()).rejects.toThrow('already');

    const { crawls } = await store.ofAccount(key.accountId, 10);
    expect(crawls).toMatchObject([{ status: 'failed', finalized: true }]);
    expect(await usage.read(key.accountId, '2026-11', 0)).toMatchObject({ used: 0, reserved: 0 });
  });

  test('is refused when its patterns are larger than the ledger can store', () => {
    const excludes = Array.from({ length: 200 }, (_, index) => `/${index}/${'x'.repeat(1_990)}`);
    const request = crawlRequest.parse({ url: 'https://site.example/', excludes });

    expect(() => requireUsableRequest(request)).toThrow(/excludes.*50,000 bytes/);
    expect(() => requireUsableRequest({ ...request, excludes: excludes.slice(0, 20) })).not.toThrow();
  });

  test('has time for its pages and for the delay that the caller asks for between them', async () => {
    const { startWith } = starting(Date.UTC(2026, 10, 21));

    const crawl = await startWith({ limit: 100, delay: 60 });

    expect(crawl.deadlineMs - crawl.createdAtMs).toBeGreaterThan(100 * 60_000);
    expect(crawl.deadlineMs - crawl.createdAtMs).toBeLessThan(24 * hourMs);
  });
});
