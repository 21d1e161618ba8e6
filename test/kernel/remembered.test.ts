import { expect, test } from 'vitest';

import { remembered } from '#shared/kernel/remembered.ts';

test('a value is computed once for each text', () => {
  const asked: string[] = [];
  const lengthOf = remembered((text) => asked.push(text));

  for (const text of ['lamp', 'mill', 'lamp']) lengthOf(text);

  expect(asked).toEqual(['lamp', 'mill']);
});

test('the value of a long text is computed each time', () => {
  let times = 0;
  const count = remembered(() => (times += 1));

  for (let time = 0; time < 2; time++) count('lamp '.repeat(50));

  expect(times).toBe(2);
});

test('values of more texts than are kept are computed again', () => {
  const asked: string[] = [];
  const lengthOf = remembered((text) => asked.push(text));

  for (let text = 0; text < 10_001; text++) lengthOf(`lamp ${text}`);
  lengthOf('lamp 0');

  expect(asked).toHaveLength(10_002);
});
