import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';

import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import {
  newReservationId,
  nothingConsumed,
  type Reservation,
  type ReservationRequest,
  type UsageLedger,
} from '#shared/accounts/usage/usage-ledger.ts';
import { newId } from '#shared/kernel/ids.ts';
import { startFaultProxy } from '../hostile-aws/fault-proxy.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const month = '2026-11';

/** What happens to a write on its way: the SDK repeats all but `fine`. */
type Fault = 'fine' | 'lost' | 'answer lost' | 'late' | 'answer lost, late ones arrive';

interface FaultyDynamo {
  readonly client: DynamoDBClient;
  /** Carries out the writes that are late. */
  readonly deliverLate: () => Promise<void>;
}

const connectionLost = () =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

/** A client whose writes have these faults, one after the other, again and again; or only those of one command. */
function faultyDynamo(faults: readonly Fault[], command?: string): FaultyDynamo {
  const client = emulatedDynamo();
  const late: (() => Promise<unknown>)[] = [];
  let sent = 0;
  // The last one first: an entry and then its settlement, both long after they were refunded, would count again
  // (docs/decisions/0029).
  const deliverLate = async () => {
    for (const write of late.splice(0).toReversed()) await write();
  };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'QueryCommand' || (command ?? commandName) !== commandName) return next(args);
        const fault = faults[sent++ % faults.length];
        if (fault === 'fine') return next(args);
        if (fault === 'answer lost') await next(args).catch(() => undefined);
        if (fault === 'answer lost, late ones arrive') {
          await next(args).catch(() => undefined);
          await deliverLate();
        }
        if (fault === 'late') late.push(() => next(args).catch(() => undefined));
        throw connectionLost();
      },
    { step: 'deserialize', priority: 'low' },
  );
  return { client, deliverLate };
}

interface Work {
  readonly keyId: string;
  readonly units: number;
  /** Of the units; undefined = the process dies before it settles. */
  readonly consumed: number | undefined;
  /** Whether something happens between the reservation and its settlement. */
  readonly isSlow?: boolean;
}

type Limits = Pick<ReservationRequest, 'allowance' | 'budget' | 'requestsAtOnce'>;

/** Repeats what has no answer, as the endpoints do. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (attempt === 8) throw error;
    }
}

/** Requests of one account. `delivered` are the billed requests of those whose settlement was confirmed, by key. */
function someAccount(
  ledger: UsageLedger,
  limits: Limits,
  meanwhile = async () => {},
  accountId = newId('acct'),
) {
  const delivered = new Map<string, number>();

  const reserve = async (
    { keyId, units }: Pick<Work, 'keyId' | 'units'>,
    nowMs: number,
    terms: Limits = limits,
  ): Promise<Reservation | undefined> => {
    const id = newReservationId(nowMs);
    const asked = { requestId: id, startedAtMs: nowMs };
    const request = { id, accountId, keyId, operation: 'scrape', units, nowMs, asked, ...terms } as const;
    const outcome = await ledger.reserve({ ...request, dueAtMs: nowMs + minuteMs }).catch(() => undefined);
    return outcome?.kind === 'reserved' ? outcome.reservation : undefined;
  };

  const work = async (wanted: Work, nowMs: number): Promise<void> => {
    const { keyId, consumed, isSlow = false } = wanted;
    const reservation = await reserve(wanted, nowMs);
    if (reservation === undefined || consumed === undefined) return;
    if (isSlow) await meanwhile();
    const requests = Math.min(consumed, wanted.units);
    const ending = { endedAtMs: nowMs + 1, status: 200 };
    const isCounted = await untilAnswered(() =>
      ledger.settle(reservation, { requests, pages: requests, ai: 0 }, ending),
    );
    if (isCounted) delivered.set(keyId, (delivered.get(keyId) ?? 0) + requests);
  };

  /** Requests that cost nothing, each of which refunds some of what is overdue. */
  const tidy = async (nowMs: number, times: number): Promise<void> => {
    const unlimited = { allowance: null, budget: null, requestsAtOnce: null };
    for (let time = 0; time < times; time += 1) {
      const reservation = await reserve({ keyId: 'key_1', units: 0 }, nowMs, unlimited);
      if (reservation !== undefined) await untilAnswered(() => ledger.settle(reservation, nothingConsumed));
    }
  };
  return { accountId, delivered, work, tidy };
}

