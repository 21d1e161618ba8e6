import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { watchProcessors } from '../../lib/local/processor-load.ts';

/** Two processors that have been busy for as long as told. */
function twoProcessors() {
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const watched = watchProcessors(() => [{ times: { ...times } }, { times: { ...times } }]);
  const pass = (ms: number, busyShare: number): void => {
    for (let at = 0; at < ms; at += 100) {
      times.user += 100 * busyShare;
      times.idle += 100 * (1 - busyShare);
      vi.advanceTimersByTime(100);
    }
  };
  return { watched, pass };
}

describe('the load of the processors', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.for([
    ['tells for how long the processors have had room', [[1_000, 0.5]], 1_000],
    [
      'has no room while the processors are almost always busy',
      [
        [1_000, 0.5],
        [400, 0.9],
      ],
      0,
    ],
    [
      'counts room from the last moment that was saturated',
      [
        [1_000, 0.9],
        [600, 0.2],
      ],
      600,
    ],
  ] as const)('%s', ([, phases, roomMs]) => {
    const { watched, pass } = twoProcessors();
    for (const [ms, busyShare] of phases) pass(ms, busyShare);
    expect(watched.unsaturatedMs()).toBe(roomMs);
    watched.stop();
  });

  it('counts interrupts as room, because processes do not cause them', () => {
    const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
    const watched = watchProcessors(() => [{ times: { ...times } }]);
    for (let at = 0; at < 5; at += 1) {
      times.irq += 200;
      vi.advanceTimersByTime(200);
    }
    expect(watched.unsaturatedMs()).toBe(1_000);
    watched.stop();
  });

  it('keeps its last answer while the clock of the processors does not move', () => {
    const { watched, pass } = twoProcessors();
    pass(400, 0.9);
    vi.advanceTimersByTime(400);
    expect(watched.unsaturatedMs()).toBe(0);
    watched.stop();
  });
});
