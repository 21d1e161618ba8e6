import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { memoryUsageLedger } from '../fakes/memory-usage-ledger.ts';
import {
  newReservationId,
  nothingConsumed,
  type RecordsFound,
  type RecordsPage,
  type Reservation,
  type ReservationRequest,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const month = '2026-11';

const request = (accountId: string, changes: Partial<ReservationRequest> = {}): ReservationRequest => ({
  id: newReservationId(changes.nowMs ?? noon),
  accountId,
  keyId: 'key_1',
  operation: 'scrape',
  units: 1,
  allowance: 100,
  budget: null,
  requestsAtOnce: 200,
  nowMs: noon,
  dueAtMs: noon + 60_000,
  ...changes,
});

/** A reservation that must be made. */
async function reserved(ledger: UsageLedger, wanted: ReservationRequest): Promise<Reservation> {
  const outcome = await ledger.reserve(wanted);
  if (outcome.kind !== 'reserved') throw new Error(`The reservation was refused: ${outcome.kind}.`);
  return outcome.reservation;
}

describe.for([
  ['memory', () => memoryUsageLedger()],
  ['DynamoDB', () => dynamoUsageLedger(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the usage ledger in %s', ([, create]) => {
  const ledger: UsageLedger = create();

  test('counts a reservation at once and what was consumed when it is settled', async () => {
    const account = newId('acct');

    const reservation = await reserved(ledger, request(account, { units: 3 }));
    const during = await ledger.read(account, month, noon);
    await ledger.settle(reservation, { requests: 2, pages: 2, ai: 1 });

    expect(during).toEqual({
      used: 3,
      reserved: 3,
      inFlight: 1,
      usedByKey: { key_1: 3 },
      reservedByKey: { key_1: 3 },
      days: [],
    });
    expect(await ledger.read(account, month, noon)).toEqual({
      used: 2,
      reserved: 0,
      inFlight: 0,
      usedByKey: { key_1: 2 },
      reservedByKey: {},
      days: [{ day: '2026-11-21', operation: 'scrape', keyId: 'key_1', requests: 2, pages: 2, ai: 1 }],
    });
  });

  test('adds up days and operations', async () => {
    const account = newId('acct');
    const spend = async (changes: Partial<ReservationRequest>) => {
      const reservation = await reserved(ledger, request(account, changes));
      await ledger.settle(reservation, { requests: 1, pages: 1, ai: 0 });
    };

    await spend({});
    await spend({});
    await spend({ operation: 'crawl' });
    await spend({ nowMs: noon - 86_400_000 });

    const { used, days } = await ledger.read(account, month, noon);
    expect(used).toBe(4);
    expect(days.map(({ day, operation, requests }) => `${day} ${operation} ${requests}`).toSorted()).toEqual([
      '2026-11-20 scrape 1',
      '2026-11-21 crawl 1',
      '2026-11-21 scrape 2',
    ]);
  });

  test('refunds a reservation without consumption, which leaves no trace in the days', async () => {
    const account = newId('acct');

    const reservation = await reserved(ledger, request(account));
    await ledger.settle(reservation, nothingConsumed);

    expect(await ledger.read(account, month, noon)).toEqual({
      used: 0,
      reserved: 0,
      inFlight: 0,
      usedByKey: { key_1: 0 },
      reservedByKey: {},
      days: [],
    });
  });

  test('settles once', async () => {
    const account = newId('acct');
    const reservation = await reserved(ledger, request(account));

    const first = await ledger.settle(reservation, { requests: 1, pages: 1, ai: 0 });
    const second = await ledger.settle(reservation, nothingConsumed);

    expect([first, second, (await ledger.read(account, month, noon)).used]).toEqual([true, false, 1]);
  });

  test('counts once what is settled again in the same way', async () => {
    const account = newId('acct');
    const asked = { requestId: 'request-1', startedAtMs: noon };
    const reservation = await reserved(ledger, request(account, { asked }));
    const settle = () =>
      ledger.settle(reservation, { requests: 1, pages: 1, ai: 0 }, { endedAtMs: noon, status: 200 });

    const answers = [await settle(), await settle()];

    const { used, days } = await ledger.read(account, month, noon);
    expect(answers).toEqual([true, true]);
    expect([used, days.length, days[0]?.requests]).toEqual([1, 1, 1]);
  });

  test('refunds a dead request with the next one, and it cannot be settled after that', async () => {
    const account = newId('acct');
    const asked = { requestId: 'request-1', startedAtMs: noon };
    const dead = await reserved(ledger, request(account, { units: 3, asked, dueAtMs: noon + 1_000 }));
    const later = noon + 1_000;

    const next = () => reserved(ledger, request(account, { nowMs: later, dueAtMs: later + 60_000 }));
    const reservations = [await next(), await next()];
    const late = await ledger.settle(
      dead,
      { requests: 1, pages: 1, ai: 0 },
      { endedAtMs: noon, status: 200 },
    );
    for (const reservation of reservations) await ledger.settle(reservation, nothingConsumed);

    expect(late).toBe(false);
    expect(await ledger.read(account, month, noon)).toMatchObject({
      used: 0,
      reserved: 0,
      inFlight: 0,
      usedByKey: { key_1: 0 },
      days: [],
    });
    expect((await ledger.recent(account, { nowMs: later, limit: 5 })).records).toMatchObject([
      { requestId: 'request-1', status: 502, code: 'SERVICE_UNAVAILABLE', requests: 0, endedAtMs: later },
    ]);
  });

  test('counts a dead request no longer once its time has passed, whether another one comes or not', async () => {
    const account = newId('acct');
    const asked = { requestId: 'request-1', startedAtMs: noon };
    const dueAtMs = noon + 1_000;
    await reserved(ledger, request(account, { units: 3, asked, dueAtMs }));
    await reserved(ledger, request(account, { units: 2, keyId: 'key_2' }));

    const [before, after] = [
      await ledger.read(account, month, dueAtMs - 1),
      await ledger.read(account, month, dueAtMs),
    ];
    const { records } = await ledger.recent(account, { nowMs: dueAtMs, limit: 5 });

    expect(before).toEqual({
      used: 5,
      reserved: 5,
      inFlight: 2,
      usedByKey: { key_1: 3, key_2: 2 },
      reservedByKey: { key_1: 3, key_2: 2 },
      days: [],
    });
    expect(after).toEqual({
      used: 2,
      reserved: 2,
      inFlight: 1,
      usedByKey: { key_1: 0, key_2: 2 },
      reservedByKey: { key_2: 2 },
      days: [],
    });
    expect(records).toMatchObject([
      { requestId: 'request-1', status: 502, code: 'SERVICE_UNAVAILABLE', endedAtMs: dueAtMs },
    ]);
  });

  test('never makes a reservation twice', async () => {
    const account = newId('acct');
    const same = request(account);
    await ledger.reserve(same);

    const second = ledger.reserve(same);

    await expect(second).rejects.toThrow('exists already');
    expect((await ledger.read(account, month, noon)).used).toBe(1);
  });

  test('gives out the last units exactly once under 200 requests at once', async () => {
    const account = newId('acct');

    const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(request(account))));

    expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(100);
    expect((await ledger.read(account, month, noon)).used).toBe(100);
  });

  test('does not give out units that do not all fit', async () => {
    const account = newId('acct');
    await ledger.reserve(request(account, { units: 99 }));

    const kindOf = async (changes: Partial<ReservationRequest>) =>
      (await ledger.reserve(request(account, changes))).kind;
    expect(await ledger.reserve(request(account, { units: 2 }))).toMatchObject({
      kind: 'over-allowance',
      left: 1,
      held: 99,
    });
    expect(await kindOf({ units: 1 })).toBe('reserved');
    expect(await kindOf({ units: 101, nowMs: noon + 40 * 86_400_000 })).toBe('over-allowance');
  });

  test('gives out the last units of a key’s budget exactly once under 200 requests at once', async () => {
    const account = newId('acct');
    const limits = { allowance: 500, budget: 30 };

    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => ledger.reserve(request(account, limits))),
    );

    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(30);
    expect(kinds.filter((kind) => kind === 'over-budget')).toHaveLength(170);
    expect(await ledger.read(account, month, noon)).toMatchObject({ used: 30, usedByKey: { key_1: 30 } });
  });

  test('gives what is refunded back to the budget', async () => {
    const account = newId('acct');
    const budget = { budget: 3, units: 3 };

    const first = await reserved(ledger, request(account, budget));
    const refused = await ledger.reserve(request(account, { budget: 3 }));
    const impossible = await ledger.reserve(request(account, { budget: 3, units: 4 }));
    await ledger.settle(first, { requests: 1, pages: 1, ai: 0 });
    const second = await reserved(ledger, request(account, { budget: 3, units: 2 }));
    await ledger.settle(second, nothingConsumed);

    expect(refused).toMatchObject({ kind: 'over-budget', left: 0, held: 3 });
    expect(impossible).toMatchObject({ kind: 'over-budget' });
    expect(impossible).not.toHaveProperty('left');
    expect((await ledger.read(account, month, noon)).usedByKey).toEqual({ key_1: 1 });
  });

  test('leaves the budgets of other keys alone, and starts each month at zero', async () => {
    const account = newId('acct');
    const kindOf = async (changes: Partial<ReservationRequest>) =>
      (await ledger.reserve(request(account, { budget: 1, ...changes }))).kind;

    expect(await kindOf({})).toBe('reserved');
    expect(await kindOf({})).toBe('over-budget');
    expect(await kindOf({ keyId: 'key_2' })).toBe('reserved');
    expect(await kindOf({ nowMs: noon + 40 * 86_400_000 })).toBe('reserved');
    expect(await kindOf({ keyId: 'key_3', units: 2 })).toBe('over-budget');
  });

  test('says that the month is used up before it says that the budget is', async () => {
    const account = newId('acct');
    const limits = { allowance: 1, budget: 1 };
    await reserved(ledger, request(account, limits));

    expect((await ledger.reserve(request(account, limits))).kind).toBe('over-allowance');
  });

  test('says what a key’s own requests hold of its budget, and whether that may be enough', async () => {
    const account = newId('acct');
    const ofKey = { budget: 10, units: 5 };
    const first = await reserved(ledger, request(account, { ...ofKey, units: 10 }));
    await reserved(ledger, request(account, { units: 50, keyId: 'key_2' }));
    const running = await ledger.reserve(request(account, ofKey));
    await ledger.settle(first, { requests: 10, pages: 10, ai: 0 });
    const spent = await ledger.reserve(request(account, ofKey));

    expect(running).toMatchObject({ kind: 'over-budget', left: 0, held: 10, mayFitSoon: true });
    expect(spent).toMatchObject({ kind: 'over-budget', left: 0, held: 0, mayFitSoon: false });
  });

  test('says that the budget is used up when only the month gets requests back', async () => {
    const account = newId('acct');
    const spent = await reserved(ledger, request(account, { budget: 10, units: 10 }));
    await ledger.settle(spent, { requests: 10, pages: 10, ai: 0 });
    await reserved(ledger, request(account, { units: 90, keyId: 'key_2' }));

    const ofKey = await ledger.reserve(request(account, { budget: 10 }));
    const ofOther = await ledger.reserve(request(account, { keyId: 'key_2' }));

    expect(ofKey).toMatchObject({ kind: 'over-budget', held: 0, mayFitSoon: false });
    expect(ofOther).toMatchObject({ kind: 'over-allowance', held: 90, mayFitSoon: true });
  });

  test('counts days by key', async () => {
    const account = newId('acct');
    for (const keyId of ['key_1', 'key_2', 'key_1']) {
      const reservation = await reserved(ledger, request(account, { keyId }));
      await ledger.settle(reservation, { requests: 1, pages: 1, ai: 0 });
    }

    const { days } = await ledger.read(account, month, noon);

    expect(days.map(({ keyId, requests }) => `${keyId} ${requests}`).toSorted()).toEqual([
      'key_1 2',
      'key_2 1',
    ]);
  });

  test('settles a reservation from before use was counted by key', async () => {
    const account = newId('acct');
    const { keyId: _keyId, ...old } = await reserved(ledger, request(account));

    await ledger.settle(old, { requests: 1, pages: 1, ai: 0 });

    const { used, days } = await ledger.read(account, month, noon);
    expect(used).toBe(1);
    expect(days).toEqual([{ day: '2026-11-21', operation: 'scrape', requests: 1, pages: 1, ai: 0 }]);
  });

  test('has no more requests in flight than the account may have, under 40 at once', async () => {
    const account = newId('acct');
    const oneOf = () => ledger.reserve(request(account, { requestsAtOnce: 5 }));

    const outcomes = await Promise.all(Array.from({ length: 40 }, oneOf));

    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'reserved')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'too-many-at-once')).toHaveLength(35);
    expect(await ledger.read(account, month, noon)).toMatchObject({ used: 5, reserved: 5, inFlight: 5 });
  });

  test('frees the place of a request when it is settled, whatever it consumed', async () => {
    const account = newId('acct');
    const one = () => reserved(ledger, request(account, { requestsAtOnce: 1 }));

    await ledger.settle(await one(), { requests: 1, pages: 1, ai: 0 });
    await ledger.settle(await one(), nothingConsumed);
    await one();

    expect(await ledger.read(account, month, noon)).toMatchObject({ used: 2, inFlight: 1 });
  });

  test('passes the places of dead requests to the next requests, once each', async () => {
    const account = newId('acct');
    const dead = { requestsAtOnce: 2, dueAtMs: noon + 1_000 };
    await reserved(ledger, request(account, dead));
    await reserved(ledger, request(account, dead));
    const next = (nowMs: number) =>
      Promise.all(
        Array.from({ length: 4 }, () => ledger.reserve(request(account, { requestsAtOnce: 2, nowMs }))),
      );

    const early = await next(noon + 999);
    const late = await next(noon + 1_000);

    expect(early.map(({ kind }) => kind)).toEqual(early.map(() => 'too-many-at-once'));
    expect(late.filter(({ kind }) => kind === 'reserved')).toHaveLength(2);
    expect(await ledger.read(account, month, noon)).toMatchObject({ used: 2, reserved: 2, inFlight: 2 });
  });

  test('does not count work that outlives its request as a request in flight', async () => {
    const account = newId('acct');
    const crawl = await reserved(
      ledger,
      request(account, { operation: 'crawl', units: 50, requestsAtOnce: null }),
    );

    await reserved(ledger, request(account, { requestsAtOnce: 1 }));
    const refused = await ledger.reserve(request(account, { requestsAtOnce: 1 }));

    expect(refused.kind).toBe('too-many-at-once');
    expect(await ledger.read(account, month, noon)).toMatchObject({ reserved: 51, inFlight: 1 });
    expect(await ledger.settle(crawl, nothingConsumed)).toBe(true);
  });

  test('says that the month is used up before it says that others are in flight', async () => {
    const account = newId('acct');
    const wanted = { allowance: 1, requestsAtOnce: 1 };
    await reserved(ledger, request(account, wanted));

    expect((await ledger.reserve(request(account, wanted))).kind).toBe('over-allowance');
  });

  test('counts without bound when the plan has no limit', async () => {
    const account = newId('acct');

    await ledger.reserve(request(account, { units: 1_000_000, allowance: null }));

    expect((await ledger.read(account, month, noon)).used).toBe(1_000_000);
  });

  describe('the rate of requests', () => {
    const quarterPast = noon + 15_000;
    const rate = { group: 'requests', limitPerMinute: 2 } as const;
    const wanted = (accountId: string, changes: Partial<ReservationRequest> = {}) =>
      request(accountId, { nowMs: quarterPast, rate, ...changes });

    test('counts down with the reservations, then refuses until the minute ends', async () => {
      const account = newId('acct');

      const outcomes = [];
      for (let count = 0; count < 4; count += 1) outcomes.push(await ledger.reserve(wanted(account)));
      const during = await ledger.read(account, month, quarterPast);
      const next = await ledger.reserve(wanted(account, { nowMs: noon + 60_000 }));

      expect(outcomes.map((outcome) => [outcome.kind, outcome.rate])).toEqual([
        ['reserved', { allowed: true, limit: 2, remaining: 1, resetSeconds: 45 }],
        ['reserved', { allowed: true, limit: 2, remaining: 0, resetSeconds: 45 }],
        ['over-rate', { allowed: false, limit: 2, remaining: 0, resetSeconds: 45 }],
        ['over-rate', { allowed: false, limit: 2, remaining: 0, resetSeconds: 45 }],
      ]);
      expect(during.reserved).toBe(2);
      expect([next.kind, next.rate?.remaining]).toEqual(['reserved', 1]);
    });

    test('is one for each account and group, and absent from work that no request begins', async () => {
      const account = newId('acct');
      const once = { rate: { ...rate, limitPerMinute: 1 } };
      await ledger.reserve(wanted(account, once));

      const others = await Promise.all([
        ledger.reserve(wanted(newId('acct'), once)),
        ledger.reserve(wanted(account, { rate: { group: 'crawls', limitPerMinute: 1 } })),
        ledger.reserve(wanted(account, { rate: undefined })),
      ]);

      expect(others.map(({ kind }) => kind)).toEqual(['reserved', 'reserved', 'reserved']);
      expect(others.map((outcome) => outcome.rate?.remaining)).toEqual([0, 0, undefined]);
    });

    test('lets exactly the limit through under 50 requests at once', async () => {
      const account = newId('acct');
      const limited = { rate: { ...rate, limitPerMinute: 20 } };

      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => ledger.reserve(wanted(account, limited))),
      );

      expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(20);
    });

    test.for([
      ['that can never fit', 3],
      ['that no longer fit', 1],
    ] as const)(
      'counts requests for units %s, and refuses them, too, beyond the limit',
      async ([, units]) => {
        const account = newId('acct');
        const used = await ledger.reserve(wanted(account, { units: 2, allowance: 2, rate: undefined }));

        const outcomes = [];
        for (let count = 0; count < 3; count += 1)
          outcomes.push(await ledger.reserve(wanted(account, { units, allowance: 2 })));

        expect(used.kind).toBe('reserved');
        expect(outcomes.map((outcome) => [outcome.kind, outcome.rate?.remaining])).toEqual([
          ['over-allowance', 1],
          ['over-allowance', 0],
          ['over-rate', 0],
        ]);
      },
    );

    test('may rise within the minute', async () => {
      const account = newId('acct');
      for (let count = 0; count < 3; count += 1) await ledger.reserve(wanted(account));

      const { kind } = await ledger.reserve(wanted(account, { rate: { ...rate, limitPerMinute: 3 } }));

      expect(kind).toBe('reserved');
    });
  });

  test('starts each UTC month at zero, and books a late settlement in the month of acceptance', async () => {
    const account = newId('acct');
    const lastSecond = Date.UTC(2026, 11, 1) - 1;

    const terms = { allowance: 1, dueAtMs: lastSecond + 60_000 };

    const reservation = await reserved(ledger, request(account, { nowMs: lastSecond, ...terms }));
    const next = await reserved(ledger, request(account, { nowMs: lastSecond + 1, ...terms }));
    await ledger.settle(reservation, { requests: 1, pages: 1, ai: 0 });

    expect(next.month).toBe('2026-12');
    expect((await ledger.read(account, month, noon)).days).toEqual([
      { day: '2026-11-30', operation: 'scrape', keyId: 'key_1', requests: 1, pages: 1, ai: 0 },
    ]);
  });

  test('refunds dead requests before it refuses for the allowance', async () => {
    const account = newId('acct');
    const limits = { allowance: 2, requestsAtOnce: 2 };
    for (let dead = 0; dead < 2; dead += 1) await reserved(ledger, request(account, limits));

    const outcome = await ledger.reserve(request(account, { ...limits, nowMs: noon + 120_000 }));

    expect(outcome.kind).toBe('reserved');
  });
});