const fine = Array.from({ length: 20 }, () => 'fine' as const);

const terms = { allowance: 25, budget: 15, requestsAtOnce: 6 };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const someWork = fc.record({
  keyId: fc.constantFrom('key_1', 'key_2'),
  units: fc.integer({ min: 1, max: 4 }),
  consumed: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 6 }),
  isSlow: fc.boolean(),
});
const someFaults = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.constant<Fault>('fine') },
    { weight: 1, arbitrary: fc.constantFrom<Fault>('lost', 'answer lost', 'late') },
  ),
  { minLength: 30, maxLength: 60 },
);
const someRounds = fc.array(fc.array(someWork, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 5,
});

test('usage is what was delivered, and never more than allowed, whatever writes are lost, repeated or late', async () => {
  const property = fc.asyncProperty(
    someRounds,
    someFaults,
    fc.boolean(),
    async (rounds, faults, isVeryLate) => {
      const faulty = faultyDynamo([...faults, 'fine', 'fine', 'fine']);
      const table = tableNamed('servicetable');
      const ledger = dynamoUsageLedger(faulty.client, table);
      const { accountId, delivered, work, tidy } = someAccount(ledger, terms, faulty.deliverLate);
      const truth = dynamoUsageLedger(emulatedDynamo(), table);
      let nowMs = noon;

      for (const round of rounds) {
        await Promise.all(round.map((wanted) => work(wanted, nowMs)));
        const { used, inFlight, usedByKey } = await truth.read(accountId, month, nowMs);
        expect(used).toBeLessThanOrEqual(terms.allowance);
        expect(inFlight).toBeLessThanOrEqual(terms.requestsAtOnce);
        for (const ofKey of Object.values(usedByKey)) expect(ofKey).toBeLessThanOrEqual(terms.budget);
        nowMs += 20_000;
        await tidy(nowMs, 2);
      }
      if (!isVeryLate) await faulty.deliverLate();
      nowMs += 40 * minuteMs;
      await tidy(nowMs, 10);
      await faulty.deliverLate();
      nowMs += 40 * minuteMs;
      await work({ keyId: 'key_1', units: 1, consumed: 1 }, nowMs);
      nowMs += 40 * minuteMs;

      const seen = await truth.read(accountId, month, nowMs);
      await someAccount(truth, terms, undefined, accountId).tidy(nowMs, 30);
      const { used, reserved, inFlight, usedByKey, days } = await truth.read(accountId, month, 0);
      const billed = [...delivered.values()];
      expect({ used, reserved, inFlight }).toEqual({ used: sum(billed), reserved: 0, inFlight: 0 });
      expect(seen).toEqual({
        used,
        reserved,
        inFlight,
        usedByKey,
        reservedByKey: {},
        days: expect.arrayContaining([...days]),
      });
      expect(Object.entries(usedByKey).filter(([, requests]) => requests > 0)).toEqual(
        expect.arrayContaining([...delivered].filter(([, requests]) => requests > 0)),
      );
      expect(sum(days.map(({ requests }) => requests))).toBe(used);
      const { records } = await truth.recent(accountId, { nowMs, limit: 100 });
      expect(sum(records.map(({ requests = 0 }) => requests))).toBe(used);
    },
  );

  await fc.assert(property, { numRuns: 25, endOnFailure: true });
}, 120_000);

/** The calls of many processes, in turns: a client repeats only so many requests. */
function ledgerOfProcesses(count: number, url: string): UsageLedger {
  const ledgers = Array.from({ length: count }, () =>
    dynamoUsageLedger(emulatedDynamo(url), tableNamed('servicetable')),
  );
  let calls = 0;
  const next = (): UsageLedger => ledgers[(calls += 1) % count]!;
  return {
    ...next(),
    reserve: (request) => next().reserve(request),
    settle: (...settled) => next().settle(...settled),
  };
}

