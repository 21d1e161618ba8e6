import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { noon } from '../http/fixtures.ts';
import { endpointsInMemory } from './endpoints-in-memory.ts';

test('a crawl that was started returns its id even when its ledger can no longer be read', async () => {
  const { crawl } = endpointsInMemory(() => ({ find: () => Promise.reject(new Error('throttled')) }));

  const { status, body } = await crawl({});

  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    id: expect.stringMatching(/^crawl_/) as string,
    data: { pages: [], status: 'running' },
    warning: expect.stringContaining('GET /api/v1/crawl/crawl_') as string,
  });
});

test('a crawl is one of the account’s recent requests, running until it ends; one that cannot start is a failed one', async () => {
  const { crawl, records } = endpointsInMemory();

  await crawl({ async: true });
  await crawl({ webhook: 'http://10.0.0.1/hook' });

  const found = await records();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual({
    id: expect.any(String) as string,
    requestId: expect.any(String) as string,
    operation: 'crawl',
    keyId: expect.any(String) as string,
    host: 'site.example',
    startedAtMs: noon,
  });
  expect(found).toContainEqual(
    expect.objectContaining({ status: 400, code: 'FORBIDDEN_TARGET', requests: 0 }),
  );
});

test('a dry run is one of the recent requests, and costs nothing', async () => {
  const estimate = {
    pages: 9,
    low: 8,
    high: 10,
    requests: 9,
    seconds: 3,
    basis: 'sample',
    pagesRead: 4,
  } as const;
  const { crawl, records, usage } = endpointsInMemory(undefined, {}, async ({ request: { limit } }) => {
    if (limit === 1) throw new AppError('HTTP_ERROR', 'The server answered 500.');
    return estimate;
  });

  const { body } = await crawl({ dryRun: true });
  await crawl({ dryRun: true, limit: 1 });

  expect(body).toMatchObject({ success: true, data: { estimate } });
  const found = await records();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(
    expect.objectContaining({
      operation: 'crawl',
      host: 'site.example',
      status: 200,
      requests: 0,
      code: undefined,
    }),
  );
  expect(found).toContainEqual(expect.objectContaining({ status: 200, code: 'HTTP_ERROR', requests: 0 }));
  expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });
});

test.for(['crawl', 'batch'] as const)(
  'a %s that failed before its answer has the id under which its errors are listed',
  async (kind) => {
    const { crawls, ...endpoints } = endpointsInMemory((store) => ({
      find: async (id) => {
        const crawl = await store.find(id);
        return crawl === undefined
          ? undefined
          : { ...crawl, status: 'failed', code: 'HTTP_ERROR', error: 'The server answered 404.' };
      },
    }));

    const { status, body } = await endpoints[kind]({});

    expect(status).toBe(200);
    expect(body).toEqual({
      success: false,
      url: 'https://site.example/',
      data: { pages: [], total: 0, completed: 0, status: 'failed' },
      error: 'The server answered 404.',
      code: 'HTTP_ERROR',
      source: 'local',
      processingTime: expect.any(Number) as number,
      id: (await crawls())[0]?.id,
    });
  },
);

const forbiddenSeeds = [
  'http://10.1.1.1/',
  'http://[::1]/',
  'localhost:3000',
  '127.0.0.1',
  'https://site.example:22/',
];

describe('a URL that leads to a private address or a forbidden port', () => {
  test.for(forbiddenSeeds)(
    'is refused as the beginning of a crawl, before anything is begun: %s',
    async (url) => {
      const { crawl, crawls, usage } = endpointsInMemory();

      const replies = [
        await crawl({ url }),
        await crawl({ url, async: true }),
        await crawl({ url, dryRun: true }),
      ];

      for (const reply of replies)
        expect(reply).toMatchObject({
          status: 400,
          body: { success: false, code: 'FORBIDDEN_TARGET', data: { pages: [], status: 'failed' } },
        });
      expect(await crawls()).toEqual([]);
      expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });
    },
  );

  test('is an invalid URL of a batch', async () => {
    const { batch, crawls, usage } = endpointsInMemory();
    const urls = ['https://site.example/', 'http://10.1.1.1/', { url: 'https://site.example:22/' }];

    const refused = await batch({ urls });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_REQUEST',
        error:
          'urls[1]: The URL is not on the public internet; urls[2]: Port 22 is blocked: browsers do not open web pages on it',
      },
    });
    expect(await crawls()).toEqual([]);
    expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });

    const taken = await batch({ urls, ignoreInvalidURLs: true, async: true });
    expect(taken).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { total: 1, invalidURLs: ['http://10.1.1.1/', 'https://site.example:22/'] },
      },
    });
  });
});

