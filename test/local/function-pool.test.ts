import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { createFunctionPool, offer, staleEnvironments } from '../../lib/local/function-pool.ts';
import { busyProcess } from './busy-process.ts';
import { functionNamed } from './function-named.ts';

const freeSinceMs = 100_000;
const minuteMs = 60_000;

/** How many of three environments end after so many idle minutes. */
function endedAfter(minutes: number): number {
  const pool = createFunctionPool(functionNamed('Worker'), new PassThrough(), 10);
  for (let count = 0; count < 3; count += 1) offer(pool, busyProcess(), freeSinceMs);
  return staleEnvironments(pool, freeSinceMs + minutes * minuteMs).length;
}

test.for([
  { minutes: 1, ended: 0 },
  { minutes: 3, ended: 2 },
  { minutes: 14, ended: 2 },
  { minutes: 16, ended: 3 },
])('of three environments that are idle for $minutes minutes, $ended end', ({ minutes, ended }) => {
  expect(endedAfter(minutes)).toBe(ended);
});
