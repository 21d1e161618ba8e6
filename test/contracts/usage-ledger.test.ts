import { describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { dynamoUsageLedger } from '#shared/usage/dynamo-usage-ledger.ts';
import { memoryUsageLedger } from '#shared/usage/memory-usage-ledger.ts';
import { nothingConsumed, type ReservationRequest, type UsageLedger } from '#shared/usage/usage-ledger.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const month = '2026-11';

const request = (accountId: string, changes: Partial<ReservationRequest> = {}): ReservationRequest => ({
  id: newId('req'),
  accountId,
  operation: 'scrape',
  units: 1,
  allowance: 100,
  nowMs: noon,
  dueAtMs: noon + 60_000,
  ...changes,
});

describe.for([
  ['memory', () => memoryUsageLedger()],
  ['DynamoDB', () => dynamoUsageLedger(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the usage ledger in %s', ([, create]) => {
  const ledger: UsageLedger = create();

  test('counts a reservation at once and what was consumed when it is settled', async () => {
    const account = newId('acct');

    const reservation = await ledger.reserve(request(account, { units: 3 }));
    const during = await ledger.read(account, month);
    await ledger.settle(reservation!, { requests: 2, pages: 2, ai: 1 });

    expect(during).toEqual({ used: 3, reserved: 3, days: [] });
    expect(await ledger.read(account, month)).toEqual({
      used: 2,
      reserved: 0,
      days: [{ day: '2026-11-21', operation: 'scrape', requests: 2, pages: 2, ai: 1 }],
    });
  });

  test('adds up days and operations', async () => {
    const account = newId('acct');
    const spend = async (changes: Partial<ReservationRequest>) => {
      const reservation = await ledger.reserve(request(account, changes));
      await ledger.settle(reservation!, { requests: 1, pages: 1, ai: 0 });
    };

    await spend({});
    await spend({});
    await spend({ operation: 'crawl' });
    await spend({ nowMs: noon - 86_400_000 });

    const { used, days } = await ledger.read(account, month);
    expect(used).toBe(4);
    expect(days.map(({ day, operation, requests }) => `${day} ${operation} ${requests}`).toSorted()).toEqual([
      '2026-11-20 scrape 1',
      '2026-11-21 crawl 1',
      '2026-11-21 scrape 2',
    ]);
  });

  test('refunds what consumed nothing and leaves no trace of it in the days', async () => {
    const account = newId('acct');

    const reservation = await ledger.reserve(request(account));
    await ledger.settle(reservation!, nothingConsumed);

    expect(await ledger.read(account, month)).toEqual({ used: 0, reserved: 0, days: [] });
  });

  test('settles once, whoever comes second', async () => {
    const account = newId('acct');
    const reservation = await ledger.reserve(request(account));

    const first = await ledger.settle(reservation!, { requests: 1, pages: 1, ai: 0 });
    const second = await ledger.settle(reservation!, nothingConsumed);

    expect([first, second, (await ledger.read(account, month)).used]).toEqual([true, false, 1]);
  });

  test('gives nobody a reservation that exists already', async () => {
    const account = newId('acct');
    const same = request(account);
    await ledger.reserve(same);

    const second = ledger.reserve(same);

    await expect(second).rejects.toThrow('exists already');
    expect((await ledger.read(account, month)).used).toBe(1);
  });

  test('gives out the last units exactly once under 200 requests at once', async () => {
    const account = newId('acct');

    const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(request(account))));

    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(100);
    expect((await ledger.read(account, month)).used).toBe(100);
  });

  test('does not give out units that do not all fit', async () => {
    const account = newId('acct');
    await ledger.reserve(request(account, { units: 99 }));

    expect(await ledger.reserve(request(account, { units: 2 }))).toBeUndefined();
    expect(await ledger.reserve(request(account, { units: 1 }))).toBeDefined();
    expect(
      await ledger.reserve(request(account, { units: 101, nowMs: noon + 40 * 86_400_000 })),
    ).toBeUndefined();
  });

  test('counts without end when the plan has no limit', async () => {
    const account = newId('acct');

    await ledger.reserve(request(account, { units: 1_000_000, allowance: null }));

    expect((await ledger.read(account, month)).used).toBe(1_000_000);
  });

  test('begins each UTC month anew, and books a late settlement in the month of acceptance', async () => {
    const account = newId('acct');
    const lastSecond = Date.UTC(2026, 11, 1) - 1;

    const reservation = await ledger.reserve(request(account, { nowMs: lastSecond, allowance: 1 }));
    const next = await ledger.reserve(request(account, { nowMs: lastSecond + 1, allowance: 1 }));
    await ledger.settle(reservation!, { requests: 1, pages: 1, ai: 0 });

    expect(next?.month).toBe('2026-12');
    expect((await ledger.read(account, month)).days).toEqual([
      { day: '2026-11-30', operation: 'scrape', requests: 1, pages: 1, ai: 0 },
    ]);
  });

  test('lists overdue reservations until they are settled', async () => {
    const account = newId('acct');
    const [late, later] = [
      request(account, { dueAtMs: noon - 2_000 }),
      request(account, { dueAtMs: noon - 1_000 }),
    ];
    const [reservation] = await Promise.all(
      [late, later, request(account)].map((one) => ledger.reserve(one)),
    );
    const mine = async () =>
      (await ledger.overdue(noon, 1_000))
        .filter(({ accountId }) => accountId === account)
        .map(({ id }) => id);

    const before = await mine();
    await ledger.settle(reservation!, nothingConsumed);

    expect(before).toEqual([late.id, later.id]);
    expect(await mine()).toEqual([later.id]);
  });
});

/** Loses the answer of the first transaction, which has been written. */
function forgetfulDynamo() {
  const client = emulatedDynamo();
  const sent: object[] = [];
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      sent.push(args.input);
      if (sent.length > 1) return result;
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    },
    { step: 'deserialize', priority: 'low' },
  );
  return { client, sent };
}

test('a reservation whose answer was lost is reserved once, and belongs to the one who asked', async () => {
  const account = newId('acct');
  const { client, sent } = forgetfulDynamo();
  const ledger = dynamoUsageLedger(client, tableNamed('servicetable'));

  const reservation = await ledger.reserve(request(account));

  expect(sent).toHaveLength(2);
  expect(reservation).toMatchObject({ accountId: account });
  expect((await ledger.read(account, month)).used).toBe(1);
});
