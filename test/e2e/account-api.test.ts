import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, test } from 'vitest';

import {
  accountData,
  accountKeysData,
  accountUsageData,
  deliveriesData,
  newKeyData,
  recentRequestsData,
  sessionKeyData,
  webhookSecretData,
} from '#shared/contract/account.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { ReceivedWebhook } from '../fixtures/sites/webhook-receiver.ts';
import { at, deliveryMs, keys, request, scrape } from './client.ts';
import { newPerson } from './person.ts';

const statusOf = async (secret: string) =>
  (await scrape({ url: at('/plain') }, { 'x-api-key': secret })).status;

describe('somebody who has registered', () => {
  test('has an account on the hobby plan without a key', async () => {
    const { ask, email } = await newPerson();

    expect(await ask(accountData, 'GET', 'me')).toMatchObject({ email, plan: { id: 'hobby' } });
    expect(await ask(accountKeysData, 'GET', 'keys')).toEqual({ keys: [] });
    expect(await ask(accountUsageData, 'GET', 'usage')).toMatchObject({ used: 0, remaining: 500, days: [] });
    expect(await ask(recentRequestsData, 'GET', 'requests')).toEqual({ requests: [] });
    expect(await ask(deliveriesData, 'GET', 'deliveries')).toEqual({ deliveries: [] });
  });

  test('makes a key, uses it, sees its use, rotates it and revokes it', async () => {
    const { ask, newKey } = await newPerson();
    const { secret, key } = await newKey({ monthlyBudget: 5 });

    const before = await statusOf(secret);
    const usage = await ask(accountUsageData, 'GET', 'usage');
    const rotated = await ask(newKeyData, 'POST', `keys/${key.id}/rotation`, { graceHours: 1 });
    const inGrace = [await statusOf(secret), await statusOf(rotated.secret)];
    await ask(accountKeysData.or(newKeyData.pick({ key: true })), 'DELETE', `keys/${key.id}`);
    const after = [await statusOf(secret), await statusOf(rotated.secret)];
    const shown = (await ask(accountKeysData, 'GET', 'keys')).keys;

    expect([before, ...inGrace, ...after]).toEqual([200, 200, 200, 401, 200]);
    expect(usage).toMatchObject({
      used: 1,
      operations: { scrape: { requests: 1 } },
      keyNames: { [key.id]: 'laptop' },
    });
    expect(shown.map(({ state, usedThisMonth }) => [state, usedThisMonth])).toEqual([
      ['revoked', 4],
      ['active', 4],
    ]);
  });

  test('sees each request with its host, how it ended and what it cost, and their sum is the usage', async () => {
    const { ask, newKey } = await newPerson();
    const { secret } = await newKey();
    const headers = { 'x-api-key': secret };
    const replayed = { ...headers, 'idempotency-key': newId('order') };

    const first = await scrape({ url: at('/plain?token=secret') }, replayed);
    await scrape({ url: at('/plain?token=secret') }, replayed);
    await scrape({ url: at('/image.png') }, headers);
    await scrape({ url: at('/plain'), formats: ['pdf'] }, headers);
    await request('POST', '/api/v1/extract', { urls: [at('/plain')], prompt: 'a' }, headers);
    const crawl = await request('POST', '/api/v1/crawl', { url: at('/guide/'), limit: 2 }, headers);
    const recent = await ask(recentRequestsData, 'GET', 'requests');

    const lines = recent.requests.map(({ operation, status, code, requests }) => [
      operation,
      status,
      code,
      requests,
    ]);
    expect(lines).toEqual([
      ['crawl', 200, undefined, 2],
      ['extract', 403, 'PLAN_FORBIDS', 0],
      ['scrape', 400, 'INVALID_REQUEST', 0],
      ['scrape', 200, 'UNSUPPORTED_TYPE', 0],
      ['scrape', 200, undefined, 1],
    ]);
    const sum = recent.requests.reduce((total, { requests = 0 }) => total + requests, 0);
    expect((await ask(accountUsageData, 'GET', 'usage')).used).toBe(sum);
    expect(recent.requests.at(-1)?.requestId).toBe(first.headers.get('x-request-id'));
    expect(recent.requests[0]?.requestId).toBe(crawl.headers.get('x-request-id'));
    expect(new Set(recent.requests.flatMap(({ host }) => host ?? []))).toEqual(
      new Set([new URL(at('/')).host]),
    );
    expect(JSON.stringify(recent)).not.toMatch(/token|secret|plain/);
  });

  test('uses the API from the page with a key that ends with the session', async () => {
    const { ask, send } = await newPerson();
    const { secret } = await ask(sessionKeyData, 'POST', 'session-key');

    const before = await statusOf(secret);
    const usage = await ask(accountUsageData, 'GET', 'usage');
    const same = await ask(sessionKeyData, 'POST', 'session-key');
    await send('DELETE', 'sessions');
    const after = [await statusOf(secret), (await send('GET', 'me')).status];

    expect([before, ...after]).toEqual([200, 401, 401]);
    expect(same.secret).toBe(secret);
    expect(usage.keyNames).toEqual({ page: 'Account page' });
  });

  test(
    'replays a webhook: the receiver gets it again under the same id, signed with the secret of the crawl',
    { timeout: 4 * deliveryMs },
    async () => {
      const { ask, newKey, send } = await newPerson();
      const { key, secret, webhookSecret = '' } = await newKey();
      const path = `/good/${key.id}`;
      const received = async () => {
        const all = (await (
          await fetch(`${inject('service').receiver}/__received`)
        ).json()) as ReceivedWebhook[];
        return all.filter((one) => one.path === path);
      };
      const webhook = { url: inject('service').receiver + path, events: ['completed'] };
      await request(
        'POST',
        '/api/v1/crawl',
        { url: at('/guide/'), limit: 1, webhook },
        { 'x-api-key': secret },
      );
      await expect.poll(received, { timeout: deliveryMs }).toHaveLength(1);
      const replaced = await ask(webhookSecretData, 'POST', `keys/${key.id}/webhook-secret`);
      const delivered = async () => (await ask(deliveriesData, 'GET', 'deliveries')).deliveries;
      await expect
        .poll(delivered, { timeout: deliveryMs })
        .toMatchObject([{ state: 'delivered', attempts: 1, event: 'completed' }]);
      const [delivery] = await delivered();

      const replay = await send('POST', `deliveries/${delivery!.crawlId}/${delivery!.sequence}/replay`);
      await expect.poll(received, { timeout: deliveryMs }).toHaveLength(2);
      const other = await (await newPerson()).send('POST', `deliveries/${delivery!.crawlId}/1/replay`);

      const [first, second] = await received();
      expect(replay.status).toBe(200);
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
      expect(() =>
        new Webhook(webhookSecret).verify(second!.body, second!.headers as Record<string, string>),
      ).not.toThrow();
      expect(replaced.webhookSecret).not.toBe(webhookSecret);
      expect(delivery?.url).toBe(new URL(inject('service').receiver).origin);
      expect(other.status).toBe(404);
      await expect
        .poll(delivered, { timeout: deliveryMs })
        .toMatchObject([{ state: 'delivered', attempts: 2 }]);
    },
  );

  test('reads when suspended, but makes no key', async () => {
    const { ask, send, newKey } = await newPerson();
    const { secret } = await newKey();
    const { accountId } = await ask(accountData, 'GET', 'me');

    await keys('suspend', accountId);
    const page = await send('POST', 'keys', { name: 'more' });
    const me = await ask(accountData, 'GET', 'me');

    expect([page.status, page.body.code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(me.suspendedAt).toMatch(/^\d{4}/);
    expect(await statusOf(secret)).toBe(403);
    expect((await send('POST', 'session-key')).status).toBe(403);
  });
});

describe('the account’s API', () => {
  test('refuses requests without a session, of other origins, and of other methods', async () => {
    const { visitor, send } = await newPerson();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    const foreign = await send('POST', 'session-key', undefined, { origin: 'https://evil.example' });
    const without = await send('POST', 'session-key', undefined, { origin: '' });
    const wrong = await send('PUT', 'keys');
    const preflight = await fetch(`${inject('service').baseUrl}/account/api/keys`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    const stranger = await request('GET', '/account/api/me', undefined, { cookie: '' });

    expect(cookie).toContain('winnow-session=');
    expect([foreign, without].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'FOREIGN_ORIGIN'],
      [403, 'FOREIGN_ORIGIN'],
    ]);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    expect([stranger.status, stranger.body.code]).toEqual([401, 'SIGNED_OUT']);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('does not touch the key of another account', async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const { key, secret } = await bob.newKey();

    const replies = [
      await ada.send('DELETE', `keys/${key.id}`),
      await ada.send('PATCH', `keys/${key.id}`, { name: 'mine' }),
      await ada.send('POST', `keys/${key.id}/rotation`, {}),
      await ada.send('POST', `keys/${key.id}/webhook-secret`),
    ];

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await statusOf(secret)).toBe(200);
  });
});
