import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { neediestFunction } from '../../lib/local/environment-demand.ts';
import { createFunctionPool, type FunctionPool, type Waiter } from '../../lib/local/function-pool.ts';
import { quietProcess } from './quiet-process.ts';
import { functionNamed } from './function-named.ts';

const startedMs = 100_000;
const processors = 4;

/** The pool of a function with so many busy environments and one invocation that waits since `startedMs`. */
function poolWith(environments: number, { isQueued }: Pick<Waiter, 'isQueued'>): FunctionPool {
  const pool = createFunctionPool(functionNamed('Worker'), new PassThrough(), 10);
  for (let count = 0; count < environments; count += 1) pool.all.add(quietProcess());
  pool.line.add('', { sinceMs: startedMs, isThrottled: false, isQueued, settle: () => {} });
  return pool;
}

interface Wait {
  readonly waitedMs: number;
  /** For how long the processors have had room; 0 while they are saturated. */
  readonly unsaturatedMs?: number;
}

/** Whether the pool gets another environment when its invocation has waited so long. */
const getsAnother = (pool: FunctionPool, { waitedMs, unsaturatedMs = 10_000 }: Wait): boolean =>
  neediestFunction({
    pools: [pool],
    memoryMb: 10_000,
    processors,
    unsaturatedMs,
    nowMs: startedMs + waitedMs,
  }) !== undefined;

test('the first invocation of a function starts an environment, also from a queue', () => {
  expect(getsAnother(poolWith(0, { isQueued: false }), { waitedMs: 0 })).toBe(true);
  expect(getsAnother(poolWith(0, { isQueued: true }), { waitedMs: 0, unsaturatedMs: 0 })).toBe(true);
});

test('a caller gets another environment after a quarter of a second', () => {
  const pool = poolWith(processors, { isQueued: false });

  expect(getsAnother(pool, { waitedMs: 249 })).toBe(false);
  expect(getsAnother(pool, { waitedMs: 250 })).toBe(true);
  expect(getsAnother(pool, { waitedMs: 250, unsaturatedMs: 0 })).toBe(false);
});

test('an invocation from a queue waits a second for a running environment', () => {
  const pool = poolWith(processors - 1, { isQueued: true });

  expect(getsAnother(pool, { waitedMs: 900, unsaturatedMs: 0 })).toBe(false);
  expect(getsAnother(pool, { waitedMs: 1_000, unsaturatedMs: 0 })).toBe(true);
});

test('invocations from a queue get more environments than processors only where these have room', () => {
  const pool = poolWith(processors, { isQueued: true });
  pool.movedAtMs = startedMs;

  expect(getsAnother(pool, { waitedMs: 9_000, unsaturatedMs: 0 })).toBe(false);
  expect(getsAnother(pool, { waitedMs: 9_000, unsaturatedMs: 900 })).toBe(false);
  expect(getsAnother(pool, { waitedMs: 1_000, unsaturatedMs: 1_000 })).toBe(true);
});

test('invocations from a queue get one more when none has become free for long, however busy the machine is', () => {
  const pool = poolWith(processors, { isQueued: true });
  pool.movedAtMs = startedMs;

  expect(getsAnother(pool, { waitedMs: 15_000, unsaturatedMs: 0 })).toBe(true);
});

test('a caller who waits behind an invocation from a queue gets another environment as soon as alone', () => {
  const pool = poolWith(processors, { isQueued: true });
  pool.line.add('caller', { sinceMs: startedMs, isThrottled: true, isQueued: false, settle: () => {} });

  expect(getsAnother(pool, { waitedMs: 250 })).toBe(true);
});
