import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { createFunctionPool, offer, staleEnvironments } from '../../lib/local/function-pool.ts';
import { quietProcess } from './quiet-process.ts';
import { functionNamed } from './function-named.ts';

const freeSinceMs = 100_000;
const minuteMs = 60_000;

/** How many of three environments end after a little more than so many idle minutes. */
function endedAfter(minutes: number): number {
  const pool = createFunctionPool(functionNamed('Worker'), new PassThrough(), 10);
  for (let count = 0; count < 3; count += 1) offer(pool, quietProcess(), freeSinceMs);
  return staleEnvironments(pool, freeSinceMs + minutes * minuteMs + 1).length;
}

test.for([
  { minutes: 1, ended: 0 },
  { minutes: 2, ended: 2 },
  { minutes: 14, ended: 2 },
  { minutes: 15, ended: 3 },
])('$ended of three environments end when all are idle for more than $minutes min', ({ minutes, ended }) => {
  expect(endedAfter(minutes)).toBe(ended);
});
