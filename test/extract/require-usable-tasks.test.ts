import { expect, test } from 'vitest';

import { createKey } from '#shared/accounts/keys/create-key.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { requireUsableTasks } from '#shared/extract/require-usable-tasks.ts';

const plan = planCatalogue().find('pro')!;
const { key } = createKey({ planId: 'pro', name: 'test', createdAt: '2026-12-01T00:00:00.000Z' });
const asked = (prompts: readonly string[]) =>
  prompts.map((prompt, at) => ({
    options: { jsonOptions: { prompt, schema: { type: 'object' }, requireEvidence: false } },
    prefix: `urls[${at}].`,
  }));
/** Each look at the time is so much later than the one before. */
const stepping = (ms: number) => {
  let now = 0;
  return () => (now += ms);
};

test('the schemas of a batch are refused when all of them take too long together', async () => {
  const three = asked(['a', 'b', 'c']);

  await expect(requireUsableTasks(three, { plan, key }, stepping(500))).resolves.toBeUndefined();
  await expect(requireUsableTasks(three, { plan, key }, stepping(900))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'urls[2].jsonOptions.schema: the schemas take too long to compile',
  });
});

test('a task that many URLs have is prepared once', async () => {
  const same = asked(Array.from({ length: 200 }, () => 'a'));

  await expect(requireUsableTasks(same, { plan, key }, stepping(900))).resolves.toBeUndefined();
});

test('a hundred different tasks fit into one batch', async () => {
  const different = asked(Array.from({ length: 101 }, (_, at) => `Price ${at}`));

  await expect(requireUsableTasks(different.slice(1), { plan, key })).resolves.toBeUndefined();
  await expect(requireUsableTasks(different, { plan, key })).rejects.toThrow(
    'urls: at most 100 different jsonOptions fit into one batch',
  );
});