/** A listed request of a ledger in the test below. */
const listed = (accountId: string, startedAtMs: number, changes: Partial<ReservationRequest> = {}) =>
  request(accountId, {
    id: newReservationId(startedAtMs),
    nowMs: startedAtMs,
    dueAtMs: startedAtMs + 60_000,
    asked: { requestId: `request-${startedAtMs - noon}`, host: 'site.example', startedAtMs },
    ...changes,
  });

describe.for([
  ['memory', () => memoryUsageLedger()],
  ['DynamoDB', () => dynamoUsageLedger(emulatedDynamo(), tableNamed('servicetable'))],
] as const)('the records of requests in %s', ([, create]) => {
  const ledger: UsageLedger = create();
  const dayMs = 86_400_000;
  const one = { requests: 1, pages: 1, ai: 0 };
  const ok = (endedAtMs: number) => ({ endedAtMs, status: 200 });
  const recent = async (accountId: string, page: Partial<RecordsPage> = {}) =>
    ledger.recent(accountId, { nowMs: noon, limit: 50, ...page });
  const idsOf = ({ records }: RecordsFound) => records.map(({ requestId }) => requestId);

  test('show a request while it runs, and how it ended and what it cost once it is settled', async () => {
    const account = newId('acct');
    const reservation = await reserved(ledger, listed(account, noon - 500, { units: 3 }));

    const during = await recent(account);
    await ledger.settle(reservation, { requests: 2, pages: 2, ai: 0 }, { ...ok(noon), code: 'BLOCKED' });

    const running = {
      id: reservation.id,
      requestId: 'request--500',
      host: 'site.example',
      startedAtMs: noon - 500,
      operation: 'scrape',
      keyId: 'key_1',
    };
    expect(during).toEqual({ records: [running] });
    expect(await recent(account)).toEqual({
      records: [{ ...running, endedAtMs: noon, status: 200, code: 'BLOCKED', requests: 2 }],
    });
  });

  test('add up to the use of the account, whatever became of its requests', async () => {
    const account = newId('acct');
    const endings = Array.from({ length: 30 }, (_, index) => index % 4);
    await Promise.all(
      endings.map(async (billed, index) => {
        const reservation = await reserved(ledger, listed(account, noon - index, { units: 3 }));
        const consumed = { requests: billed, pages: billed, ai: 0 };
        const settling = [1, 2].map(() => ledger.settle(reservation, consumed, ok(noon)));
        expect(await Promise.all(settling)).toEqual([true, true]);
      }),
    );

    const { records } = await recent(account);
    const { used, reserved: open } = await ledger.read(account, month, noon);

    expect(records).toHaveLength(30);
    expect(records.reduce((sum, { requests = 0 }) => sum + requests, 0)).toBe(used);
    expect(open).toBe(0);
  });

  test('are settled once, and stay as they were settled', async () => {
    const account = newId('acct');
    const reservation = await reserved(ledger, listed(account, noon - 1));
    await ledger.settle(reservation, one, ok(noon));

    const again = [
      await ledger.settle(reservation, nothingConsumed, {
        endedAtMs: noon,
        status: 500,
        code: 'INTERNAL_ERROR',
      }),
      await ledger.settle(reservation, nothingConsumed),
    ];

    expect(again).toEqual([false, false]);
    expect((await recent(account)).records).toMatchObject([{ status: 200, requests: 1 }]);
    await expect(ledger.reserve(listed(account, noon, { id: reservation.id }))).rejects.toThrow(
      'exists already',
    );
  });

  test('are listed newest first, page by page, and for 7 days', async () => {
    const account = newId('acct');
    const times = [-8 * dayMs, -6 * dayMs, -3_000, -2_000, -1_000];
    for (const time of times)
      await ledger.settle(await reserved(ledger, listed(account, noon + time)), one, ok(noon + time));

    const first = await recent(account, { limit: 2 });
    const second = await recent(account, { limit: 2, cursor: first.cursor });

    expect(idsOf(first)).toEqual(['request--1000', 'request--2000']);
    expect(idsOf(second)).toEqual(['request--3000', `request-${-6 * dayMs}`]);
    expect(idsOf(await recent(account))).toHaveLength(4);
    expect(await recent(newId('acct'))).toEqual({ records: [] });
  });

  test.for([[''], ['nonsense'], ['run_'], ['run_zzz'], ['USAGE#2026-11'], ['run_00000000000']])(
    'do not fail for the cursor %j',
    async ([cursor]) => {
      expect(await recent(newId('acct'), { cursor: cursor! })).toEqual({ records: [] });
    },
  );

  test('hide the place of a request whose work has a reservation of its own, unless it fails', async () => {
    const account = newId('acct');
    const place = (time: number) =>
      reserved(ledger, listed(account, noon + time, { units: 0, operation: 'crawl' }));
    const [started, failed] = [await place(-2_000), await place(-1_000)];

    const during = await recent(account);
    await ledger.settle(started, nothingConsumed);
    await ledger.settle(failed, nothingConsumed, { endedAtMs: noon, status: 403, code: 'QUOTA_EXCEEDED' });

    expect(during.records).toEqual([]);
    expect((await recent(account)).records).toMatchObject([
      { requestId: 'request--1000', status: 403, code: 'QUOTA_EXCEEDED', requests: 0 },
    ]);
  });

  test('have no line for work that nobody asked for by itself', async () => {
    const account = newId('acct');
    const { asked: _asked, ...unlisted } = listed(account, noon - 1);

    await ledger.settle(await reserved(ledger, unlisted), one, ok(noon));

    expect((await recent(account)).records).toEqual([]);
    expect((await ledger.read(account, month, noon)).used).toBe(1);
  });

  test('show requests that were refused before anything was reserved', async () => {
    const account = newId('acct');
    await ledger.refuse({
      id: newReservationId(noon),
      accountId: account,
      keyId: 'key_1',
      operation: 'search',
      requestId: 'request-1',
      startedAtMs: noon - 5,
      endedAtMs: noon,
      status: 400,
      code: 'INVALID_REQUEST',
    });

    expect((await recent(account)).records).toMatchObject([
      { requestId: 'request-1', operation: 'search', status: 400, code: 'INVALID_REQUEST', requests: 0 },
    ]);
    expect((await ledger.read(account, month, noon)).used).toBe(0);
  });

  test('say of dead requests whose places were passed on that they were lost', async () => {
    const account = newId('acct');
    const dead = { requestsAtOnce: 2, dueAtMs: noon - 1, allowance: null };
    await reserved(ledger, listed(account, noon - 120_000, dead));
    for (let index = 0; index < 120; index += 1)
      await ledger.settle(
        await reserved(ledger, listed(account, noon - 60_000 + index, { allowance: null })),
        one,
        ok(noon),
      );
    await reserved(ledger, listed(account, noon - 1_000, { requestsAtOnce: 2, allowance: null }));

    const outcome = await ledger.reserve(listed(account, noon, { requestsAtOnce: 2, allowance: null }));

    const { records } = await recent(account, { limit: 200 });
    expect(outcome.kind).toBe('reserved');
    expect(records.at(-1)).toMatchObject({
      requestId: 'request--120000',
      status: 502,
      code: 'SERVICE_UNAVAILABLE',
      requests: 0,
    });
  });
});

