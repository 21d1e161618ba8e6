import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, inject, test } from 'vitest';

import { type Answer, at, isHostileAws, keyOf, keys, newKey, request, scrape, usageOf } from './client.ts';

const unauthorized = {
  error: 'Unauthorized',
  message:
    'The API key is missing or not valid. Send it as X-API-Key, as Authorization: Bearer, or as api_key.',
  statusCode: 401,
};

/** In what `npm run keys` prints. */
const shownKey = /^key +(\S+)/m;
const shownId = /^id +(\S+)/m;

describe('keys', () => {
  test('work once they are created and stop once they are revoked', async () => {
    const { key, id } = await newKey('starter');

    const before = await scrape({ url: at('/plain') }, { 'x-api-key': key });
    await keys('revoke', id);
    const after = await scrape({ url: at('/plain') }, { 'x-api-key': key });

    expect(before.status).toBe(200);
    expect([after.status, after.body]).toEqual([401, unauthorized]);
  });

  test.for([[''], ['nonsense'], [`wnk_${'a'.repeat(43)}`]])(
    '%j gets the interface’s 401 body',
    async ([key]) => {
      const { status, body } = await scrape({ url: at('/plain') }, { 'x-api-key': key! });

      expect([status, body]).toEqual([401, unauthorized]);
    },
  );

  test('are listed without their secrets', async () => {
    const { key, id } = await newKey('pro');

    const listing = await keys('list');

    expect(listing).toContain(id);
    expect(listing).not.toContain(key);
  });

  test('move their account to another plan', async () => {
    const { key, id } = await newKey('hobby');

    await keys('set-plan', id, 'scale');

    expect(await usageOf(key)).toMatchObject({ plan: 'scale', allowance: 20_000 });
  });

  test('work beside their successor until the grace ends, and share its budget', async () => {
    const created = await keys('create', '--plan', 'starter', '--budget', '2');
    const [key = '', id = ''] = [shownKey, shownId].map((shown) => shown.exec(created)?.[1]);

    const rotated = await keys('rotate', id, '--grace', '1');
    const next = shownKey.exec(rotated)?.[1] ?? '';
    const statuses: number[] = [];
    for (const text of [key, next, next])
      statuses.push((await scrape({ url: at('/plain') }, { 'x-api-key': text })).status);

    expect(statuses).toEqual([200, 200, 403]);
    expect(await usageOf(next)).toMatchObject({ key: { budget: 2, used: 2, remaining: 0 } });
  });

  test('stop at once when they are rotated without a grace', async () => {
    const { key, id } = await newKey('starter');

    await keys('rotate', id, '--grace', '0');

    expect((await scrape({ url: at('/plain') }, { 'x-api-key': key })).status).toBe(401);
  });

  test('of a suspended account are refused by every operation, until it is resumed', async () => {
    const { key, account } = await newKey('starter');
    const headers = { 'x-api-key': key };
    const statuses = async () => [
      (await request('POST', '/api/v1/scrape', { url: at('/plain') }, headers)).status,
      (await request('POST', '/api/v1/crawl', { url: at('/plain') }, headers)).status,
      (await request('POST', '/api/v1/search', { query: 'a' }, headers)).status,
      (await request('POST', '/api/v1/extract', { urls: [at('/plain')], prompt: 'a' }, headers)).status,
      (await request('GET', '/api/v1/usage', undefined, headers)).status,
      (await request('GET', '/api/v1/crawls', undefined, headers)).status,
    ];

    await keys('suspend', account);
    const refused = await request('GET', '/api/v1/usage', undefined, headers);
    const during = await statuses();
    await keys('resume', account);

    expect(during).toEqual([403, 403, 403, 403, 403, 403]);
    expect(refused.body).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      error: 'This account is suspended. Ask the operator of the service what to do about it.',
    });
    expect((await request('GET', '/api/v1/usage', undefined, headers)).status).toBe(200);
  });

  test('show the operator their use by day and operation', async () => {
    const { key, account, id } = await newKey('starter');
    await scrape({ url: at('/plain') }, { 'x-api-key': key });

    expect(await keys('usage', account)).toMatch(new RegExp(`scrape +1 +1 +0 +${id}  laptop`));
    expect(await keys('list', account)).toMatch(/ \d{4}-\d\d-\d\d  \d{4}-\d\d-\d\d  laptop\n$/);
  });

  test('are gone with their account when the operator deletes it', async () => {
    const { key, account, id } = await newKey('starter');
    await scrape({ url: at('/plain') }, { 'x-api-key': key, 'idempotency-key': account });

    const refused = keys('delete-account', account);
    await expect(refused).rejects.toThrow('cannot be undone: add --yes');
    const deleted = await keys('delete-account', account, '--yes');

    expect(deleted).toMatch(new RegExp(`^${account} is deleted: \\d+ rows and 1 stored objects.`));
    expect((await scrape({ url: at('/plain') }, { 'x-api-key': key })).status).toBe(401);
    expect(await keys('list')).not.toContain(id);
    expect(await keys('accounts')).not.toContain(account);
  });

  test('in the query reach neither the logs nor the page', async () => {
    const { baseUrl, directory } = inject('service');
    const response = await fetch(`${baseUrl}/api/v1/scrape?api_key=${keyOf('starter')}`, {
      method: 'POST',
      body: JSON.stringify({ url: at('/headers') }),
    });

    const text = await response.text();
    const logs = readdirSync(join(directory, 'logs')).map((name) =>
      readFileSync(join(directory, 'logs', name), 'utf8'),
    );
    expect(response.status).toBe(200);
    expect(text).not.toContain('wnk_');
    expect(logs.join('')).toContain('/api/v1/scrape');
    expect(logs.join('')).not.toContain(keyOf('starter'));
  });
});

