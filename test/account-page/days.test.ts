import { describe, expect, test } from 'vitest';

import { daysOf, lastDays, lastMonths, monthAfter, monthsOf } from '../../lib/account-page/days.ts';

const at = Date.parse('2026-03-02T00:30:00Z');

describe('days of usage', () => {
  test('are UTC days, the oldest first, across months and years', () => {
    expect(lastDays(at, 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    expect(lastDays(Date.parse('2026-01-01T12:00:00Z'), 2)).toEqual(['2025-12-31', '2026-01-01']);
  });

  test('lie in one month or in several', () => {
    expect(monthsOf(lastDays(at, 30))).toEqual(['2026-02', '2026-03']);
    expect(monthsOf(lastDays(Date.parse('2026-01-31T00:00:00Z'), 30))).toEqual(['2026-01']);
  });

  test('of a month are all of its days', () => {
    expect(daysOf('2028-02')).toHaveLength(29);
    expect(daysOf('2026-11').at(-1)).toBe('2026-11-30');
  });

  test('begin anew on the first day of the next month', () => {
    expect([monthAfter('2026-11'), monthAfter('2026-12')]).toEqual(['2026-12-01', '2027-01-01']);
  });
});

describe('the months of a menu', () => {
  test('are the last ones, newest first, also on the last day of a long month', () => {
    expect(lastMonths(Date.parse('2026-03-31T23:00:00Z'), 3)).toEqual(['2026-03', '2026-02', '2026-01']);
  });
});