test('days that were counted in the row of their month are still shown', async () => {
  const account = newId('acct');
  const client = emulatedDynamo();
  const row = {
    used: 7,
    reserved: 1,
    inFlight: 1,
    '2026-11-03.crawl.requests': 6,
    '2026-11-03.crawl.pages': 6,
  };
  const item = marshall({ pk: `ACCOUNT#${account}`, sk: `USAGE#${month}`, ...row });
  await client.send(new PutItemCommand({ TableName: tableNamed('servicetable'), Item: item }));

  expect(await dynamoUsageLedger(client, tableNamed('servicetable')).read(account, month, noon)).toEqual({
    used: 7,
    reserved: 1,
    inFlight: 1,
    usedByKey: {},
    reservedByKey: {},
    days: [{ day: '2026-11-03', operation: 'crawl', requests: 6, pages: 6, ai: 0 }],
  });
});

const commandsOf = (client: DynamoDBClient): string[] => {
  const sent: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        sent.push(String(commandName));
        return next(args);
      },
    { step: 'initialize' },
  );
  return sent;
};

const onePage = { requests: 1, pages: 1, ai: 0 };
const serviceTable = () => tableNamed('servicetable');

test('a request costs four writes of single rows, and no transaction', async () => {
  const client = emulatedDynamo();
  const sent = commandsOf(client);
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');

  const reservation = await reserved(ledger, listed(account, noon));
  await ledger.settle(reservation, onePage, { endedAtMs: noon + 1, status: 200 });

  expect(sent).toEqual(['PutItemCommand', 'UpdateItemCommand', 'UpdateItemCommand', 'UpdateItemCommand']);
  expect((await ledger.recent(account, { nowMs: noon + 1, limit: 5 })).records).toHaveLength(1);
});

