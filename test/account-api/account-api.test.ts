import { describe, expect, test } from 'vitest';
import type * as z from 'zod';

import { keyHash } from '#shared/accounts/keys/api-key.ts';
import { addKey, revokeKey } from '#shared/accounts/management/manage-keys.ts';
import { newReservationId } from '#shared/accounts/usage/usage-ledger.ts';
import {
  accountData,
  accountDeletionData,
  accountKeysData,
  accountUsageData,
  deliveriesData,
  keyData,
  newKeyData,
  recentRequestsData,
  sessionKeyData,
  webhookSecretData,
} from '#shared/contract/account.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { newCrawl, seedRow } from '#shared/crawl/lifecycle/new-crawl.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { noon, ownKey } from '../http/fixtures.ts';
import { accountService, dayMs } from './fixtures.ts';

type Service = ReturnType<typeof accountService>;
type Person = Awaited<ReturnType<Service['signIn']>>;
const hourMs = 3_600_000;

/** The data of an answer, which must be what the contract says. */
async function dataOf<Schema extends z.ZodType>(
  schema: Schema,
  reply: ReturnType<Person['send']>,
): Promise<z.output<Schema>> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return schema.parse(body['data']);
}

const makeKey = ({ send }: Person, terms: object) =>
  dataOf(newKeyData, send('POST /account/api/keys', { body: { name: 'laptop', ...terms } }));

const keysOf = async ({ send }: Person) =>
  (await dataOf(accountKeysData, send('GET /account/api/keys'))).keys;

/** Reserves and settles a request of the account. */
async function spend(
  { deps }: Service,
  accountId: string,
  keyId: string,
  {
    operation = 'scrape',
    requests = 1,
    atMs = noon,
  }: { operation?: Operation; requests?: number; atMs?: number } = {},
) {
  const asked = { requestId: `request-${atMs}`, host: 'site.example', startedAtMs: atMs };
  const limits = { allowance: null, budget: null, requestsAtOnce: 5 };
  const outcome = await deps.usage.reserve({
    ...limits,
    id: newReservationId(atMs),
    accountId,
    keyId,
    operation,
    units: requests,
    nowMs: atMs,
    dueAtMs: atMs + 60_000,
    asked,
  });
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
  const consumed = { requests, pages: requests, ai: 0 };
  await deps.usage.settle(outcome.reservation, consumed, { endedAtMs: atMs + 250, status: 200 });
}

