import { describe, expect, test } from 'vitest';

import { extractRequest } from '#shared/contract/extract.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { endpoint, type EndpointDeps, type OperationReply } from '#shared/http/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { call, noon, ownKey, testDeps } from './fixtures.ts';

const url = 'https://shop.example:8443/pans?token=secret#top';
const delivered: OperationReply = {
  url,
  source: 'local',
  data: {},
  consumed: { requests: 2, pages: 1, ai: 1 },
};

function setUp(operate: () => Promise<OperationReply> = async () => delivered, planId = 'starter') {
  const key = ownKey(planId);
  const { deps, usage } = testDeps({ keys: [key] });
  const scrape = (own: EndpointDeps) =>
    endpoint(
      {
        operation: 'scrape',
        request: scrapeRequest,
        prepare: (body) => body,
        timeoutMs: () => 60_000,
        units: () => 3,
      },
      own,
      operate,
    );
  const handler = scrape(deps);
  const headers = { 'x-api-key': key.text };
  return {
    deps,
    headers,
    send: (options: Parameters<typeof call>[1]) => call(handler, { headers, body: { url }, ...options }),
    records: async () => (await usage.recent(key.key.accountId, { nowMs: noon, limit: 200 })).records,
  };
}

describe('the record of a request', () => {
  test('names the host of the URL and nothing else of it, the cost and the time', async () => {
    const { send, records } = setUp();

    await send({ requestId: 'request-7' });

    expect(await records()).toEqual([
      {
        id: expect.stringMatching(/^run_/),
        requestId: 'request-7',
        operation: 'scrape',
        keyId: expect.stringMatching(/^key_/),
        host: 'shop.example:8443',
        startedAtMs: noon,
        endedAtMs: noon,
        status: 200,
        code: undefined,
        requests: 2,
      },
    ]);
    expect(JSON.stringify(await records())).not.toMatch(/pans|token|secret/);
  });

  test.for([
    ['a page that failed', new AppError('BLOCKED', 'Blocked.'), 200, 'BLOCKED'],
    ['a timeout', new AppError('SCRAPE_TIMEOUT', 'Late.'), 408, 'SCRAPE_TIMEOUT'],
    ['a bug', new Error('a bug'), 500, 'INTERNAL_ERROR'],
  ] as const)('says how %s was answered, and that it cost nothing', async ([, error, status, code]) => {
    const { send, records } = setUp(() => Promise.reject(error));

    await send({});

    expect(await records()).toMatchObject([{ status, code, requests: 0, host: 'shop.example:8443' }]);
  });

  test('says why an operation failed that has data to return', async () => {
    const failure = { code: 'CRAWL_CANCELLED', error: 'The crawl was cancelled.' } as const;
    const { send, records } = setUp(async () => ({ ...delivered, failure }));

    await send({});

    expect(await records()).toMatchObject([{ status: 200, code: 'CRAWL_CANCELLED', requests: 2 }]);
  });

  test('is written once for a request that is repeated with its Idempotency-Key', async () => {
    const { send, records, headers } = setUp();
    const again = { headers: { ...headers, 'idempotency-key': 'order-1' } };

    const replies = [await send(again), await send(again), await send(again)];

    expect(replies.map(({ headers: { 'idempotency-replayed': replayed } }) => replayed)).toEqual([
      undefined,
      'true',
      'true',
    ]);
    expect(await records()).toHaveLength(1);
  });
});

describe('the record of a refused request', () => {
  test('is written for a body that is not valid, with the host if it can be read', async () => {
    const { send, records } = setUp();

    await send({ body: { url, formats: ['pdf'] } });
    await send({ rawBody: '{"url":' });

    expect(
      (await records()).map(({ status, code, host, requests }) => [status, code, host, requests]),
    ).toEqual(
      expect.arrayContaining([
        [400, 'INVALID_REQUEST', 'shop.example:8443', 0],
        [400, 'INVALID_REQUEST', undefined, 0],
      ]),
    );
  });

  test('is written when the allowance does not cover it', async () => {
    const { send, records } = setUp(async () => ({
      ...delivered,
      consumed: { requests: 0, pages: 0, ai: 0 },
    }));
    const { send: sendMany, records: recordsOfMany } = setUp(
      async () => ({ ...delivered, consumed: { requests: 250, pages: 1, ai: 249 } }),
      'hobby',
    );

    await send({});
    for (let sent = 0; sent < 3; sent += 1) await sendMany({});

    expect(await records()).toMatchObject([{ status: 200 }]);
    const codes = (await recordsOfMany()).map(({ code, status }) => `${status} ${code}`);
    expect(codes.toSorted()).toEqual(['200 undefined', '200 undefined', '403 QUOTA_EXCEEDED']);
  });

  test('is written when the plan does not have the operation', async () => {
    const key = ownKey('hobby');
    const { deps, usage } = testDeps({ keys: [key] });
    const extract = endpoint(
      {
        operation: 'extract',
        request: extractRequest,
        prepare: (body) => body,
        timeoutMs: () => 1,
        units: () => 1,
      },
      deps,
      async () => delivered,
    );

    const { status } = await call(extract, { headers: { 'x-api-key': key.text }, body: { urls: [url] } });

    expect(status).toBe(403);
    expect((await usage.recent(key.key.accountId, { nowMs: noon, limit: 5 })).records).toMatchObject([
      { operation: 'extract', status: 403, code: 'PLAN_FORBIDS', requests: 0 },
    ]);
  });

  test('is not written for requests that come too often', async () => {
    const { send, records } = setUp(undefined, 'hobby');

    const replies = [];
    for (let sent = 0; sent < 12; sent += 1) replies.push(await send({}));

    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(await records()).toHaveLength(10);
  });

  test('is written 60 times a minute at the most, so that a looping program costs no write each time', async () => {
    const { send, records } = setUp();

    for (let sent = 0; sent < 100; sent += 1) await send({ body: {} });

    expect(await records()).toHaveLength(60);
  });

  test('is not written for a wrong key', async () => {
    const { send, records } = setUp();

    await send({ headers: { 'x-api-key': ownKey('starter').text }, body: {} });

    expect(await records()).toEqual([]);
  });

  test('does not replace the answer when it cannot be written', async () => {
    const { deps, headers } = setUp();
    const refuse = () => Promise.reject(new Error('throttled'));
    const usage = { ...deps.metering.usage, refuse };
    const handler = endpoint(
      {
        operation: 'scrape',
        request: scrapeRequest,
        prepare: (body) => body,
        timeoutMs: () => 1,
        units: () => 1,
      },
      { ...deps, metering: { ...deps.metering, usage } },
      async () => delivered,
    );

    expect((await call(handler, { headers, body: {} })).status).toBe(400);
  });
});