describe('a CSS selector that cannot be used', () => {
  const selectors = [
    [{ includeTags: ['main', 'a['] }, 'includeTags[1]: is not a valid CSS selector'],
    [{ excludeTags: ['a['] }, 'excludeTags[0]: is not a valid CSS selector'],
    [
      { formats: ['attributes'], attributesOptions: { selectors: [{ selector: 'a[' }] } },
      'attributesOptions.selectors[0].selector: is not a valid CSS selector',
    ],
  ] as const;

  test.for(selectors)('is refused before a crawl begins: %j', async ([scrapeOptions, error]) => {
    const { crawl, crawls } = endpointsInMemory();

    expect(await crawl({ scrapeOptions })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', error: `scrapeOptions.${error}` },
    });
    expect(await crawls()).toEqual([]);
  });

  test.for(selectors)('is refused before a batch begins: %j', async ([options, error]) => {
    const { batch, crawls } = endpointsInMemory();
    const [first, second] = ['https://site.example/1', 'https://site.example/2'];

    expect(await batch({ urls: [first], ...options })).toMatchObject({ status: 400, body: { error } });
    expect(await batch({ urls: [first, { url: second, ...options }] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', error: `urls[1].${error}` },
    });
    expect(await crawls()).toEqual([]);
  });
});

describe('pages that are asked for json', () => {
  const asked = (schema: object) => ({ formats: [{ type: 'json', schema }] });
  const product = { type: 'object', properties: { price: { type: 'number' } } };
  const urls = ['https://site.example/'];

  test('are taken by a crawl and a batch, with the task of each page', async () => {
    const { crawl, batch, crawls } = endpointsInMemory();

    await crawl({ async: true, scrapeOptions: asked(product) });
    await batch({ async: true, urls: [...urls, { url: urls[0], ...asked(product) }], ...asked(product) });

    const stored = { formats: ['json'], jsonOptions: { schema: product, requireEvidence: false } };
    expect((await crawls()).map(({ request }) => request.scrapeOptions)).toEqual([stored, stored]);
  });

  test.for([
    ['crawl', { scrapeOptions: asked({ type: 'strange' }) }, /^scrapeOptions\.jsonOptions\.schema: cannot/],
    [
      'crawl',
      { dryRun: true, scrapeOptions: asked({ type: 'strange' }) },
      /^scrapeOptions\.jsonOptions\.schema: cannot/,
    ],
    ['batch', { urls, ...asked({ type: 'strange' }) }, /^jsonOptions\.schema: cannot be used/],
    [
      'batch',
      { urls: [...urls, { url: 'https://site.example/b', ...asked({ type: 'strange' }) }] },
      /^urls\[1\]\.jsonOptions\.schema: cannot be used/,
    ],
  ] as const)(
    'by a schema that cannot be used make no %s: nothing is reserved or stored: %j',
    async ([kind, body, message]) => {
      const { crawls, usage, ...endpoints } = endpointsInMemory();

      const reply = await endpoints[kind](body);

      expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
      expect(reply.body['error']).toMatch(message);
      expect(await crawls()).toEqual([]);
      expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });
    },
  );

  test('need a plan with extract', async () => {
    const { crawl, batch, crawls } = endpointsInMemory(undefined, {}, undefined, 'hobby');

    const replies = [
      await crawl({ scrapeOptions: asked(product) }),
      await crawl({ dryRun: true, scrapeOptions: asked(product) }),
      await batch({ urls, ...asked(product) }),
      await batch({ urls: [{ url: urls[0], ...asked(product) }] }),
    ];

    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 403,
        body: { code: 'PLAN_FORBIDS', error: 'The hobby plan does not include extract.' },
      });
    expect(await crawls()).toEqual([]);
  });

  test('by a schema that is larger than the ledger can store are refused', async () => {
    const { crawl } = endpointsInMemory();

    const { body } = await crawl({ scrapeOptions: asked({ ...product, description: 'x'.repeat(60_000) }) });

    expect(body['error']).toMatch(/scrapeOptions.*must not exceed 50,000 bytes in total/);
  });
});

