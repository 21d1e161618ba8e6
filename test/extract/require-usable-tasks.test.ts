import { expect, test } from 'vitest';

import { requireUsableTasks } from '#shared/extract/require-usable-tasks.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';

const plan = planCatalogue().find('pro')!;
const { key } = createKey({ planId: 'pro', name: 'test', createdAt: '2026-12-01T00:00:00.000Z' });
const tasks = [0, 1, 2].map((at) => ({
  options: {
    schema: { type: 'object' as const, properties: { price: { type: 'number' } } },
    requireEvidence: false,
  },
  field: `urls[${at}].jsonOptions`,
}));
/** Each look at the time is so much later than the one before. */
const stepping = (ms: number) => {
  let now = 0;
  return () => (now += ms);
};

test('the schemas of a batch are refused when all of them take too long together', async () => {
  await expect(requireUsableTasks(tasks, { plan, key }, stepping(500))).resolves.toBeUndefined();
  await expect(requireUsableTasks(tasks, { plan, key }, stepping(900))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'urls[2].jsonOptions.schema: the schemas take too long to compile',
  });
});
