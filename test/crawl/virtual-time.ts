import type { Clock } from '#shared/kernel/clock.ts';
import type { Pause } from '#shared/kernel/pause.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Timer {
  readonly atMs: number;
  readonly serial: number;
  readonly fire: () => void;
}

/** Time that passes only when everybody waits for it. What happens at once happens in a seeded order. */
export interface VirtualTime {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly at: (atMs: number, fire: () => void) => void;
  /** Lets time pass until `isOver`, or until the moment when that is hopeless. */
  readonly run: (isOver: () => boolean, untilMs: number) => Promise<void>;
}

/** A binary heap by time; equal times in the order they were set. */
class Timers {
  readonly #heap: Timer[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  pop(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = at * 2 + 1;
      const right = left + 1;
      let least = at;
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left;
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right;
      if (least === at) return first;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}

const isBefore = (a: Timer, b: Timer): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.serial < b.serial);

const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function virtualTime(startMs: number): VirtualTime {
  const timers = new Timers();
  let nowMs = startMs;
  let serial = 0;
  const at = (atMs: number, fire: () => void): void => {
    serial += 1;
    timers.push({ atMs: Math.max(atMs, nowMs), serial, fire });
  };
  return {
    clock: { now: () => nowMs },
    at,
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        return at(nowMs + milliseconds, resolve);
      }),
    run: async (isOver, untilMs) => {
      for (;;) {
        await untilIdle();
        if (isOver()) return;
        const next = timers.pop();
        if (next === undefined || next.atMs > untilMs) return;
        nowMs = next.atMs;
        next.fire();
      }
    },
  };
}
