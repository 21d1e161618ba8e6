import { expect, test } from 'vitest';

import { createWaitingLine } from '../../lib/local/waiting-line.ts';

const drained = (line: ReturnType<typeof createWaitingLine<string>>): string[] => {
  const taken: string[] = [];
  for (let next = line.take(); next !== undefined; next = line.take()) taken.push(next);
  return taken;
};

test('callers are served in turn, each in the order of its own requests', () => {
  const line = createWaitingLine<string>();
  for (const waiter of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.add(waiter.charAt(0), waiter);

  expect(line.size()).toBe(6);
  expect(drained(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(line.size()).toBe(0);
});

test('a caller that comes later waits for one turn of the others, not for all that they have sent', () => {
  const line = createWaitingLine<string>();
  for (let request = 1; request <= 40; request += 1) line.add('many', `many ${request}`);
  line.take();
  line.add('one', 'one 1');

  expect([line.take(), line.take()]).toEqual(['many 2', 'one 1']);
});

test('a waiter that leaves is not served', () => {
  const line = createWaitingLine<string>();
  for (const waiter of ['a1', 'a2', 'b1']) line.add(waiter.charAt(0), waiter);

  line.remove('a1');
  line.remove('b1');

  expect(line.all()).toEqual(['a2']);
  expect(drained(line)).toEqual(['a2']);
});