describe('the monthly allowance', () => {
  test('with 100 requests left lets exactly 100 of 200 parallel scrapes succeed', async () => {
    const { key } = await newKey('small');

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => scrape({ url: at('/plain') }, { 'x-api-key': key })),
    );

    const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? 'ok'}`);
    expect(outcomes.filter((outcome) => outcome === '200 ok')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === '403 QUOTA_EXCEEDED')).toHaveLength(100);
    expect(await usageOf(key)).toMatchObject({ used: 100, reserved: 0, remaining: 0 });
  });

  test('is used by as many requests at once as the plan allows, and others are told to retry', async () => {
    const { key } = await newKey('hobby');
    const slow = () => scrape({ url: at('/slow?ms=3000') }, { 'x-api-key': key });

    const working = [slow(), slow()];
    await expect.poll(() => usageOf(key)).toMatchObject({ inFlight: 2, requestsAtOnce: 2 });
    const refused = await Promise.all([slow(), slow(), slow()]);
    const answered = await Promise.all(working);

    for (const { status, headers, body } of refused) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
      expect(body.url).toBe(at('/slow?ms=3000'));
    }
    expect(answered.map(({ status }) => status)).toEqual([200, 200]);
    expect(await usageOf(key)).toMatchObject({ used: 2, reserved: 0, inFlight: 0 });
  });

  test('is not reduced by undelivered pages', async () => {
    const { key } = await newKey('starter');
    const headers = { 'x-api-key': key };

    await scrape({ url: at('/image.png') }, headers);
    await scrape({ url: 'http://10.0.0.1/' }, headers);
    await scrape({ url: at('/slow?ms=5000'), timeout: 1_000 }, headers);
    await scrape({ url: at('/plain'), formats: ['pdf'] }, headers);
    await scrape('{"url":', headers);
    await scrape({ url: at('/plain') }, headers);

    expect(await usageOf(key)).toMatchObject({
      used: 1,
      reserved: 0,
      operations: { scrape: { requests: 1, pages: 1, ai: 0 } },
    });
  });
});

/** The window of an answer: the UTC minute that ends when `RateLimit-Reset` says. */
function minuteOf({ headers }: Answer): number {
  const endSeconds = Date.parse(headers.get('date') ?? '') / 1000 + Number(headers.get('ratelimit-reset'));
  return Math.round(endSeconds / 60) - 1;
}

describe('a key of 60 requests a minute', () => {
  test('gets 60 of 300 parallel scrapes, and the others are told when the next minute begins', async () => {
    const { key } = await newKey('sixty');

    const answers = await Promise.all(
      Array.from({ length: 300 }, () => scrape({ url: at('/plain') }, { 'x-api-key': key })),
    );

    const minutes = Map.groupBy(answers, minuteOf);
    const delivered = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const inMinute of minutes.values()) {
      const count = inMinute.filter(({ status }) => status === 200).length;
      expect(count).toBeLessThanOrEqual(60);
      // A write of the rate that is repeated may count twice, which costs the caller one request.
      expect(count).toBeGreaterThanOrEqual(Math.min(60, inMinute.length) - (isHostileAws ? 6 : 0));
    }
    for (const { status, headers, body } of refused) {
      const wait = Number(headers.get('retry-after'));
      expect([status, body.code, String(wait)]).toEqual([
        429,
        'RATE_LIMITED',
        headers.get('ratelimit-reset'),
      ]);
      expect(wait >= 1 && wait <= 60).toBe(true);
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=60;w=60');
    }
    expect(await usageOf(key)).toMatchObject({ used: delivered.length, reserved: 0 });
  });
});

describe('the API', () => {
  test('answers unknown URLs and methods in its envelope', async () => {
    const missing = await request('POST', '/api/v1/nothing', {});
    const wrong = await request('GET', '/api/v1/search');

    expect(missing).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } });
    expect(wrong).toMatchObject({ status: 405, body: { success: false, code: 'METHOD_NOT_ALLOWED' } });
    for (const { headers } of [missing, wrong]) expect(headers.get('x-request-id')).toMatch(/\S/);
  });

  test('allows browsers of other origins', async () => {
    const response = await fetch(`${inject('service').baseUrl}/api/v1/scrape`, { method: 'OPTIONS' });

    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('X-API-Key');
  });

  test('refuses a body over 1 MB and one over Lambda’s own limit', async () => {
    for (const size of [1_100_000, 7_000_000]) {
      const { status, body } = await scrape({ url: at('/plain'), x: 'y'.repeat(size) });

      expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    }
  });
});