test('a request beyond a rate that is known to be spent costs nothing', async () => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const rate = { group: 'requests', limitPerMinute: 1 } as const;
  for (let count = 0; count < 2; count += 1) await ledger.reserve(request(account, { rate }));
  const sent = commandsOf(client);

  const { kind } = await ledger.reserve(request(account, { rate }));

  expect([kind, sent]).toEqual(['over-rate', []]);
});

test.for([
  ['each minute', 60_000],
  ['every ten minutes', 600_000],
] as const)('the row of a month keeps few of the minutes of a caller who comes %s', async ([, pauseMs]) => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const rate = { group: 'requests', limitPerMinute: 1 } as const;
  const kinds = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const nowMs = noon + count * pauseMs;
    const outcome = await ledger.reserve(request(account, { nowMs, dueAtMs: nowMs + 60_000, rate }));
    kinds.add(outcome.kind);
    if (outcome.kind === 'reserved') await ledger.settle(outcome.reservation, onePage);
  }

  const { Item: row = {} } = await client.send(
    new GetItemCommand({
      TableName: serviceTable(),
      Key: marshall({ pk: `ACCOUNT#${account}`, sk: `USAGE#${month}` }),
      ConsistentRead: true,
    }),
  );

  expect([...kinds]).toEqual(['reserved']);
  expect(Object.keys(row).filter((name) => name.startsWith('taken.')).length).toBeLessThan(7);
});

