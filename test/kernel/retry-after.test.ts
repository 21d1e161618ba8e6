import { describe, expect, test } from 'vitest';

import { retryAfterSeconds } from '#shared/kernel/retry-after.ts';

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);

  test.for([
    ['seconds', '120', 120],
    ['a date', 'Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['a date that is past', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['nonsense', 'soon', undefined],
    ['what is no whole number', '5.5', undefined],
    ['less than nothing', '-1', undefined],
    ['nothing', '', undefined],
  ] as const)('%s', ([, text, expected]) => {
    expect(retryAfterSeconds(text, nowMs)).toBe(expected);
  });
});
