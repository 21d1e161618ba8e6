import { describe, expect, test } from 'vitest';

import type { DeletionMarks } from '#shared/deletion/deletion-marks.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { newId } from '#shared/kernel/ids.ts';
import { memoryDeletionMarks } from '../fakes/memory-deletion-marks.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);

describe.for([
  ['memory', () => memoryDeletionMarks()],
  ['DynamoDB', () => dynamoDeletionMarks(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the accounts to delete in %s', ([, create]) => {
  const marks: DeletionMarks = create();
  const mark = (dueAtMs: number) => ({
    accountId: newId('acct'),
    dueAtMs,
    people: [{ issuer: 'https://people.test', subject: 'seven' }],
  });

  test('are found with the people to whom they belonged', async () => {
    const one = mark(noon);
    await marks.add(one);

    expect(await marks.find(one.accountId)).toEqual(one);
    expect(await marks.find(newId('acct'))).toBeUndefined();
  });

  test('are due in the order of their next attempts, which can be moved', async () => {
    const [later, sooner, moved] = [mark(noon - 1_000), mark(noon - 2_000), mark(noon - 3_000)];
    for (const one of [later, sooner, moved, mark(noon + 1)]) await marks.add(one);
    await marks.postpone(moved.accountId, noon + 60_000);
    const own = new Set([later, sooner, moved].map(({ accountId }) => accountId));

    const due = (await marks.due(noon, 100)).filter((id) => own.has(id));

    expect(due).toEqual([sooner.accountId, later.accountId]);
    expect(await marks.find(moved.accountId)).toEqual({ ...moved, dueAtMs: noon + 60_000 });
  });

  test('keep their next attempt and their people when they are asked for again', async () => {
    const one = mark(noon);
    const [known] = one.people;
    const other = { issuer: 'https://people.test', subject: 'eight' };
    await marks.add(one);
    await marks.postpone(one.accountId, noon + 60_000);

    await marks.add({ ...one, people: [] });
    await marks.add({ ...one, people: [known!, other] });

    expect(await marks.find(one.accountId)).toEqual({
      ...one,
      dueAtMs: noon + 60_000,
      people: [known, other],
    });
  });

  test('get no mark by a move of the next attempt', async () => {
    const accountId = newId('acct');

    await marks.postpone(accountId, noon);

    expect(await marks.find(accountId)).toBeUndefined();
  });
});