test('the row of a month keeps few of the minutes of a caller who is always refused, and expires', async () => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const terms = { units: 3, allowance: 2, rate: { group: 'requests', limitPerMinute: 1 } } as const;
  for (let count = 0; count < 20; count += 1)
    await ledger.reserve(request(account, { ...terms, nowMs: noon + count * 600_000 }));

  const { Item: row = {} } = await client.send(
    new GetItemCommand({
      TableName: serviceTable(),
      Key: marshall({ pk: `ACCOUNT#${account}`, sk: `USAGE#${month}` }),
      ConsistentRead: true,
    }),
  );

  expect(Object.keys(row).filter((name) => name.startsWith('taken.')).length).toBeLessThan(7);
  expect(Number(row['expiresAt']?.N)).toBeGreaterThan(noon / 1000);
});

test('many past minutes are removed step by step', async () => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const key = marshall({ pk: `ACCOUNT#${account}`, sk: `USAGE#${month}` });
  const minutes = Array.from({ length: 250 }, (_, index) => [`taken.requests.${20_000_000 + index}`, 1]);
  await client.send(
    new PutItemCommand({
      TableName: serviceTable(),
      Item: { ...key, ...marshall(Object.fromEntries(minutes)) },
    }),
  );

  for (let count = 0; count < 3; count += 1) {
    const nowMs = noon + count * 60_000;
    await ledger.reserve(request(account, { nowMs, rate: { group: 'requests', limitPerMinute: 9 } }));
  }

  const { Item: row = {} } = await client.send(
    new GetItemCommand({ TableName: serviceTable(), Key: key, ConsistentRead: true }),
  );
  expect(Object.keys(row).filter((name) => name.startsWith('taken.')).length).toBeLessThan(7);
});