describe('the account', () => {
  test('says who is signed in, the plan, and all plans', async () => {
    const { send } = await accountService().signIn('ada');

    const me = await dataOf(accountData, send('GET /account/api/me'));

    expect(me).toMatchObject({
      accountId: 'acct_ada',
      email: 'ada@example.com',
      createdAt: new Date(noon).toISOString(),
      plan: { id: 'starter' },
    });
    expect(me.plans.map(({ id }) => id)).toEqual(['hobby', 'pro', 'starter', 'scale', 'enterprise']);
  });

  test('is signed out everywhere, with the keys of the sessions', async () => {
    const { signIn, deps } = accountService();
    const [laptop, phone, other] = [await signIn('ada'), await signIn('ada', 'phone'), await signIn('bob')];
    const { secret } = await dataOf(sessionKeyData, phone.send('POST /account/api/session-key'));

    await laptop.send('DELETE /account/api/sessions');

    const statuses = [laptop, phone, other].map(
      async ({ send }) => (await send('GET /account/api/me')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect(await deps.store.find(keyHash(secret) ?? '')).toBeUndefined();
  });

  test('is deleted when its address is typed: keys stop, everybody is signed out, and the person may register anew', async () => {
    const service = accountService();
    const ada = await service.signIn('ada');
    const { secret } = await makeKey(ada, {});

    const wrong = await ada.send('DELETE /account/api/me', { body: { email: 'bob@example.com' } });
    const before = await ada.send('GET /account/api/me');
    const body = { email: ' Ada@Example.com ' };
    const { deletedBy } = await dataOf(accountDeletionData, ada.send('DELETE /account/api/me', { body }));

    expect([wrong.status, wrong.body['code'], before.status]).toEqual([400, 'INVALID_REQUEST', 200]);
    expect(Date.parse(deletedBy)).toBe(noon + hourMs);
    expect((await ada.send('GET /account/api/me')).status).toBe(401);
    const since = new Date(noon).toISOString();
    expect(await service.deps.store.find(keyHash(secret) ?? '')).toMatchObject({
      suspendedAt: since,
      deletionAskedAt: since,
    });
    expect(await service.deps.marks.find(ada.accountId)).toEqual({
      accountId: ada.accountId,
      dueAtMs: noon,
      people: [{ issuer: 'https://people.test', subject: 'ada' }],
    });
    const identity = { issuer: 'https://people.test', subject: 'ada' };
    expect(await service.deps.sessions.accountOf(identity)).toBeUndefined();
  });

  test('that is suspended is not deleted by its owner, who would register anew', async () => {
    const { signIn, deps } = accountService();
    const { send, accountId } = await signIn('ada');
    await deps.store.change(accountId, { suspendedAt: new Date(noon).toISOString() });

    const { status, body } = await send('DELETE /account/api/me', { body: { email: 'ada@example.com' } });

    expect([status, body['code']]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(await deps.marks.find(accountId)).toBeUndefined();
  });
});

describe('API keys', () => {
  test('are made with all terms, and shown once with the secret of their webhooks', async () => {
    const { signIn, deps } = accountService();
    const ada = await signIn('ada');
    const terms = {
      environment: 'development',
      operations: ['scrape', 'crawl'],
      monthlyBudget: 10,
      validUntil: '2026-12-24T00:00:00Z',
    };

    const made = await makeKey(ada, terms);

    expect(made.key).toMatchObject({ name: 'laptop', state: 'active', usedThisMonth: 0, ...terms });
    expect(made.webhookSecret).toMatch(/^whsec_/);
    expect(await deps.store.find(keyHash(made.secret) ?? '')).toMatchObject({ planId: 'starter', ...terms });
    const listed = await ada.send('GET /account/api/keys');
    expect(accountKeysData.parse(listed.body['data']).keys).toEqual([made.key]);
    expect(JSON.stringify(listed.body)).not.toMatch(/whsec_|wnk_[\w-]{43}/);
  });

  test('that a plan does not allow are refused with the field', async () => {
    const ada = await accountService().signIn('ada');
    const errorOf = async (terms: object) =>
      (await ada.send('POST /account/api/keys', { body: { name: 'laptop', ...terms } })).body['error'];

    expect(await errorOf({ monthlyBudget: 3_500 })).toMatch(/^monthlyBudget: /);
    expect(await errorOf({ validUntil: '2020-01-01T00:00:00Z' })).toMatch(/^validUntil: /);
    expect(await errorOf({ operations: [] })).toMatch(/^operations: /);
    expect(await errorOf({ name: 'a\u202Eb' })).toMatch(/^name: /);
  });

  test('show their state, their use of this month and their successors', async () => {
    const service = accountService();
    const ada = await service.signIn('ada');
    const [one, two, three] = [await makeKey(ada, {}), await makeKey(ada, {}), await makeKey(ada, {})];
    await spend(service, ada.accountId, one.key.id, { requests: 3 });
    const rotated = await dataOf(
      newKeyData,
      ada.send('POST /account/api/keys/{id}/rotation', { of: { id: one.key.id }, body: { graceHours: 2 } }),
    );
    await ada.send('DELETE /account/api/keys/{id}', { of: { id: two.key.id }, body: {} });
    const renamed = await dataOf(
      keyData,
      ada.send('PATCH /account/api/keys/{id}', { of: { id: three.key.id }, body: { name: 'server' } }),
    );
    service.time.nowMs += 2 * hourMs;

    const keys = new Map((await keysOf(ada)).map((key) => [key.id, key]));

    expect(renamed.key.name).toBe('server');
    expect(rotated.webhookSecret).toBeUndefined();
    expect(keys.get(one.key.id)).toMatchObject({
      state: 'expired',
      usedThisMonth: 3,
      rotatedTo: rotated.key.id,
    });
    expect(keys.get(rotated.key.id)).toMatchObject({ state: 'active', usedThisMonth: 3 });
    expect(keys.get(two.key.id)).toMatchObject({ state: 'revoked' });
    expect(keys.get(three.key.id)).toMatchObject({ state: 'active', name: 'server' });
  });

  test('get a new secret for their webhooks, shown once; a revoked key gets none', async () => {
    const { signIn, deps } = accountService();
    const ada = await signIn('ada');
    const { key, secret, webhookSecret: first } = await makeKey(ada, {});
    const replace = () => ada.send('POST /account/api/keys/{id}/webhook-secret', { of: { id: key.id } });

    const { webhookSecret } = await dataOf(webhookSecretData, replace());
    await ada.send('DELETE /account/api/keys/{id}', { of: { id: key.id } });

    expect(webhookSecret).not.toBe(first);
    expect((await deps.store.find(keyHash(secret) ?? ''))?.webhookSecret).toBe(webhookSecret);
    expect((await replace()).status).toBe(400);
  });

  test('share the secret of their webhooks with those that they replace, also a new one', async () => {
    const { signIn, deps } = accountService();
    const ada = await signIn('ada');
    const [old, other] = [await makeKey(ada, {}), await makeKey(ada, {})];
    const of = { id: old.key.id };
    const rotation = ada.send('POST /account/api/keys/{id}/rotation', { of, body: { graceHours: 2 } });
    const next = await dataOf(newKeyData, rotation);
    const secretOf = async ({ secret }: { secret: string }) =>
      (await deps.store.find(keyHash(secret) ?? ''))?.webhookSecret;

    for (const { key } of [old, next]) {
      const reply = ada.send('POST /account/api/keys/{id}/webhook-secret', { of: { id: key.id } });
      const { webhookSecret } = await dataOf(webhookSecretData, reply);

      expect([await secretOf(old), await secretOf(next)]).toEqual([webhookSecret, webhookSecret]);
    }
    expect(await secretOf(other)).toBe(other.webhookSecret);
  });

  test.for([
    ['PATCH /account/api/keys/{id}', { name: 'mine now' }],
    ['DELETE /account/api/keys/{id}', {}],
    ['POST /account/api/keys/{id}/rotation', {}],
    ['POST /account/api/keys/{id}/webhook-secret', {}],
  ] as const)('of another account are not found: %s', async ([route, body]) => {
    const { signIn } = accountService();
    const [ada, bob] = [await signIn('ada'), await signIn('bob')];
    const { key } = await makeKey(bob, {});

    const replies = [
      await ada.send(route, { of: { id: key.id }, body }),
      await ada.send(route, { of: { id: 'key_unknown' }, body }),
    ];

    for (const { status, body: answer } of replies)
      expect([status, answer['code']]).toEqual([404, 'NOT_FOUND']);
    expect(await keysOf(bob)).toEqual([key]);
  });
});

describe('the key of a session', () => {
  const keyOf = ({ send }: Person) => dataOf(sessionKeyData, send('POST /account/api/session-key'));

  test('is the same each time, ends with the session, and is not among the keys', async () => {
    const { signIn, deps } = accountService();
    const [ada, phone] = [await signIn('ada'), await signIn('ada', 'phone')];

    const keys = [await keyOf(ada), await keyOf(ada), await keyOf(phone)];
    const stored = await deps.store.find(keyHash(keys[0]!.secret) ?? '');

    expect(keys[0]).toEqual(keys[1]);
    expect(keys[2]!.secret).not.toBe(keys[0]!.secret);
    expect(stored).toMatchObject({
      name: 'Account page',
      environment: 'development',
      countedAs: 'page',
      planId: 'starter',
      validUntil: new Date(noon + dayMs).toISOString(),
    });
    expect(await keysOf(ada)).toEqual([]);
  });

  test('is one, however many requests ask for it at once', async () => {
    const ada = await accountService().signIn('ada');

    const keys = await Promise.all(Array.from({ length: 10 }, () => keyOf(ada)));

    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(1);
  });
});

describe('usage', () => {
  const usageOf = ({ send }: Person, query = {}) =>
    dataOf(accountUsageData, send('GET /account/api/usage', { query }));

  test('lists requests by day, key and operation, with the names of revoked keys and of the page', async () => {
    const service = accountService();
    const ada = await service.signIn('ada');
    const { key } = await makeKey(ada, { name: 'old laptop' });
    await spend(service, ada.accountId, key.id, { requests: 2 });
    await spend(service, ada.accountId, 'page', { operation: 'crawl', requests: 5 });
    await ada.send('DELETE /account/api/keys/{id}', { of: { id: key.id } });

    const usage = await usageOf(ada);

    expect(usage).toMatchObject({
      month: '2026-11',
      allowance: 3_500,
      used: 7,
      reserved: 0,
      remaining: 3_493,
      inFlight: 0,
      requestsAtOnce: 10,
      operations: { scrape: { requests: 2 }, crawl: { requests: 5 } },
      keyNames: { [key.id]: 'old laptop', page: 'Account page' },
    });
    expect(usage.days).toEqual(
      expect.arrayContaining([
        { day: '2026-11-21', keyId: key.id, operation: 'scrape', requests: 2, pages: 2, ai: 0 },
        { day: '2026-11-21', keyId: 'page', operation: 'crawl', requests: 5, pages: 5, ai: 0 },
      ]),
    );
  });

  test('of another month is told when it is asked for, and of other accounts never', async () => {
    const service = accountService();
    const [ada, bob] = [await service.signIn('ada'), await service.signIn('bob')];
    await spend(service, ada.accountId, 'page', { atMs: noon - 31 * dayMs });

    expect((await usageOf(ada)).used).toBe(0);
    expect(await usageOf(ada, { month: '2026-10' })).toMatchObject({ month: '2026-10', used: 1 });
    expect((await usageOf(bob, { month: '2026-10' })).used).toBe(0);
  });
});

describe('keys that are no longer valid', () => {
  test('are removed, the oldest first, when there are more than two hundred', async () => {
    const { deps, signIn } = accountService();
    const { accountId } = await signIn('ada');
    for (let index = 0; index < 230; index += 1) {
      const { key } = await addKey(deps, accountId, { name: `key ${index}` });
      await revokeKey(deps, key);
    }

    const names = (await deps.store.keysOf(accountId)).map(({ name }) => name);

    expect(names.length).toBeLessThanOrEqual(200);
    expect(names.at(-1)).toBe('key 229');
    expect(names).not.toContain('key 0');
  });
});

describe('recent requests', () => {
  test('are listed newest first, page by page, and only those of the account', async () => {
    const service = accountService();
    const [ada, bob] = [await service.signIn('ada'), await service.signIn('bob')];
    for (const ago of [3_000, 2_000, 1_000])
      await spend(service, ada.accountId, 'page', { atMs: noon - ago });
    await spend(service, bob.accountId, 'page', { atMs: noon - 500 });
    const page = (query: Record<string, string>) =>
      dataOf(recentRequestsData, ada.send('GET /account/api/requests', { query }));

    const first = await page({ limit: '2' });
    const second = await page({ limit: '2', cursor: first.cursor ?? '' });

    expect(first.requests[0]).toEqual({
      id: expect.stringMatching(/^run_/) as string,
      requestId: `request-${noon - 1_000}`,
      at: new Date(noon - 1_000).toISOString(),
      operation: 'scrape',
      keyId: 'page',
      host: 'site.example',
      status: 200,
      requests: 1,
      ms: 250,
    });
    expect([...first.requests, ...second.requests].map(({ at }) => noon - Date.parse(at))).toEqual([
      1_000, 2_000, 3_000,
    ]);
    expect(second.cursor).toBeUndefined();
  });
});

describe('deliveries of webhooks', () => {
  const plan = accountService().deps.plans.find('starter')!;

  /** A crawl of the account with a webhook, made at a moment; with deliveries of these events. */
  async function crawlOf(
    { deps }: Service,
    accountId: string,
    createdAtMs: number,
    sequences: readonly number[],
  ) {
    const request = crawlRequest.parse({
      url: 'https://site.example/',
      webhook: 'https://user.hooks.example/secret-path?token=1',
    });
    const { key } = ownKey('starter', { accountId });
    const crawl = newCrawl(
      { id: `crawl_${createdAtMs - noon}_${accountId}`, limit: 100, createdAtMs },
      request,
      { key, plan },
      { maxConcurrency: 5, retentionDays: 7 },
    );
    await deps.crawls.create(crawl, seedRow(crawl));
    for (const sequence of sequences)
      await deps.log.put(
        crawl.id,
        { sequence, state: 'failed', attempts: 5, lastStatus: 500, lastAttemptMs: createdAtMs },
        crawl.expiresAtMs,
      );
    return crawl;
  }

  test('are listed newest crawl first, in pages, with the receiver’s origin only', async () => {
    const service = accountService();
    const [ada, bob] = [await service.signIn('ada'), await service.signIn('bob')];
    await crawlOf(service, ada.accountId, noon - 2_000, [0, 1, 2, 3]);
    await crawlOf(service, ada.accountId, noon - 1_000, [1, 2]);
    await crawlOf(service, bob.accountId, noon - 500, [1]);
    const page = (query: Record<string, string>) =>
      dataOf(deliveriesData, ada.send('GET /account/api/deliveries', { query }));

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { deliveries, cursor: next } = await page({
        limit: '2',
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...deliveries.map(({ crawlId, sequence }) => `${crawlId} ${sequence}`));
      cursor = next;
      // A crawl that begins meanwhile shifts nothing.
      await crawlOf(service, ada.accountId, noon + seen.length, [1]);
    } while (cursor !== undefined);

    expect(seen).toEqual([
      'crawl_-1000_acct_ada 2',
      'crawl_-1000_acct_ada 1',
      'crawl_-2000_acct_ada 3',
      'crawl_-2000_acct_ada 2',
      'crawl_-2000_acct_ada 1',
    ]);
    expect((await page({ limit: '200' })).deliveries.at(-1)).toEqual({
      crawlId: 'crawl_-2000_acct_ada',
      sequence: 1,
      event: 'started',
      url: 'https://user.hooks.example',
      state: 'failed',
      attempts: 5,
      lastStatus: 500,
      lastAttemptAt: new Date(noon - 2_000).toISOString(),
    });
  });

  test('of accounts with hundreds of crawls are all reached', async () => {
    const service = accountService();
    const ada = await service.signIn('ada');
    await crawlOf(service, ada.accountId, noon - 100_000, [1]);
    for (let index = 0; index < 450; index += 1) await crawlOf(service, ada.accountId, noon - index, []);

    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const query: Record<string, string> = cursor === undefined ? {} : { cursor };
      const found = await dataOf(deliveriesData, ada.send('GET /account/api/deliveries', { query }));
      pages.push(found.deliveries.length);
      cursor = found.cursor;
    } while (cursor !== undefined);

    expect(pages).toEqual([0, 0, 1]);
  });

  test('are replayed once; an event of another account is not found', async () => {
    const service = accountService();
    const [ada, bob] = [await service.signIn('ada'), await service.signIn('bob')];
    const crawl = await crawlOf(service, ada.accountId, noon, [1]);
    const replay = ({ send }: Person, sequence = '1') =>
      send('POST /account/api/deliveries/{crawlId}/{sequence}/replay', {
        of: { crawlId: crawl.id, sequence },
      });

    const replies = [
      await replay(ada),
      await replay(ada),
      await replay(bob),
      await replay(ada, '-1'),
      await replay(ada, '7'),
    ];

    expect(replies.map(({ status, body }) => [status, body['code'] ?? 'ok'])).toEqual([
      [200, 'ok'],
      [400, 'INVALID_REQUEST'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect(service.queued).toEqual([{ crawlId: crawl.id, sequence: 1, event: 'started' }]);
  });
});
