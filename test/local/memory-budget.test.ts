import { totalmem } from 'node:os';

import { describe, expect, test } from 'vitest';

import { defaultMemoryMb, fits, toEnd } from '../../lib/local/memory-budget.ts';

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

describe('room for one more environment', () => {
  const wanted = large(1);
  const others = [small(3), small(2)] as const;
  const idle = [
    { name: 'younger', use: others[0], sinceMs: 2 },
    { name: 'older', use: others[0], sinceMs: 1 },
    { name: 'youngest', use: others[0], sinceMs: 3 },
    { name: 'of two', use: others[1], sinceMs: 4 },
    { name: 'of its own', use: wanted, sinceMs: 0 },
  ];
  const endedFor = (memoryMb: number) =>
    toEnd(wanted, [wanted, ...others], idle, memoryMb)?.map(({ name }) => name);
  const takenMb = 256 + 5 * 64;

  test.for([
    ['ends none while memory is left', takenMb + 256, []],
    [
      'ends those that were idle longest, and no more than it takes',
      takenMb + 256 - 65,
      ['older', 'younger'],
    ],
    ['ends all but the last of each other function', takenMb + 256 - 3 * 64, ['older', 'younger', 'of two']],
    ['ends none when ending all of them would not suffice', takenMb + 256 - 3 * 64 - 1, undefined],
  ] as const)('%s', ([, memoryMb, expected]) => {
    expect(endedFor(memoryMb)).toEqual(expected);
  });
});

test('all functions together may take half of the machine’s memory', () => {
  const machineMb = totalmem() / 1024 / 1024;

  expect(defaultMemoryMb()).toBeGreaterThan(0);
  expect(defaultMemoryMb()).toBeLessThanOrEqual(machineMb / 2);
});