test('200 requests at once get exactly what is left, five times, while every tenth write is lost or repeated', async () => {
  const proxy = await startFaultProxy(
    inject('services').dynamodb,
    { lockMs: 10, lostRequests: 0.05, lostAnswers: 0.05 },
    { isMet: () => true },
  );
  const ledger = ledgerOfProcesses(40, proxy.url);
  const truth = dynamoUsageLedger(emulatedDynamo(), tableNamed('servicetable'));
  const left = 100;
  const one = { keyId: 'key_1', units: 1, consumed: 1 };

  for (let round = 0; round < 5; round += 1) {
    const limits = { allowance: left, budget: null, requestsAtOnce: null };
    const { accountId, delivered, work } = someAccount(ledger, limits);
    await Promise.all(Array.from({ length: 200 }, () => work(one, noon)));
    // Requests that failed because all of their attempts were lost hold a unit until their time is over.
    for (let more = 0; more < 10; more += 1) await work(one, noon + 40 * minuteMs);

    const { used, reserved } = await truth.read(accountId, month, noon);
    expect({ used, reserved, delivered: delivered.get('key_1') }).toEqual({
      used: left,
      reserved: 0,
      delivered: left,
    });
  }
  expect(proxy.counts.lostAnswers).toBeGreaterThan(20);
  await proxy.stop();
}, 120_000);

test('an entry that a repeated write makes when nobody looks for it any more is refunded by the next request', async () => {
  // The first update of a request is its entry.
  const faulty = faultyDynamo(['late', ...fine], 'UpdateItemCommand');
  const ledger = dynamoUsageLedger(faulty.client, tableNamed('servicetable'));
  const { accountId, work, tidy } = someAccount(ledger, terms);
  const one = { keyId: 'key_1', units: 1, consumed: 1 };

  await work(one, noon);
  await tidy(noon + 30 * minuteMs, 1);
  await faulty.deliverLate();
  const before = await ledger.read(accountId, month, noon);
  await work(one, noon + 40 * minuteMs);

  expect(before).toMatchObject({ used: 2, reserved: 1 });
  expect(await ledger.read(accountId, month, noon)).toMatchObject({ used: 2, reserved: 0, inFlight: 0 });
});

test('a late entry that arrives between two attempts of a settlement is not booked again', async () => {
  const faults: Fault[] = ['late', 'fine', 'answer lost, late ones arrive', ...fine];
  const faulty = faultyDynamo(faults, 'UpdateItemCommand');
  const ledger = dynamoUsageLedger(faulty.client, tableNamed('servicetable'));
  const { accountId, delivered, work } = someAccount(ledger, terms);

  await work({ keyId: 'key_1', units: 1, consumed: 1 }, noon);

  const { used, reserved, days } = await ledger.read(accountId, month, noon);
  expect({ used, reserved, delivered: delivered.get('key_1') }).toEqual({
    used: 1,
    reserved: 0,
    delivered: 1,
  });
  expect(days.map(({ requests }) => requests)).toEqual([1]);
});

test('an entry and its settlement that both arrive again, long after its reservation, are counted again', async () => {
  // The first write is the reservation; entry and settlement are late, and repeated.
  const client = emulatedDynamo();
  const late: (() => Promise<unknown>)[] = [];
  let updates = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName !== 'UpdateItemCommand' || ![1, 3].includes((updates += 1))) return next(args);
        late.push(() => next(args));
        return Promise.reject(connectionLost());
      },
    { step: 'deserialize', priority: 'low' },
  );
  const ledger = dynamoUsageLedger(client, tableNamed('servicetable'));
  const { accountId, work, tidy } = someAccount(ledger, terms);

  await work({ keyId: 'key_1', units: 2, consumed: 2 }, noon);
  await tidy(noon + 30 * minuteMs, 1);
  const before = await ledger.read(accountId, month, noon);
  for (const write of late) await write();

  expect(before).toMatchObject({ used: 2, reserved: 0 });
  expect(await ledger.read(accountId, month, noon)).toMatchObject({ used: 4, reserved: 0 });
});

test('a request whose reservation cannot be written gives its units back at once', async () => {
  const client = emulatedDynamo();
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        commandName === 'PutItemCommand' ? Promise.reject(connectionLost()) : next(args),
    { step: 'initialize' },
  );
  const ledger = dynamoUsageLedger(client, tableNamed('servicetable'));
  const { accountId, work } = someAccount(ledger, terms);

  await work({ keyId: 'key_1', units: 3, consumed: 3 }, noon);

  expect(await ledger.read(accountId, month, noon)).toEqual({
    used: 0,
    reserved: 0,
    inFlight: 0,
    usedByKey: { key_1: 0 },
    reservedByKey: {},
    days: [],
  });
});
