import { describe, expect, test } from 'vitest';

import { accountRoutes } from '#shared/contract/account-routes.ts';
import { asking } from '../oauth/asking.ts';
import { accountService, dayMs } from './fixtures.ts';

const nameOf = ({ method, path }: (typeof accountRoutes)[number]) => `${method} ${path}` as const;
const all = accountRoutes.map((route) => [nameOf(route)] as const);
const changes = all.filter(([name]) => !name.startsWith('GET'));

describe('every route of the account', () => {
  test.for(all)('%s: without a cookie nobody is signed in', async ([route]) => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');

    const { status, body } = await send(route, { headers: { cookie: '' }, body: {} });

    expect([status, body['code']]).toEqual([401, 'SIGNED_OUT']);
  });

  test.for(all)('%s: a cookie of nobody is refused', async ([route]) => {
    const { send } = accountService().signedIn('acct_ada', 'guessed');

    expect((await send(route, { body: {} })).body['code']).toBe('SIGNED_OUT');
  });

  test.for(all)('%s: a session that has expired is refused', async ([route]) => {
    const { signIn, time } = accountService();
    const { send } = await signIn('ada');
    time.nowMs += dayMs;

    expect((await send(route, { body: {} })).body['code']).toBe('SIGNED_OUT');
  });

  test.for(all)('%s: an API key does not sign in', async ([route]) => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');
    const { body } = await send('POST /account/api/session-key');
    const { secret } = body['data'] as { secret: string };

    const reply = await send(route, { headers: { cookie: '', 'x-api-key': secret }, body: {} });

    expect(reply.body['code']).toBe('SIGNED_OUT');
  });

  test.for(changes)('%s: another site cannot send it', async ([route]) => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');

    for (const origin of ['https://evil.example', 'null', 'http://winnow.example', '']) {
      const { status, body } = await send(route, { headers: { origin }, body: {} });
      expect([status, body['code']]).toEqual([403, 'FOREIGN_ORIGIN']);
    }
  });

  test.for(all)('%s: no other origin may read, frame or keep the answer', async ([route]) => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');

    for (const { headers } of [
      await send(route, { body: {} }),
      await send(route, { headers: { cookie: '' } }),
    ]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(
          /default-src 'none'.*frame-ancestors 'none'/,
        ) as string,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['x-request-id']).toMatch(/./);
    }
  });

  test.for(all)('%s: other methods are refused with those that it has', async ([route]) => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');
    const path = route.split(' ')[1] as (typeof accountRoutes)[number]['path'];
    const own = accountRoutes.filter((one) => one.path === path).map(({ method }) => method);

    for (const method of ['PUT', 'OPTIONS', 'HEAD', 'TRACE']) {
      const { status, body, headers } = await send(`${method} ${path}`);
      expect([status, body['code'], headers['allow']]).toEqual([405, 'METHOD_NOT_ALLOWED', own.join(', ')]);
    }
  });
});

describe('requests of a signed-in person', () => {
  test('are limited by the minute, apart from requests with keys', async () => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');

    const { headers } = await send('GET /account/api/me');

    expect(headers).toMatchObject({ 'ratelimit-limit': '200', 'ratelimit-policy': '"account";q=200;w=60' });
  });

  test('name the wrong field of a body or query', async () => {
    const { signIn } = accountService();
    const { send } = await signIn('ada');

    const replies = [
      await send('POST /account/api/keys', { body: { name: 7 } }),
      await send('POST /account/api/keys', { body: { name: 'a', admin: true } }),
      await send('POST /account/api/keys', { rawBody: '[]' }),
      await send('POST /account/api/keys', { rawBody: '{' }),
      await send('POST /account/api/keys', {}),
      await send('GET /account/api/usage', { query: { month: '2026-13' } }),
      await send('GET /account/api/requests', { query: { limit: '0' } }),
      await send('GET /account/api/requests', { query: { accountId: 'acct_bob' } }),
      await send('GET /account/api/deliveries', { query: { cursor: 'nonsense' } }),
      await send('GET /account/api/requests', { query: { cursor: 'nonsense' } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 400));
    expect(replies.map(({ body }) => String(body['error']).split(':')[0])).toEqual([
      'name',
      'admin',
      'The request body must be a JSON object.',
      'The request body is not valid JSON.',
      'The request has no body',
      'month',
      'limit',
      'accountId',
      'cursor',
      'cursor',
    ]);
  });

  test('of a suspended account may read, rename and revoke, but make no key and send nothing', async () => {
    const { signIn, deps } = accountService();
    const { send, accountId } = await signIn('ada');
    const made = await send('POST /account/api/keys', { body: { name: 'laptop' } });
    const { id } = (made.body['data'] as { key: { id: string } }).key;
    await deps.store.change(accountId, { suspendedAt: '2026-11-21T12:00:00.000Z' });

    const of = { id, crawlId: 'crawl_1', sequence: '1' };
    const query = asking('https://winnow.example');
    const statusOf = async (route: Parameters<typeof send>[0], body: object) =>
      (await send(route, { of, body, ...(route.endsWith('/authorization') ? { query } : {}) })).status;

    const posts = changes.filter(([name]) => name.startsWith('POST'));
    for (const [route] of posts) expect(await statusOf(route, {})).toBe(403);
    for (const [route] of all.filter(([name]) => name.startsWith('GET')))
      expect(await statusOf(route, {})).toBe(200);
    expect(await statusOf('PATCH /account/api/keys/{id}', { name: 'new' })).toBe(200);
    expect(await statusOf('DELETE /account/api/keys/{id}', {})).toBe(200);
    expect((await send('GET /account/api/me')).body['data']).toMatchObject({
      suspendedAt: '2026-11-21T12:00:00.000Z',
    });
  });
});
