import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { labelledEvery, stackedBars, ticksUpTo } from '../../lib/account-page/parts/chart-scale.ts';
import { keysByUse, sumsBy } from '../../lib/account-page/usage-sums.ts';

describe('the scale of a chart', () => {
  test.for([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [105, [0, 50, 100, 150]],
    [20_000, [0, 5_000, 10_000, 15_000, 20_000]],
  ] as const)('up to %d has round steps', ([max, ticks]) => {
    expect(ticksUpTo(max)).toEqual(ticks);
  });

  test('reaches every number, in whole steps, few of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (max) => {
        const ticks = ticksUpTo(max);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  test('labels as many days as have room', () => {
    expect([labelledEvery(30, 1_800, 60), labelledEvery(30, 300, 60), labelledEvery(30, 0, 60)]).toEqual([
      1, 6, 1_800,
    ]);
  });
});

describe('the bars of a chart', () => {
  test('stand on each other, and end at the height of their sum', () => {
    const [first = [], second = []] = stackedBars(
      [
        [1, 0, 3],
        [0, 0, 0],
      ],
      { width: 100, height: 80, max: 8 },
    );

    expect(first.map(({ y, height, series }) => [series, y, height])).toEqual([
      [0, 70, 10],
      [2, 40, 30],
    ]);
    expect(second).toEqual([]);
  });

  test('are sums by day and series', () => {
    const entry = { requests: 2, pages: 2, ai: 0 };
    const entries = [
      { ...entry, day: '2026-11-01', operation: 'scrape', keyId: 'a' },
      { ...entry, day: '2026-11-01', operation: 'scrape', keyId: 'b' },
      { ...entry, day: '2026-11-02', operation: 'crawl', keyId: 'b' },
      { ...entry, day: '2026-10-31', operation: 'crawl', keyId: 'a' },
    ] as const;

    const days = ['2026-11-01', '2026-11-02'];
    expect(sumsBy(days, ['scrape', 'crawl'], entries, ({ operation }) => operation)).toEqual([
      [4, 0],
      [0, 2],
    ]);
    expect(keysByUse(entries.slice(1))).toEqual(['b', 'a']);
  });
});
