import { describe, expect, test } from 'vitest';

import { untilDeadline } from '#shared/http/time-limit.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';

const timerOfTheWork = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** A deadline whose own timer has not fired yet. */
const deadlineLeft = (remainingMs: number): Deadline => ({
  atMs: remainingMs,
  signal: new AbortController().signal,
  remainingMs: () => remainingMs,
});

const failing = (remainingMs: number, error: Error) =>
  untilDeadline(deadlineLeft(remainingMs), 'SCRAPE_TIMEOUT', () => Promise.reject(error));

describe('work until a deadline', () => {
  test('whose own timer fires a moment before that of the deadline has timed out', async () => {
    await expect(failing(1, timerOfTheWork)).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
  });

  test('that fails in another way, or long before, keeps its error', async () => {
    const bug = new TypeError('a bug');

    await expect(failing(1, bug)).rejects.toBe(bug);
    await expect(failing(20_000, timerOfTheWork)).rejects.toBe(timerOfTheWork);
  });
});
