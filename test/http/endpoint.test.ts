import type { Readable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { envelope } from '#shared/contract/envelope.ts';
import { mapRequest } from '#shared/contract/map.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { endpoint, type EndpointDeps, type OperationReply } from '#shared/http/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { newReservationId, type UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { call, contextOf, eventOf, noon, ownKey, testDeps } from './fixtures.ts';

const url = 'https://example.com/';
const delivered: OperationReply = {
  url,
  source: 'local',
  data: { markdown: '# Hi' },
  consumed: { requests: 1, pages: 1, ai: 0 },
};

const scrapeWith = (
  deps: EndpointDeps,
  operate: (signal: AbortSignal, remainingMs: number) => Promise<OperationReply>,
) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      prepare: (body) => body,
      timeoutMs: ({ timeout }) => timeout,
      units: () => 1,
    },
    deps,
    ({ deadline }) => operate(deadline.signal, deadline.remainingMs()),
  );

const deliver = async () => delivered;
const neverRun = () => Promise.reject(new Error('the work was started'));

function setUp(options: Parameters<typeof testDeps>[0] = {}) {
  const { deps, keys, usage } = testDeps(options);
  const [{ text, key }] = keys as [(typeof keys)[0]];
  const used = async () => (await usage.read(key.accountId, '2026-11', noon)).used;
  return { deps, text, key, used, headers: { 'X-API-Key': text } };
}

