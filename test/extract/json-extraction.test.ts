import { expect, test } from 'vitest';

import { createJsonExtraction } from '#shared/extract/json-extraction.ts';

const taskOf = (at: number) => ({ prompt: `Price ${at}`, requireEvidence: false });

test('a task that many pages share is prepared once, also beside as many others as are remembered', async () => {
  const { prepare } = createJsonExtraction(undefined);
  const tasks = Array.from({ length: 50 }, (_, at) => taskOf(at));

  const first = await Promise.all(tasks.map(prepare));
  const second = await Promise.all(tasks.map(prepare));

  expect(second.map((task, at) => task === first[at])).toEqual(tasks.map(() => true));
});
