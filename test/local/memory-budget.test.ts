import { totalmem } from 'node:os';

import { expect, test } from 'vitest';

import { defaultMemoryMb, fits } from '../../lib/local/memory-budget.ts';

const small = (environments: number) => ({ functionMemoryMb: 512, environments });
const large = (environments: number) => ({ functionMemoryMb: 2_048, environments });

test.for([
  ['one more fits', small(1), large(0), 64 * 2 + 256, true],
  ['one more does not fit', small(2), large(0), 64 * 2 + 256, false],
  ['the room for the first of another function is kept', small(5), large(0), 64 * 5 + 256, false],
  ['the first of a function always fits', small(0), large(9), 1, true],
] as const)('%s', ([, wanted, other, memoryMb, expected]) => {
  expect(fits(wanted, [wanted, other], memoryMb)).toBe(expected);
});

test('all functions together may take half of the machine’s memory', () => {
  const machineMb = totalmem() / 1024 / 1024;

  expect(defaultMemoryMb()).toBeGreaterThan(0);
  expect(defaultMemoryMb()).toBeLessThanOrEqual(machineMb / 2);
});