describe('a billed endpoint', () => {
  test('answers in the envelope and charges one request', async () => {
    const { deps, headers, used } = setUp();

    const reply = await call(scrapeWith(deps, deliver), { headers, body: { url } });

    expect(reply).toMatchObject({
      status: 200,
      body: { success: true, url, data: { markdown: '# Hi' }, source: 'local', processingTime: 0 },
    });
    expect(await used()).toBe(1);
  });

  describe('with a list', () => {
    const links = [{ url: `${url}a` }, { url: `${url}b` }];
    const listed = { ...delivered, data: { links, total: 2 }, consumed: { requests: 1, pages: 1, ai: 0 } };
    const listing = (deps: EndpointDeps, operate: Parameters<typeof endpoint>[2]) =>
      endpoint(
        {
          operation: 'map',
          request: mapRequest,
          prepare: (body) => body,
          timeoutMs: () => 1_000,
          units: () => 5,
          lines: 'links',
        },
        deps,
        operate,
      );
    const lines = 'application/x-ndjson';
    const asker =
      (text: string, endpointOf: ReturnType<typeof listing>, key = 'k') =>
      (accept: string) =>
        endpointOf.answer(
          eventOf({
            resource: '/api/v1/map',
            headers: { 'x-api-key': text, accept, 'idempotency-key': key },
            body: { url },
          }),
          contextOf(),
        );
    const parsed = (body: string): unknown[] =>
      body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    const joined = async (chunks: AsyncIterable<unknown>): Promise<string> => {
      let text = '';
      for await (const chunk of chunks) text += String(chunk);
      return text;
    };
    const end = { success: true, url, data: { total: 2 }, source: 'local', processingTime: 0 };

    test('sends lines to callers who ask for them, and then the rest', async () => {
      const { deps, text } = setUp();
      const ask = asker(
        text,
        listing(deps, async () => listed),
      );

      const { headers, body } = await ask(lines);

      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      expect(parsed(body as string)).toEqual([...links, end]);
    });

    test('repeats an answer in the form that the repetition asks for', async () => {
      const { deps, text } = setUp();
      const ask = asker(
        text,
        listing(deps, async () => listed),
      );

      const replies = [await ask('application/json'), await ask(lines), await ask('application/json')];

      expect(replies.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
        undefined,
        'true',
        'true',
      ]);
      expect(replies[1]?.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      expect(parsed(replies[1]?.body as string)).toEqual([...links, end]);
      expect(replies[2]).toMatchObject({ body: replies[0]?.body });
    });

    /** Work that sends its first link, and ends when it is told to. */
    const growing = () => {
      const rest = Promise.withResolvers<void>();
      const operate: Parameters<typeof listing>[1] = async ({ sendEntries }) => {
        sendEntries?.(links.slice(0, 1));
        await rest.promise;
        sendEntries?.(links.slice(1));
        return listed;
      };
      return { operate, rest };
    };

    test('sends entries while the others are looked for, and is counted at its end', async () => {
      const { deps, text, used } = setUp();
      const { operate, rest } = growing();
      const ask = asker(text, listing(deps, operate));

      const { statusCode, body } = await ask(lines);
      const stream = (body as Readable)[Symbol.asyncIterator]();
      const first = await stream.next();
      const usedMeanwhile = await used();
      rest.resolve();
      const following = await joined({ [Symbol.asyncIterator]: () => stream });

      expect([statusCode, parsed(String(first.value))]).toEqual([200, links.slice(0, 1)]);
      expect(parsed(following)).toEqual([links[1], end]);
      expect([usedMeanwhile, await used()]).toEqual([5, 1]);
      const again = await ask('application/json');
      expect(JSON.parse(again.body as string)).toEqual({ ...end, data: listed.data });
      expect(await used()).toBe(1);
    });

    test('says in its last line that it failed, and costs nothing then', async () => {
      const { deps, text, used } = setUp();
      const { operate, rest } = growing();
      const ask = asker(text, listing(deps, operate));

      const { statusCode, body } = await ask(lines);
      rest.reject(new AppError('HTTP_ERROR', 'The server answered 500.'));
      const sent = parsed(await joined(body as Readable));

      expect(statusCode).toBe(200);
      expect(sent).toEqual([links[0], expect.objectContaining({ success: false, code: 'HTTP_ERROR' })]);
      expect(await used()).toBe(0);
      // The key is given back.
      expect(
        (
          await asker(
            text,
            listing(deps, async () => listed),
          )('application/json')
        ).headers,
      ).not.toHaveProperty('idempotency-replayed');
    });

    test('is counted when its reader leaves early', async () => {
      const { deps, text, used } = setUp();
      const { operate, rest } = growing();

      const { body } = await asker(text, listing(deps, operate))(lines);
      const stream = (body as Readable)[Symbol.asyncIterator]();
      await stream.next();
      rest.resolve();
      await stream.return?.();

      await expect.poll(used).toBe(1);
    });

    test('has the status of its failure when nothing was sent', async () => {
      const { deps, text, used } = setUp();
      const failing = listing(deps, async () => {
        throw new AppError('INVALID_REQUEST', 'No.');
      });

      const { statusCode, headers } = await asker(text, failing)(lines);

      expect([statusCode, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
      expect(await used()).toBe(0);
    });
  });

  test('returns the data of an operation that failed, as a failure', async () => {
    const { deps, headers } = setUp();
    const failure = { code: 'CRAWL_CANCELLED', error: 'The crawl was cancelled.' } as const;

    const reply = await call(
      scrapeWith(deps, async () => ({ ...delivered, failure })),
      { headers, body: { url } },
    );

    expect(reply).toMatchObject({
      status: 200,
      body: { success: false, ...failure, data: { markdown: '# Hi' } },
    });
  });

  test('charges each of eight requests with one request id', async () => {
    const { deps, headers, used } = setUp();
    const handler = scrapeWith(deps, deliver);

    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call(handler, { headers, body: { url }, requestId: 'mine' })),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await used()).toBe(8);
  });

  test('sends the request id, CORS and the remaining rate with every answer', async () => {
    const { deps, headers } = setUp();

    const good = await call(scrapeWith(deps, deliver), { headers, body: { url } });
    const bad = await call(scrapeWith(deps, deliver), { headers, body: {} });

    expect(good.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^request-/) as string,
      'access-control-allow-origin': '*',
      'ratelimit-limit': '100',
      'ratelimit-remaining': '99',
      'ratelimit-reset': '60',
      'ratelimit-policy': '"requests";q=100;w=60',
      ratelimit: '"requests";r=99;t=60',
    });
    expect(bad.headers).toMatchObject({
      'x-request-id': expect.any(String) as string,
      'access-control-allow-origin': '*',
    });
  });

  test('delivers and charges once when the answer of the settlement is lost', async () => {
    const { deps, headers, used } = setUp();
    const { usage } = deps.metering;
    let isLost = true;
    const settle: UsageLedger['settle'] = async (...words) => {
      const isCounted = await usage.settle(...words);
      if (isLost) {
        isLost = false;
        throw new Error('the answer of the table is lost');
      }
      return isCounted;
    };
    const handler = scrapeWith(
      { ...deps, metering: { ...deps.metering, usage: { ...usage, settle } } },
      deliver,
    );

    const reply = await call(handler, { headers, body: { url } });

    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect(await used()).toBe(1);
  });

  test('throttles an address with many wrong keys before the key store is asked, and no key that is valid', async () => {
    const { deps, headers } = setUp();
    const other = ownKey('starter');
    let lookups = 0;
    const { keys } = deps.access;
    const find = (hash: string) => ((lookups += 1), keys.find(hash));
    const handler = scrapeWith({ ...deps, access: { ...deps.access, keys: { ...keys, find } } }, deliver);
    const scrape = (text: string, sourceAddress = '192.0.2.7') =>
      call(handler, { headers: { 'x-api-key': text }, body: { url }, sourceAddress });

    await scrape(headers['X-API-Key']);
    const wrong = await Promise.all(Array.from({ length: 30 }, () => scrape(ownKey('starter').text)));
    const asked = lookups;
    const throttled = await scrape(other.text);

    expect(wrong.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 401));
    expect(throttled).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { code: 'RATE_LIMITED' },
    });
    expect(lookups).toBe(asked);
    expect((await scrape(headers['X-API-Key'])).status).toBe(200);
    expect((await scrape(other.text, '192.0.2.8')).status).toBe(401);
  });

  test.for([
    ['X-API-Key', (text: string) => ({ headers: { 'X-API-Key': text } })],
    ['a header in lower case', (text: string) => ({ headers: { 'x-api-key': text } })],
    ['a bearer token', (text: string) => ({ headers: { Authorization: `Bearer ${text}` } })],
    ['the query', (text: string) => ({ query: { api_key: text } })],
  ] as const)('takes the key as %s', async ([, withKey]) => {
    const { deps, text } = setUp();

    const reply = await call(scrapeWith(deps, deliver), { ...withKey(text), body: { url } });

    expect(reply.status).toBe(200);
  });

  test.for([
    ['no key', {}],
    ['a malformed key', { headers: { 'X-API-Key': 'hello' } }],
    ['an empty key', { headers: { 'X-API-Key': '' } }],
    ['an unknown key', { headers: { 'X-API-Key': ownKey('starter').text } }],
    ['another scheme', { headers: { Authorization: 'Basic abc' } }],
  ] as const)('refuses %s with 401 and the body of the interface, nothing more', async ([, options]) => {
    const { deps } = setUp();

    const reply = await call(scrapeWith(deps, neverRun), { ...options, body: { url } });

    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      error: 'Unauthorized',
      message:
        'The API key is missing or not valid. Send it as X-API-Key, as Authorization: Bearer, or as api_key.',
      statusCode: 401,
    });
  });

  test.for([
    ['revoked', { revokedAt: '2026-11-01T00:00:00.000Z' }],
    ['expired', { validUntil: new Date(noon).toISOString() }],
  ] as const)('answers a key that is %s exactly as an unknown one', async ([, changes]) => {
    const { deps, headers } = setUp({ keys: [ownKey('starter', changes)] });

    const reply = await call(scrapeWith(deps, neverRun), { headers, body: { url } });
    const unknown = await call(scrapeWith(deps, neverRun), { body: { url } });

    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(unknown.body);
  });

  test('accepts a key until the moment of its expiry, and notes the day of its use', async () => {
    const valid = ownKey('starter', { validUntil: new Date(noon + 1).toISOString() });
    const { deps, headers } = setUp({ keys: [valid] });

    const reply = await call(scrapeWith(deps, deliver), { headers, body: { url } });

    expect(reply.status).toBe(200);
    expect((await deps.access.keys.find(valid.key.keyHash))?.lastUsedOn).toBe('2026-11-21');
  });

  test('writes the day of a key’s use once', async () => {
    const { deps, headers } = setUp();
    const { keys } = deps.access;
    let writes = 0;
    const markUsed = (hash: string, day: string) => ((writes += 1), keys.markUsed(hash, day));
    const handler = scrapeWith({ ...deps, access: { ...deps.access, keys: { ...keys, markUsed } } }, deliver);

    for (let request = 0; request < 3; request += 1) await call(handler, { headers, body: { url } });

    expect(writes).toBe(1);
  });

  test('refuses every key of a suspended account with a sentence', async () => {
    const { deps, headers } = setUp({
      keys: [ownKey('starter', { suspendedAt: '2026-11-20T00:00:00.000Z' })],
    });

    const reply = await call(scrapeWith(deps, neverRun), { headers, body: { url } });

    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ success: false, code: 'ACCOUNT_SUSPENDED', url });
    expect(reply.body['error']).toContain('suspended');
  });

  test('says of a deleted account’s key that the account is being deleted, also when it was resumed meanwhile', async () => {
    const { deps, headers } = setUp({
      keys: [ownKey('starter', { deletionAskedAt: '2026-11-20T00:00:00.000Z' })],
    });

    const reply = await call(scrapeWith(deps, neverRun), { headers, body: { url } });

    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
      error: 'This account is being deleted: its keys are refused.',
    });
  });

  test('refuses a key whose budget is used up, and charges nothing for it', async () => {
    const { deps, headers, used } = setUp({ keys: [ownKey('starter', { monthlyBudget: 1 })] });
    const handler = scrapeWith(deps, deliver);
    await call(handler, { headers, body: { url } });

    const reply = await call(handler, { headers, body: { url } });

    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      error: "This API key's budget of 1 requests a month is used up.",
    });
    expect(await used()).toBe(1);
  });

  test.for([
    ['JSON that is cut off', { rawBody: '{"url": ' }, 'not valid JSON'],
    ['an empty body', { rawBody: '' }, 'no body'],
    ['a compressed body', { rawBody: '\u001f\u008b', headers: { 'content-encoding': 'gzip' } }, 'compressed'],
    ['lists in lists', { rawBody: '['.repeat(400_000) + ']'.repeat(400_000) }, 'levels deep'],
    [
      'a schema of 5,000 levels',
      { rawBody: `{"jsonOptions": {"schema": ${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}` },
      'levels deep',
    ],
    ['a list', { body: [] }, 'JSON object'],
    ['a wrong type', { body: { url: 7 } }, 'url: '],
    ['an unknown parameter', { body: { url, x: 1 } }, 'x: unknown parameter'],
  ] as const)('refuses %s before any work and charges nothing', async ([, options, message]) => {
    const { deps, headers, used } = setUp();

    const { headers: more = {}, ...rest } = options as { readonly headers?: Record<string, string> };
    const reply = await call(scrapeWith(deps, neverRun), { headers: { ...headers, ...more }, ...rest });

    expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'INVALID_REQUEST' } });
    expect(reply.body['error']).toContain(message);
    expect(await used()).toBe(0);
  });

  test('reads a body with a byte order mark', async () => {
    const { deps, headers } = setUp();

    const reply = await call(scrapeWith(deps, deliver), { headers, rawBody: `\ufeff{"url": "${url}"}` });

    expect(reply.status).toBe(200);
  });

  test('refuses a body over 1 MB', async () => {
    const { deps, headers } = setUp();

    const reply = await call(scrapeWith(deps, neverRun), {
      headers,
      body: { url, x: 'y'.repeat(1_100_000) },
    });

    expect(reply).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  });

  test('refuses other methods with 405 and names its own', async () => {
    const { deps, headers } = setUp();

    const reply = await call(scrapeWith(deps, neverRun), {
      headers,
      method: 'PUT',
      resource: '/api/v1/map',
      body: { url },
    });

    expect(reply).toMatchObject({ status: 405, body: { success: false, code: 'METHOD_NOT_ALLOWED' } });
    expect(reply.headers['allow']).toBe('POST, OPTIONS');
  });

  test('passes warnings of the request and of the work on together', async () => {
    const { deps, headers } = setUp();
    const warns = async () => ({ ...delivered, warnings: ['The page was cut.'] });

    const reply = await call(scrapeWith(deps, warns), { headers, body: { url, origin: 'sdk' } });

    expect(reply.body['warning']).toBe('Accepted without effect: origin. The page was cut.');
  });

  test('answers a page failure with 200, its code and its source, and charges nothing', async () => {
    const { deps, headers, used } = setUp();
    const blocked = () =>
      Promise.reject(new AppError('BLOCKED', 'The site refused the visit.', { source: 'cloud' }));

    const reply = await call(scrapeWith(deps, blocked), { headers, body: { url } });

    expect(reply).toMatchObject({
      status: 200,
      body: {
        success: false,
        url,
        error: 'The site refused the visit.',
        code: 'BLOCKED',
        source: 'cloud',
        processingTime: 0,
      },
    });
    expect(reply.body).not.toHaveProperty('data');
    expect(await used()).toBe(0);
  });

  test('discloses nothing of a bug', async () => {
    const { deps, headers, used } = setUp();
    const bug = () => Promise.reject(new Error('table Winnow-123 at 10.0.0.3 refused key wnk_abc'));

    const reply = await call(scrapeWith(deps, bug), { headers, body: { url } });

    expect(reply).toMatchObject({ status: 500, body: { success: false, code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(reply.body)).not.toMatch(/Winnow-123|10\.0\.0\.3|wnk_/);
    expect(await used()).toBe(0);
  });

  test('works for 295 seconds at most, so that the answer begins before API Gateway ends a silent stream', async () => {
    const { deps, headers } = setUp();
    const given: number[] = [];

    for (const timeout of [300_000, 294_000])
      await call(
        scrapeWith(deps, async (_signal, remainingMs) => {
          given.push(remainingMs);
          return delivered;
        }),
        { headers, body: { url, timeout } },
      );

    expect(given).toEqual([295_000, 294_000]);
  });

  test('answers 408 at the deadline, also for work that ignores its signal, and refunds', async () => {
    const { deps, headers, used } = setUp();
    const deaf = () => new Promise<never>(() => {});
    const listening = (signal: AbortSignal) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );

    const replies = await Promise.all(
      [deaf, listening].map((work) =>
        call(scrapeWith(deps, work), { headers, body: { url, timeout: 1_000 } }),
      ),
    );

    for (const reply of replies)
      expect(reply).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT', success: false } });
    expect(await used()).toBe(0);
  });

  test('counts a delivered request although the ledger is too busy to settle at first', async () => {
    const { deps, headers, used } = setUp();
    let failures = 3;
    const settle: UsageLedger['settle'] = async (...words) => {
      failures -= 1;
      if (failures >= 0) throw new Error('too many writers');
      return deps.metering.usage.settle(...words);
    };
    const busy = { ...deps, metering: { ...deps.metering, usage: { ...deps.metering.usage, settle } } };

    const reply = await call(
      scrapeWith(busy, async () => delivered),
      { headers, body: { url } },
    );

    expect(reply.status).toBe(200);
    expect(await used()).toBe(1);
  });

  test.for([
    ['delivered', 200, deliver],
    ['failed', 200, () => Promise.reject(new AppError('BLOCKED', 'No.'))],
  ] as const)(
    'answers 500 to a request that %s while the ledger cannot settle, and gives its Idempotency-Key back',
    async ([, status, work]) => {
      const { deps, headers } = setUp();
      let isDown = true;
      const settle: UsageLedger['settle'] = async (...words) => {
        if (isDown) throw new Error('the table is gone');
        return deps.metering.usage.settle(...words);
      };
      const broken = { ...deps, metering: { ...deps.metering, usage: { ...deps.metering.usage, settle } } };
      const handler = scrapeWith(broken, work);
      const options = { headers: { ...headers, 'Idempotency-Key': 'k-1' }, body: { url } };

      const reply = await call(handler, options);
      isDown = false;
      const retried = await call(handler, options);

      expect(reply).toMatchObject({ status: 500, body: { success: false, code: 'INTERNAL_ERROR' } });
      expect(JSON.stringify(reply.body)).not.toContain('table');
      expect(retried.status).toBe(status);
    },
  );

  test.for([
    ['ProvisionedThroughputExceededException', 400],
    ['TimeoutError', undefined],
    ['InternalServerError', 500],
    ['TransactionConflictException', 400],
  ] as const)('asks to repeat a request when a table answers with %s', async ([name, httpStatusCode]) => {
    const { deps, headers } = setUp();
    const outage = Object.assign(new Error('arn:aws:dynamodb:…'), { name, $metadata: { httpStatusCode } });
    const usage = { ...deps.metering.usage, reserve: () => Promise.reject(outage) };
    const handler = scrapeWith({ ...deps, metering: { ...deps.metering, usage } }, deliver);

    const reply = await call(handler, { headers, body: { url } });

    expect(reply).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { code: 'SERVICE_UNAVAILABLE', error: 'The service is busy. Repeat the request.' },
    });
  });

  test('delivers nothing when its reservation was refunded as that of a dead process', async () => {
    const { deps, headers, key, used } = setUp();
    const reservations = deps.metering.usage;
    const later = noon + 3_600_000;
    const stalls = async () => {
      const others = { id: newReservationId(later), accountId: key.accountId, keyId: 'key_2', units: 0 };
      const limits = { operation: 'scrape', allowance: null, budget: null, requestsAtOnce: null } as const;
      await reservations.reserve({ ...others, ...limits, nowMs: later, dueAtMs: later + 1 });
      return delivered;
    };

    const reply = await call(scrapeWith(deps, stalls), { headers, body: { url } });

    expect(reply).toMatchObject({ status: 408, body: { success: false, code: 'SCRAPE_TIMEOUT' } });
    expect(await used()).toBe(0);
  });

  test('ends the work when the caller hangs up, and refunds', async () => {
    const { deps, headers, used } = setUp();
    const caller = new AbortController();
    const listens = (signal: AbortSignal) =>
      new Promise<OperationReply>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        caller.abort();
      });

    await call(scrapeWith(deps, listens), { headers, body: { url }, callerGone: caller.signal });

    expect(await used()).toBe(0);
  });

  test('refunds work that answers although the caller has hung up', async () => {
    const { deps, headers, used } = setUp();
    const caller = new AbortController();
    const answersAllTheSame = async () => {
      caller.abort();
      return delivered;
    };

    await call(scrapeWith(deps, answersAllTheSame), { headers, body: { url }, callerGone: caller.signal });

    expect(await used()).toBe(0);
  });

  test('stops before the function’s own end when the caller’s timeout is longer', async () => {
    const { deps, headers } = setUp();
    const deaf = () => new Promise<never>(() => {});

    const reply = await call(scrapeWith(deps, deaf), {
      headers,
      body: { url, timeout: 60_000 },
      remainingMs: 2_100,
    });

    expect(reply.status).toBe(408);
  });

  test.for([
    ['counts the wait for the function towards the timeout', noon - 4_900, 408],
    ['does no work for a request that waited longer than its timeout', noon - 5_000, 408],
    ['ignores a wait by a clock that is ahead', noon + 60_000, 200],
    ['ignores a wait by a clock of another day', noon - 86_400_000, 200],
  ] as const)('%s', async ([, receivedAtMs, status]) => {
    const { deps, headers, used } = setUp();
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return delivered;
    };

    const reply = await call(scrapeWith(deps, slow), {
      headers,
      body: { url, timeout: 5_000 },
      receivedAtMs,
    });

    expect(reply.status).toBe(status);
    expect(await used()).toBe(status === 200 ? 1 : 0);
  });

  test('works on as many requests of an account at once as its plan allows, and refuses one more', async () => {
    const hobby = ownKey('hobby');
    const { deps, headers, used } = setUp({ keys: [hobby] });
    const { promise, resolve } = Promise.withResolvers<OperationReply>();
    const handler = scrapeWith(deps, () => promise);
    const one = () => call(handler, { headers, body: { url } });

    const working = [one(), one()];
    await new Promise((soon) => setTimeout(soon, 5));
    const refused = await Promise.all([one(), one(), one()]);
    resolve(delivered);
    const answered = await Promise.all(working);
    const next = await one();

    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED' } });
      expect(reply.body['error']).toContain('2 requests at once');
      expect(reply.headers['retry-after']).toBe('1');
    }
    expect([...answered, next].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await used()).toBe(3);
  });

  test.for([
    ['https://Example.com:443/a b?q=1#top', 'https://example.com/a%20b?q=1#top'],
    ['example.com', 'https://example.com/'],
    ['https://me:secret@example.com/', 'https://example.com/'],
    ['me:secret@example.com', ''],
    ['ftp://me:secret@example.com/', ''],
    ['no URL', 'no URL'],
  ] as const)('names the URL %j as %j when it refuses the request', async ([asked, named]) => {
    const { deps, headers } = setUp();

    const reply = await call(scrapeWith(deps, neverRun), { headers, body: { url: asked, formats: [] } });

    expect(reply).toMatchObject({ status: 400, body: { url: named } });
    expect(JSON.stringify(reply.body)).not.toContain('secret');
  });

  test('names the URL also when the plan forbids the operation or the allowance is used up', async () => {
    const forbidden = setUp({ keys: [ownKey('starter', { operations: ['crawl'] })] });
    const usedUp = setUp({ plans: planCatalogue({ starter: { monthlyRequests: 0 } }) });

    const replies = await Promise.all(
      [forbidden, usedUp].map(({ deps, headers }) =>
        call(scrapeWith(deps, neverRun), { headers, body: { url } }),
      ),
    );

    expect(replies.map(({ body }) => [body['code'], body['url']])).toEqual([
      ['PLAN_FORBIDS', url],
      ['QUOTA_EXCEEDED', url],
    ]);
  });

  test('says which plan of an account the service does not have', async () => {
    const { deps, headers } = setUp({ keys: [ownKey('team')] });

    const reply = await call(scrapeWith(deps, neverRun), { headers, body: { url } });

    expect(reply).toMatchObject({
      status: 503,
      body: {
        code: 'SERVICE_UNAVAILABLE',
        error: 'This account has the plan "team", which the service does not have. Ask its operator.',
      },
    });
  });

  test('forbids an operation that the plan or the key does not have, before reading the body', async () => {
    const limited = ownKey('starter', { operations: ['crawl'] });
    const { deps, headers, used } = setUp({ keys: [limited] });

    const reply = await call(scrapeWith(deps, neverRun), { headers, rawBody: 'nonsense' });

    expect(reply).toMatchObject({ status: 403, body: { code: 'PLAN_FORBIDS' } });
    expect(await used()).toBe(0);
  });

  test('limits requests per minute and says when to retry', async () => {
    const plans = planCatalogue({ starter: { requestsPerMinute: 2 } });
    const { deps, headers, used } = setUp({ plans });
    const handler = scrapeWith(deps, deliver);

    await call(handler, { headers, body: { url } });
    await call(handler, { headers, body: { url } });
    const third = await call(handler, { headers, body: { url } });

    expect(third).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(third.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-remaining': '0' });
    expect(await used()).toBe(2);
  });

  test('answers 403 when the month is used up, for scrape', async () => {
    const plans = planCatalogue({ starter: { monthlyRequests: 1 } });
    const { deps, headers, used } = setUp({ plans });
    const handler = scrapeWith(deps, deliver);

    await call(handler, { headers, body: { url } });
    const second = await call(handler, { headers, body: { url } });

    expect(second).toMatchObject({ status: 403, body: { code: 'QUOTA_EXCEEDED', success: false } });
    expect(await used()).toBe(1);
  });

  test('answers any body at all with a valid envelope and never with a 500', async () => {
    const { deps, headers } = setUp({ plans: planCatalogue({ starter: { requestsPerMinute: 100_000 } }) });
    const handler = scrapeWith(deps, deliver);
    const anyEnvelope = envelope(z.unknown());

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (rawBody) => {
        const reply = await call(handler, { headers, rawBody });
        expect(anyEnvelope.safeParse(reply.body).success).toBe(true);
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an Idempotency-Key', () => {
  const withKey = (headers: Record<string, string>, value = 'k-1') => ({
    ...headers,
    'Idempotency-Key': value,
  });

  test('gets the first answer again and costs once', async () => {
    const { deps, headers, used } = setUp();
    let runs = 0;
    const counting = async () => ({ ...delivered, data: { run: (runs += 1) } });
    const handler = scrapeWith(deps, counting);

    const first = await call(handler, { headers: withKey(headers), body: { url } });
    const second = await call(handler, { headers: withKey(headers), body: { url } });

    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect([runs, await used()]).toEqual([1, 1]);
  });

  test('of a repeated answer counts in no rate of requests, but in that of reads', async () => {
    const plans = planCatalogue({ starter: { requestsPerMinute: 1 } });
    const { deps, headers } = setUp({ plans });
    const options = { headers: withKey(headers), body: { url } };
    const handler = scrapeWith(deps, deliver);

    const replies = [];
    for (let count = 0; count < 22; count += 1) replies.push(await call(handler, options));

    expect(replies.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(replies.slice(20).map(({ status }) => status)).toEqual([429, 429]);
    expect(replies[19]?.headers).toMatchObject({ 'ratelimit-policy': '"records";q=20;w=60' });
  });

  test('is refused with another body', async () => {
    const { deps, headers } = setUp();
    const handler = scrapeWith(deps, deliver);

    await call(handler, { headers: withKey(headers), body: { url } });
    const other = await call(handler, { headers: withKey(headers), body: { url: 'https://other.example/' } });

    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  test('is refused while the first request runs', async () => {
    const { deps, headers } = setUp();
    const { promise, resolve } = Promise.withResolvers<OperationReply>();
    const handler = scrapeWith(deps, () => promise);

    const first = call(handler, { headers: withKey(headers), body: { url } });
    await new Promise((soon) => setTimeout(soon, 5));
    const second = await call(handler, { headers: withKey(headers), body: { url } });
    resolve(delivered);

    expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
    expect(second.headers['retry-after']).toBe('2');
    expect((await first).status).toBe(200);
  });

  test.for([
    ['still told to come back soon within its own time', 29_000, 409, '2'],
    ['told the rest of the time for settling after it', 31_000, 409, '14'],
    ['carried out when that is over', 45_000, 200, undefined],
  ] as const)('of a request that never ended is %s', async ([, laterMs, status, retryAfter]) => {
    const { deps, headers } = setUp();
    const options = { headers: withKey(headers), body: { url } };
    const dies = scrapeWith(deps, () => new Promise(() => {}));
    void call(dies, options);
    await new Promise((soon) => setTimeout(soon, 5));

    const later = { ...deps, clock: { ...deps.clock, now: () => deps.clock.now() + laterMs } };
    const receivedAtMs = later.clock.now();
    const reply = await call(scrapeWith(later, deliver), { ...options, receivedAtMs });

    expect([reply.status, reply.headers['retry-after']]).toEqual([status, retryAfter]);
  });

  test('gets the first answer again also when the repeated request comes too late to be carried out', async () => {
    const { deps, headers, used } = setUp();
    const options = { headers: withKey(headers), body: { url, timeout: 1_000 } };
    const later = { ...deps, clock: { ...deps.clock, now: () => deps.clock.now() + 1_500 } };

    const first = await call(scrapeWith(deps, deliver), options);
    const repeated = await call(scrapeWith(later, deliver), options);
    const other = await call(scrapeWith(later, deliver), { ...options, headers: withKey(headers, 'k-2') });
    const again = await call(scrapeWith(deps, deliver), { ...options, headers: withKey(headers, 'k-2') });

    expect(repeated).toMatchObject({ status: 200, body: first.body });
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(other).toMatchObject({ body: { code: 'SCRAPE_TIMEOUT' } });
    expect([again.status, await used()]).toEqual([200, 2]);
  });

  test('may be used again after a failure', async () => {
    const { deps, headers, used } = setUp();
    let fails = true;
    const flaky = () => (fails ? Promise.reject(new AppError('BLOCKED', 'No.')) : Promise.resolve(delivered));
    const handler = scrapeWith(deps, flaky);

    const failed = await call(handler, { headers: withKey(headers), body: { url } });
    fails = false;
    const retried = await call(handler, { headers: withKey(headers), body: { url } });

    expect([failed.body['success'], retried.body['success'], await used()]).toEqual([false, true, 1]);
  });

  test('is claimed by one of two requests with one request id', async () => {
    const { deps, headers } = setUp();
    const { promise, resolve } = Promise.withResolvers<OperationReply>();
    const handler = scrapeWith(deps, () => promise);
    const options = { headers: withKey(headers), body: { url }, requestId: 'mine' };

    const first = call(handler, options);
    await new Promise((soon) => setTimeout(soon, 5));
    const second = await call(handler, options);
    resolve(delivered);

    expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
    expect((await first).status).toBe(200);
  });

  test.for([[''], ['x'.repeat(256)]])('of a wrong length is refused', async ([value]) => {
    const { deps, headers } = setUp();

    const reply = await call(scrapeWith(deps, neverRun), { headers: withKey(headers, value), body: { url } });

    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  });
});
