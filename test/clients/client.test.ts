import { describe, expect, expectTypeOf, test } from 'vitest';

import { isWinnowError, Winnow, WinnowError } from '../../clients/typescript/src/index.ts';
import { retryAfterSeconds, retryWaitMs } from '../../clients/typescript/src/retry.ts';
import { apiKey, clientOf, failure, hangUp, pageData, type Reply, success } from './answers.ts';

const rejection = (promise: Promise<unknown>): Promise<WinnowError> =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error as WinnowError,
  );

describe('scrape', () => {
  test('sends the options with the key, and returns the page', async () => {
    const { client, received } = await clientOf(() => success(pageData, { warning: 'Look out.' }));

    const page = await client.scrape('https://shop.example/', { timeout: 5_000 });

    expect(page).toEqual({
      ...pageData,
      url: 'https://shop.example/',
      source: 'local',
      warning: 'Look out.',
    });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/scrape',
        headers: { 'x-api-key': apiKey },
        body: { url: 'https://shop.example/', timeout: 5_000 },
      },
    ]);
  });

  test('types the formats that were asked for as present', async () => {
    const { client } = await clientOf(() => success(pageData));

    const plain = await client.scrape('https://shop.example/');
    expectTypeOf(plain.markdown).toEqualTypeOf<string>();
    expectTypeOf(plain.html).toEqualTypeOf<string | undefined>();
    const both = await client.scrape('https://shop.example/', { formats: ['html', 'links', 'json'] });
    expectTypeOf(both.html).toEqualTypeOf<string>();
    expectTypeOf(both.links).toEqualTypeOf<string[]>();
    expectTypeOf(both.markdown).toEqualTypeOf<string | undefined>();

    expect(plain.markdown).toBe('# Pan\n');
  });

  test('rejects with the code and the reason of a page that cannot be delivered', async () => {
    const { client } = await clientOf(() => failure(200, 'BLOCKED'));

    const error = await rejection(client.scrape('https://shop.example/'));

    expect(error).toBeInstanceOf(WinnowError);
    expect(error).toMatchObject({
      code: 'BLOCKED',
      kind: 'page',
      message: 'The reason of BLOCKED.',
      url: 'https://shop.example/',
    });
    expect(isWinnowError(error, 'BLOCKED')).toBe(true);
    expect(isWinnowError(error, 'DNS_ERROR')).toBe(false);
  });
});

test('estimateCrawl asks for a dry run', async () => {
  const estimate = { pages: 9, low: 8, high: 10, requests: 9, seconds: 3, basis: 'sitemap', pagesRead: 1 };
  const data = { pages: [], total: 0, completed: 0, status: 'completed', estimate };
  const { client, received } = await clientOf(() => success(data));

  expect(await client.estimateCrawl('https://shop.example/', { limit: 10 })).toEqual(estimate);
  expect(received[0]).toMatchObject({
    path: '/api/v1/crawl',
    body: { url: 'https://shop.example/', limit: 10, dryRun: true },
  });
});

test('a crawl is not started with dryRun, which has a method of its own', async () => {
  const { client, received } = await clientOf(() => success({}));
  const options: object = { dryRun: true };

  expect(await rejection(client.crawl('https://shop.example/', options).start())).toMatchObject({
    code: 'INVALID_REQUEST',
    message: '`dryRun` starts nothing: ask `estimateCrawl` for the estimate.',
  });
  expect(received).toEqual([]);
});

test('search returns the entries as the service sends them, with their warnings', async () => {
  const entry = {
    url: 'https://shop.example/',
    title: 'Pan',
    description: '',
    source: 'web',
    json: { price: 64 },
    warning: 'A part did not arrive.',
  };
  const { client } = await clientOf(() => success({ pages: [entry], total: 1 }));

  const { pages } = await client.search('pan');

  expectTypeOf(pages[0]!.warning).toEqualTypeOf<string | undefined>();
  expect(pages).toEqual([entry]);
});