describe('a webhook', () => {
  const names = { 'hooks.example': ['93.184.216.34'], 'inside.example': ['93.184.216.34', '10.0.0.7'] };

  test.for([
    'http://10.0.0.1/hook',
    'http://127.0.0.1:8080/hook',
    'http://[::ffff:169.254.169.254]/hook',
    'http://localhost/hook',
    'https://inside.example/hook',
  ])('to %s is refused with the request, and nothing is begun', async (url) => {
    const { crawl, crawls, usage } = endpointsInMemory(undefined, names);

    const replies = [await crawl({ webhook: url }), await crawl({ webhook: { url } })];

    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 400, body: { success: false, code: 'FORBIDDEN_TARGET' } });
      expect(reply.body['error']).toMatch(/^webhook: .*not on the public internet/);
    }
    expect(await crawls()).toEqual([]);
    expect(await usage()).toMatchObject({ used: 0, inFlight: 0 });
  });

  test.for([
    ['a public address', 'https://hooks.example/'],
    ['a name that does not resolve yet', 'https://new.example/'],
  ])('to %s is taken', async ([, url]) => {
    const { crawl } = endpointsInMemory(undefined, names);

    expect((await crawl({ webhook: url, async: true })).status).toBe(200);
  });
});

/** A crawl that was started by an invocation that died, under the key `order-1`. */
async function deadInvocation(changes?: Parameters<typeof endpointsInMemory>[0]) {
  const endpoints = endpointsInMemory(changes);
  const { accountId, crawl, idempotency } = endpoints;
  const body = { url: 'https://site.example/', async: true };
  const { id } = (await crawl(body)).body;
  const dead = {
    accountId,
    keyHash: sha256('order-1'),
    bodyHash: sha256(`crawl\n${JSON.stringify(body)}`),
    invocationId: 'run_dead',
    nowMs: noon - 300_000,
    leaseUntilMs: noon - 1,
  };
  await idempotency.claim(dead);
  await idempotency.begin(dead, String(id));
  return { ...endpoints, id, repeat: () => crawl(body, { headers: { 'idempotency-key': 'order-1' } }) };
}

test('a repeated request goes on with the crawl of an invocation that died', async () => {
  const { id, repeat, crawls } = await deadInvocation();

  expect(await repeat()).toMatchObject({ status: 200, body: { success: true, id } });
  expect(await crawls()).toHaveLength(1);
});

test('a request that is repeated after its caller has hung up waits for the crawl that it began', async () => {
  const caller = new AbortController();
  let hasEnded = false;
  const { crawl, crawls } = endpointsInMemory((store) => ({
    find: async (id) => {
      caller.abort();
      const found = await store.find(id);
      return found === undefined || !hasEnded ? found : { ...found, status: 'completed' };
    },
  }));
  const ask = (options: object) => crawl({}, { headers: { 'idempotency-key': 'order-3' }, ...options });

  const left = await ask({ callerGone: caller.signal });
  hasEnded = true;
  const repeated = await ask({});

  expect(left.status).toBe(408);
  expect(repeated).toMatchObject({ status: 200, body: { success: true, data: { status: 'completed' } } });
  expect(await crawls()).toHaveLength(1);
});

test('a repeated request that fails for the moment leaves the crawl to the next one', async () => {
  let isBroken = true;
  const { id, repeat, crawls } = await deadInvocation((store) => ({
    find: (...words) => (isBroken ? Promise.reject(new Error('throttled')) : store.find(...words)),
  }));

  const failed = await repeat();
  isBroken = false;
  const repeated = await repeat();

  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(repeated).toMatchObject({ status: 200, body: { success: true, id } });
  expect(await crawls()).toHaveLength(1);
});

test.for(['crawl', 'batch'] as const)(
  'a %s is noted for its idempotency key before it is stored',
  async (kind) => {
    const noted: string[] = [];
    const stored: string[] = [];
    const endpoints = endpointsInMemory((store) => ({
      create: async (...created) => {
        stored.push(`${noted.at(-1) === created[0].id} before`);
        return store.create(...created);
      },
    }));
    const { begin } = endpoints.idempotency;
    Object.assign(endpoints.idempotency, {
      begin: async (...words: Parameters<typeof begin>) => {
        noted.push(words[1]);
        return begin(...words);
      },
    });

    await endpoints[kind]({ async: true }, { headers: { 'idempotency-key': 'order-2' } });

    expect(stored).toEqual(['true before']);
  },
);
