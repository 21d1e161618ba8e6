import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { neediestFunction } from '../../lib/local/environment-demand.ts';
import { createFunctionPool, type FunctionPool, type Waiter } from '../../lib/local/function-pool.ts';
import type { FunctionProcess } from '../../lib/local/function-process.ts';
import { functionNamed } from './function-named.ts';

const startedMs = 100_000;

const busyProcess = (): FunctionProcess => ({
  pid: undefined,
  invoke: () => new Promise(() => {}),
  started: Promise.resolve(undefined),
  whenFree: () => new Promise(() => {}),
  abandon: () => {},
  kill: () => Promise.resolve(),
});

/** The pool of a function with so many busy environments and one invocation that waits since `startedMs`. */
function poolWith(environments: number, { isQueued }: Pick<Waiter, 'isQueued'>): FunctionPool {
  const pool = createFunctionPool(functionNamed('Worker'), new PassThrough(), 10);
  for (let count = 0; count < environments; count += 1) pool.all.add(busyProcess());
  pool.line.add('', { sinceMs: startedMs, isThrottled: false, isQueued, settle: () => {} });
  return pool;
}

/** Whether the pool gets another environment when its invocation has waited so long. */
const startsAfter = (pool: FunctionPool, waitedMs: number, isSaturated = false): boolean =>
  neediestFunction({ pools: [pool], memoryMb: 10_000, isSaturated, nowMs: startedMs + waitedMs }) !==
  undefined;

test('the first invocation of a function starts an environment, also from a queue', () => {
  expect(startsAfter(poolWith(0, { isQueued: false }), 0)).toBe(true);
  expect(startsAfter(poolWith(0, { isQueued: true }), 0, true)).toBe(true);
});

test('a caller gets another environment after a quarter of a second', () => {
  expect(startsAfter(poolWith(1, { isQueued: false }), 250)).toBe(true);
});

test.for([false, true])(
  'an invocation from a queue waits a second for a running environment, on a saturated machine: %s',
  (isSaturated) => {
    const pool = poolWith(1, { isQueued: true });

    expect(startsAfter(pool, 900, isSaturated)).toBe(false);
    expect(startsAfter(pool, 1_000, isSaturated)).toBe(true);
  },
);

test('a caller who waits behind an invocation from a queue gets another environment as soon as alone', () => {
  const pool = poolWith(1, { isQueued: true });
  pool.line.add('caller', { sinceMs: startedMs, isThrottled: true, isQueued: false, settle: () => {} });

  expect(startsAfter(pool, 250)).toBe(true);
});