describe('errors', () => {
  test.for([
    [400, 'INVALID_REQUEST', 'request'],
    [404, 'NOT_FOUND', 'request'],
    [422, 'IDEMPOTENCY_MISMATCH', 'request'],
    [403, 'PLAN_FORBIDS', 'access'],
    [403, 'QUOTA_EXCEEDED', 'limit'],
    [429, 'QUOTA_EXCEEDED', 'limit'],
    [408, 'SCRAPE_TIMEOUT', 'page'],
    [422, 'EXTRACTION_SCHEMA_ERROR', 'page'],
    [500, 'INTERNAL_ERROR', 'service'],
  ] as const)('a %i with %s is of the kind %s, and is not repeated', async ([status, code, kind]) => {
    const { client, received } = await clientOf(() => failure(status, code, { 'x-request-id': 'r-7' }));

    const error = await rejection(client.scrape('https://shop.example/'));

    expect(error).toMatchObject({ code, kind, status, requestId: 'r-7' });
    expect(received).toHaveLength(1);
  });

  test('name a key that is not valid, as the gateway answers it', async () => {
    const { client } = await clientOf(() => ({
      status: 401,
      body: { error: 'Unauthorized', message: 'The API key is missing or not valid.', statusCode: 401 },
    }));

    expect(await rejection(client.usage())).toMatchObject({
      code: 'UNAUTHORIZED',
      kind: 'access',
      message: 'The API key is missing or not valid.',
    });
  });

  test('name a base URL that is no service of Winnow', async () => {
    const { client } = await clientOf(() => ({ body: '<html>Welcome</html>' }));

    expect(await rejection(client.usage())).toMatchObject({ code: 'INVALID_ANSWER', status: 200 });
  });

  test('name a service that cannot be reached, and why', async () => {
    const { client } = await clientOf(() => hangUp, { baseUrl: 'http://127.0.0.1:1025' });

    expect(await rejection(client.usage())).toMatchObject({
      code: 'UNREACHABLE',
      kind: 'network',
      message: 'http://127.0.0.1:1025 cannot be reached: ECONNREFUSED.',
    });
  });

  test.for([undefined, '', ' \n', 'wnk_secret\nwnk_other', 'wnk_sécret'])(
    'refuse what cannot be an API key at once, and do not show it: %j',
    (key) => {
      const make = () => new Winnow({ baseUrl: 'http://127.0.0.1:3000', apiKey: key as string });

      expect(make).toThrow(
        /^The API key (is empty|is missing: is its environment variable set|has characters that no key has)[^_]*$/,
      );
    },
  );

  test.for([
    ['without a scheme', '127.0.0.1:3000'],
    ['with a line break at its end', 'http://127.0.0.1:3000\n'],
    ['with a blank', 'http://127.0.0.1:3000/ v1'],
  ] as const)('refuse a base URL %s at once', ([, baseUrl]) => {
    expect(() => new Winnow({ baseUrl, apiKey })).toThrow('`baseUrl` must be a URL');
  });
});

describe('a request that no service can take', () => {
  test.for([-20_000, 0.5, 1e12, NaN, Infinity, '5000' as unknown as number])(
    'is sent with a timeout of %s, and the service says what is wrong with it',
    async (timeout) => {
      const { client, received } = await clientOf(() => failure(400, 'INVALID_REQUEST'));

      const error = await rejection(client.scrape('https://shop.example/', { timeout }));

      expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
      expect(received).toHaveLength(1);
    },
  );

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  test.for([
    ['a cycle', cyclic],
    ['a BigInt', { price: 1n }],
  ] as const)('is not sent with %s, which JSON has not', async ([, schema]) => {
    const { client, received } = await clientOf(() => success({ json: {} }));

    const error = await rejection(client.extract('https://shop.example/', { jsonSchema: schema }));

    expect(error).toMatchObject({ code: 'INVALID_REQUEST', kind: 'request', status: undefined });
    expect(error.message).toMatch(/^The request cannot be written as JSON: /);
    expect(received).toEqual([]);
  });
});

