import { describe, expect, test } from 'vitest';

import { boundedRun, isOutOfTime } from '#shared/kernel/bounded-run.ts';

const forEver = (): void => {
  for (;;);
};

const thrownBy = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a bounded run', () => {
  test('returns the result of the work', () => {
    expect(boundedRun(() => 42, 1_000)).toBe(42);
  });

  test('throws what the work throws', () => {
    const error = thrownBy(() =>
      boundedRun(() => {
        throw new TypeError('wrong');
      }, 1_000),
    );

    expect(error).toEqual(new TypeError('wrong'));
    expect(isOutOfTime(error)).toBe(false);
  });

  test('stops endless work', () => {
    expect(isOutOfTime(thrownBy(() => boundedRun(forEver, 20)))).toBe(true);
  });

  test('inside another one stops by itself, and leaves the outer its time', () => {
    const inner = boundedRun(() => isOutOfTime(thrownBy(() => boundedRun(forEver, 20))), 5_000);

    expect(inner).toBe(true);
  });

  test('that outlives the outer one ends with it', () => {
    expect(isOutOfTime(thrownBy(() => boundedRun(() => boundedRun(forEver, 60_000), 20)))).toBe(true);
  });
});