test('a request that is refused leaves no reservation', async () => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  await reserved(ledger, listed(account, noon, { allowance: 1 }));

  const refused = listed(account, noon, { allowance: 1 });
  const { kind } = await ledger.reserve(refused);

  const { records } = await ledger.recent(account, { nowMs: noon + 3_600_000, limit: 5 });
  expect(kind).toBe('over-allowance');
  expect(records.map(({ id }) => id)).not.toContain(refused.id);
});

test('the row of a month keeps its size, whatever is settled, and nothing is lost on the way to its days', async () => {
  const client = emulatedDynamo();
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const spend = async (index: number) => {
    const atMs = noon - (index % 20) * 86_400_000;
    const reservation = await reserved(ledger, request(account, { nowMs: atMs, allowance: null }));
    await ledger.settle(reservation, onePage);
  };
  for (let index = 0; index < 400; index += 20)
    await Promise.all(Array.from({ length: 20 }, (_, offset) => spend(index + offset)));

  const key = { pk: `ACCOUNT#${account}`, sk: `USAGE#${month}` };
  const { Item: row = {} } = await client.send(
    new GetItemCommand({ TableName: serviceTable(), Key: marshall(key), ConsistentRead: true }),
  );
  const { used, days } = await ledger.read(account, month, noon);

  expect(Object.keys(row).length).toBeLessThan(60);
  expect(Number(row['flushes']?.N)).toBeGreaterThan(3);
  expect(used).toBe(400);
  expect(days.map(({ requests }) => requests)).toEqual(Array.from({ length: 20 }, () => 20));
});

test('requests of many keys are moved to their days in transactions that DynamoDB takes', async () => {
  const client = emulatedDynamo();
  const parts: number[] = [];
  client.middlewareStack.add(
    (next) => (args) => {
      if ('TransactItems' in args.input) parts.push((args.input.TransactItems as unknown[]).length);
      return next(args);
    },
    { step: 'initialize' },
  );
  const ledger = dynamoUsageLedger(client, serviceTable());
  const account = newId('acct');
  const terms = { allowance: null, requestsAtOnce: null };
  for (const day of [0, 1, 2])
    await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const nowMs = noon + day * 86_400_000;
        const wanted = { ...terms, keyId: `key_${index % 120}`, nowMs, dueAtMs: nowMs + 60_000 };
        await ledger.settle(await reserved(ledger, request(account, wanted)), onePage);
      }),
    );

  const { used, days } = await ledger.read(account, month, noon);

  expect(parts.length).toBeGreaterThan(3);
  expect(Math.max(...parts)).toBeLessThanOrEqual(61);
  expect([used, days.reduce((sum, { requests }) => sum + requests, 0)]).toEqual([450, 450]);
}, 60_000);