describe('a request that fails for a moment', () => {
  test.for([
    ['a lost connection', (): typeof hangUp => hangUp],
    ['a busy service', () => failure(503, 'SERVICE_UNAVAILABLE')],
    ['a gateway without a word', (): Reply => ({ status: 502, body: 'Bad Gateway' })],
    ['a full minute', () => failure(429, 'RATE_LIMITED', { 'retry-after': '0' })],
    ['the same request still running', () => failure(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ] as const)('is repeated with its idempotency key after %s', async ([, trouble]) => {
    const { client, received } = await clientOf((_, count) => (count < 3 ? trouble() : success(pageData)));

    await client.scrape('https://shop.example/');

    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });

  test('is repeated three times at most', async () => {
    const { client, received } = await clientOf(() => failure(503, 'SERVICE_UNAVAILABLE'));

    expect(await rejection(client.scrape('https://shop.example/'))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      kind: 'service',
    });
    expect(received).toHaveLength(4);
  });

  test('waits for the answer of the same request that still runs, however often it is asked', async () => {
    const { client, received } = await clientOf((_, count) => {
      if (count === 1) return hangUp;
      const isRunning = count < 12;
      return isRunning ? failure(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '0' }) : success(pageData);
    });

    expect(await client.scrape('https://shop.example/')).toMatchObject(pageData);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(received).toHaveLength(12);
  });

  test('is given up as running when its own time is over', async () => {
    const { client, received } = await clientOf(() =>
      failure(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '20' }),
    );

    const error = await rejection(client.scrape('https://shop.example/', { timeout: 1_000 }));

    expect(error).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', status: 409 });
    expect(received).toHaveLength(1);
  });

  test('is not repeated while the first one runs when repetition is off', async () => {
    const { client, received } = await clientOf(() => failure(409, 'IDEMPOTENCY_IN_PROGRESS'), {
      retry: { maxRetries: 0 },
    });

    expect(await rejection(client.usage())).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(received).toHaveLength(1);
  });

  test('fails at once when Retry-After is longer than the caller waits', async () => {
    const { client, received } = await clientOf(() => failure(429, 'RATE_LIMITED', { 'retry-after': '3' }), {
      retry: { maxWaitMs: 2_000 },
    });

    expect(await rejection(client.scrape('https://shop.example/'))).toMatchObject({ retryAfterSeconds: 3 });
    expect(received).toHaveLength(1);
  });

  test('has the idempotency key that the caller names', async () => {
    const { client, received } = await clientOf(() => success(pageData));

    await client.scrape('https://shop.example/', {}, { idempotencyKey: 'order-4711' });

    expect(received[0]?.headers['idempotency-key']).toBe('order-4711');
  });

  test.for(['', 'заказ-4711', 'order-4711\n', ' order-4711'])(
    'is not sent with the idempotency key %j, which no header holds as it is',
    async (idempotencyKey) => {
      const { client, received } = await clientOf(() => success(pageData));

      const errors = await Promise.all([
        rejection(client.scrape('https://shop.example/', {}, { idempotencyKey })),
        rejection(client.crawl('https://shop.example/', {}, { idempotencyKey }).start()),
      ]);

      for (const error of errors) expect(error).toMatchObject({ code: 'INVALID_REQUEST', kind: 'request' });
      expect(received).toEqual([]);
    },
  );
});

describe('the wait before a repetition', () => {
  const now = Date.UTC(2026, 10, 22, 14, 0, 0);

  test.for([
    ['7', 7],
    ['0', 0],
    ['Sun, 22 Nov 2026 14:00:05 GMT', 5],
    ['Sun, 22 Nov 2026 13:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ] as const)('reads Retry-After: %s', ([header, seconds]) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  const busy = (seconds?: number) =>
    new WinnowError('SERVICE_UNAVAILABLE', 'Busy.', { status: 503, retryAfterSeconds: seconds });

  test('is never shorter than what the service asks for, and a little longer at random', () => {
    const waits = Array.from({ length: 100 }, () => retryWaitMs(busy(2), 0, { firstWaitMs: 500 }) ?? 0);

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_500);
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  test('doubles with each repetition up to its limit', () => {
    for (const [repetition, longest] of [500, 1_000, 2_000, 3_000, 3_000].entries()) {
      const waitMs = retryWaitMs(busy(), repetition, { firstWaitMs: 500, maxWaitMs: 3_000 }) ?? 0;
      expect(waitMs).toBeGreaterThanOrEqual(longest / 2);
      expect(waitMs).toBeLessThanOrEqual(longest);
    }
  });
});

describe('an abort', () => {
  test('ends a request with the reason of the signal', async () => {
    const controller = new AbortController();
    const { client } = await clientOf(() => {
      controller.abort(new Error('The person left.'));
      return hangUp;
    });

    await expect(client.scrape('https://shop.example/', {}, { signal: controller.signal })).rejects.toThrow(
      'The person left.',
    );
  });

  test('ends the wait before a repetition', async () => {
    const controller = new AbortController();
    const { client, received } = await clientOf(() => {
      setTimeout(() => controller.abort(new Error('The person left.')), 10);
      return failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' });
    });

    await expect(client.usage({ signal: controller.signal })).rejects.toThrow('The person left.');
    expect(received).toHaveLength(1);
  });
});

test('the key may have white space around it, as a file ends with a line break', async () => {
  const { client, received } = await clientOf(() => success(pageData), { apiKey: ` ${apiKey}\r\n` });

  await client.scrape('https://shop.example/');

  expect(received[0]?.headers['x-api-key']).toBe(apiKey);
});

test('the key is not taken along to another host', async () => {
  const other = await clientOf(() => success(pageData));
  const redirect: Reply = { status: 307, headers: { location: other.url }, body: '' };
  const { client } = await clientOf(() => redirect);

  expect(await rejection(client.usage())).toMatchObject({ code: 'INVALID_ANSWER', status: 307 });
  expect(other.received).toEqual([]);
});
