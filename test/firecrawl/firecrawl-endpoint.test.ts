import { describe, expect, test } from 'vitest';

import { batchRequest } from '#shared/contract/batch.ts';
import type { OperationAnswer } from '#shared/operations/call-operation.ts';
import { requestSchemas } from './request-schemas.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';
import { translating, translatingWith } from './translating.ts';

const answered = (body: object, status = 200): OperationAnswer => ({
  status,
  headers: {},
  body: { success: true, ...body },
});

const crawl = {
  pages: [
    { url: 'https://a.example/', markdown: 'A', metadata: { sourceURL: 'https://a.example/', depth: 0 } },
  ],
  total: 5,
  completed: 3,
  status: 'running',
  coverage: { delivered: 2 },
  expiresAt: '2026-11-28T00:00:00.000Z',
  next: 'https://winnow.example/firecrawl/v2/crawl/crawl_1?skip=1',
};

describe('a request of a Firecrawl client', () => {
  test('scrapes, with the version’s defaults and its Idempotency-Key', async () => {
    const { ask, calls } = translating(answered({ data: { markdown: 'A', metadata: {} }, warning: 'w' }));

    const { status, body } = await ask(
      'POST',
      '/v2/scrape',
      { url: 'https://a.example' },
      { 'x-idempotency-key': 'k' },
    );

    expect(status).toBe(200);
    const { scrape_id: scrapeId } = body;
    expect(scrapeId).toEqual(expect.any(String));
    expect(body).toMatchObject({
      success: true,
      data: { markdown: 'A', warning: 'w', metadata: { scrapeId } },
    });
    expect(calls).toEqual([
      {
        function: 'scrape',
        method: 'POST',
        resource: '/api/v1/scrape',
        body: { url: 'https://a.example', timeout: 60_000, maxAge: 172_800_000 },
        idempotencyKey: 'k',
      },
    ]);
  });

  test.for([
    ['/v2/scrape', { url: 'https://a.example', zeroDataRetention: true }, 'x-idempotency-key'],
    [
      '/v1/search',
      { query: 'pans', scrapeOptions: { formats: ['markdown'], zeroDataRetention: true } },
      'idempotency-key',
    ],
  ] as const)(
    'is refused before any page is read when nothing may be stored and its answer would be: %s',
    async ([path, sent, header]) => {
      const { ask, calls } = translating(answered({ data: { pages: [], metadata: {} } }));

      const { status, body } = await ask('POST', path, sent, { [header]: 'k' });

      expect([status, body]).toEqual([
        400,
        {
          success: false,
          code: 'UNSUPPORTED_OPTION',
          error:
            'zeroDataRetention with an idempotency key is not supported here. The answer is stored for the key: leave it out.',
        },
      ]);
      expect(calls).toEqual([]);
      expect((await ask('POST', path, sent)).status).toBe(200);
    },
  );

  test('starts a crawl that stays below its URL, and is told where to look', async () => {
    const { ask, calls } = translating(answered({ id: 'crawl_1' }));

    const { body } = await ask('POST', '/v1/crawl', {
      url: 'https://a.example/docs',
      maxDepth: 3,
      ignoreSitemap: true,
    });

    expect(body).toEqual({
      success: true,
      id: 'crawl_1',
      url: 'http://winnow.example/firecrawl/v1/crawl/crawl_1',
    });
    expect(calls[0]?.body).toEqual({
      url: 'https://a.example/docs',
      limit: 10_000,
      leaveHalf: true,
      maxDepth: 3,
      crawlEntireDomain: false,
      sitemap: 'skip',
      async: true,
    });
  });

  test('starts a crawl of as many pages as its limit says', async () => {
    const { ask, calls } = translating(answered({ id: 'crawl_1' }));

    await ask('POST', '/v2/crawl', { url: 'https://a.example', limit: 10_000 });

    expect(calls[0]?.body).toMatchObject({ limit: 10_000 });
    expect(calls[0]?.body).not.toHaveProperty('leaveHalf');
  });

  test('without a limit is told how its crawl may use more than half of the requests that are left', async () => {
    const lowered = 'limit was lowered from 10000 to 1743, half of the requests left this month; ';
    const warning = `${lowered}leave out \`leaveHalf\` to use more.`;
    const { ask } = translating(answered({ id: 'crawl_1', warning, data: crawl }));

    const start = await ask('POST', '/v2/crawl', { url: 'https://a.example' });
    const status = await ask('GET', '/v2/crawl/crawl_1');

    for (const { body } of [start, status])
      expect(body['warning']).toBe(`${lowered}start a crawl with a \`limit\` to use more.`);
  });

  test.for([
    ['running', undefined, 'scraping', 4],
    ['completed', undefined, 'completed', 2],
    ['failed', 'CRAWL_CANCELLED', 'cancelled', 2],
    ['failed', 'DNS_ERROR', 'failed', 2],
  ])('sees a crawl that is %s (%s) as %s', async ([state, code, shown, total]) => {
    const { ask } = translating(
      answered({ success: state !== 'failed', code, data: { ...crawl, status: state } }),
    );

    const { status, body } = await ask('GET', '/v2/crawl/crawl_1');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: shown,
      completed: 2,
      total,
      creditsUsed: 2,
      next: crawl.next,
      data: [{ markdown: 'A', metadata: { url: 'https://a.example/' } }],
    });
  });

  test.for([
    ['running', undefined, 200, undefined],
    ['failed', 'CRAWL_CANCELLED', 200, undefined],
    ['completed', undefined, 409, 'The job is already completed.'],
    ['failed', 'DNS_ERROR', 409, 'The job has already failed.'],
  ] as const)(
    'cancels a crawl that is %s (%s) with the status %i',
    async ([state, code, expected, error]) => {
      const { ask } = translating(answered({ code, data: { ...crawl, status: state } }));

      const { status, body } = await ask('DELETE', '/v2/crawl/crawl_1');

      expect({ status, error: body['error'] }).toEqual({ status: expected, error });
    },
  );

  test('is led to the next part of a job only while delivered pages wait there', async () => {
    const nextAfter = async (status: string, skip: number) => {
      const next = `https://winnow.example/firecrawl/v2/crawl/crawl_1?skip=${skip}&limit=1`;
      const { ask } = translating(answered({ data: { ...crawl, status, next } }));
      return (await ask('GET', '/v2/crawl/crawl_1')).body['next'];
    };

    for (const status of ['running', 'completed']) {
      expect(await nextAfter(status, 1)).toContain('skip=1&limit=1');
      expect(await nextAfter(status, 2)).toBeUndefined();
    }
  });

  test('of v1 polls a batch at /crawl', async () => {
    const { ask, calls } = translating(answered({ data: crawl }));

    await ask('GET', '/v1/crawl/batch_1');

    expect(calls[0]).toMatchObject({ resource: '/api/v1/batch/scrape/{id}', id: 'batch_1' });
  });

  test('reads all errors of a crawl, those of robots.txt apart, with GET or as v1 with DELETE', async () => {
    const failed = (url: string, next?: string) =>
      answered({ data: { errors: [{ url, code: 'HTTP_ERROR', reason: 'It sent 500.' }], next } });
    for (const method of ['GET', 'DELETE']) {
      const { ask, calls } = translating(
        failed('https://a.example/1', 'https://winnow.example/x?cursor=c'),
        failed('https://a.example/2'),
        failed('https://a.example/3'),
      );

      const { body } = await ask(method, '/v1/crawl/crawl_1/errors');

      expect(calls.map(({ query }) => query)).toEqual([
        { state: 'failed' },
        { state: 'failed', cursor: 'c' },
        { state: 'robots' },
      ]);
      expect(body).toMatchObject({
        errors: [
          { url: 'https://a.example/1', error: 'It sent 500.', code: 'HTTP_ERROR' },
          { url: 'https://a.example/2' },
        ],
        robotsBlocked: ['https://a.example/3'],
      });
    }
  });

  test('is told what a job or a map leaves out', async () => {
    const warning = 'The allowance ends after 40 of the 100 URLs.';
    const { ask } = translating(answered({ id: 'batch_1', warning, data: { ...crawl, links: [] } }));

    for (const [method, path, body] of [
      ['POST', '/v2/crawl', { url: 'https://a.example' }],
      ['GET', '/v2/crawl/crawl_1'],
      ['POST', '/v1/batch/scrape', { urls: ['https://a.example'] }],
      ['GET', '/v1/batch/scrape/batch_1'],
      ['POST', '/v2/map', { url: 'https://a.example' }],
    ] as const)
      expect((await ask(method, path, body)).body).toMatchObject({ success: true, warning });
  });

  test('finds the URLs for which a batch had no requests left among its errors', async () => {
    const undelivered = (...errors: readonly object[]) => answered({ data: { errors } });
    const left = { url: 'https://a.example/2', state: 'overLimit', reason: 'the limit was reached' };
    const { ask, calls } = translating(undelivered(), undelivered(left), undelivered());

    const { body } = await ask('GET', '/v2/batch/scrape/batch_1/errors');

    expect(calls.map(({ query }) => query?.['state'])).toEqual(['failed', 'overLimit', 'robots']);
    expect(body['errors']).toEqual([{ id: left.url, url: left.url, error: left.reason }]);
  });

  test('maps to URLs in v1, and to objects in v2', async () => {
    const links = [{ url: 'https://a.example/', title: 'A', source: 'page' }];
    const answer = answered({ data: { links } });

    expect(
      (await translating(answer).ask('POST', '/v1/map', { url: 'https://a.example' })).body['links'],
    ).toEqual(['https://a.example/']);
    expect(
      (await translating(answer).ask('POST', '/v2/map', { url: 'https://a.example' })).body['links'],
    ).toEqual([{ url: 'https://a.example/', title: 'A' }]);
  });

  test('searches: one list in v1, lists by source in v2', async () => {
    const pages = [
      { url: 'https://a.example/', title: 'A', description: 'a', source: 'web', markdown: 'A', metadata: {} },
      { url: 'https://b.example/', title: 'B', description: 'b', source: 'news', date: '2026-11-01' },
    ];
    const answer = answered({ data: { pages } });

    const v1 = await translating(answer).ask('POST', '/v1/search', { query: 'a' });
    const v2 = await translating(answer).ask('POST', '/v2/search', {
      query: 'a',
      sources: [{ type: 'web' }, 'news'],
    });

    expect(v1.body['data']).toMatchObject([
      { title: 'A', markdown: 'A' },
      { title: 'B', description: 'b' },
    ]);
    expect(v2.body['data']).toMatchObject({
      web: [{ url: 'https://a.example/', description: 'a', markdown: 'A' }],
      news: [{ url: 'https://b.example/', snippet: 'b', date: '2026-11-01', position: 1 }],
    });
  });

  test('pays for a search, not for each page that it reads, and learns the cost in v2', async () => {
    const entry = {
      title: 'A',
      description: 'a',
      source: 'web',
      markdown: 'A',
      metadata: { statusCode: 200 },
    };
    const pages = [1, 2].map((number) => ({ ...entry, url: `https://a.example/${number}` }));
    const asked = { query: 'a', scrapeOptions: { formats: ['markdown'] } };

    const v1 = await translating(answered({ data: { pages } })).ask('POST', '/v1/search', asked);
    const v2 = await translating(answered({ data: { pages } })).ask('POST', '/v2/search', asked);
    const nothing = await translating(answered({ data: { pages: [] } })).ask('POST', '/v2/search', asked);

    const documents = [v1.body['data'], (v2.body['data'] as { readonly web: unknown }).web];
    for (const found of documents as readonly (readonly { readonly metadata: object }[])[])
      expect(found.map(({ metadata }) => metadata)).toEqual([
        { statusCode: 200, sourceURL: 'https://a.example/1' },
        { statusCode: 200, sourceURL: 'https://a.example/2' },
      ]);
    expect([v2.body['creditsUsed'], nothing.body['creditsUsed']]).toEqual([1, 0]);
  });

  test('searches several sources for lists that do not depend on each other, in v2', async () => {
    const { ask, calls } = translating(answered({ data: { pages: [] } }));
    const sources = ['web', 'news'];

    await ask('POST', '/v2/search', { query: 'a', sources });
    await ask('POST', '/v1/search', { query: 'a', sources });

    expect(calls.map(({ body }) => body?.['mergeSources'])).toEqual([false, undefined]);
  });

  test('searches, and learns why the page of a result was not read', async () => {
    const url = 'https://a.example/';
    const entry = { url, title: 'A', description: 'a', source: 'web', error: 'No.', code: 'BLOCKED' };
    const { ask } = translating(answered({ data: { pages: [entry] } }));
    const body = { query: 'a', scrapeOptions: { formats: ['markdown'] } };

    const result = {
      url,
      title: 'A',
      description: 'a',
      warning: 'No.',
      metadata: { sourceURL: url, error: 'No.', code: 'BLOCKED' },
    };
    expect((await ask('POST', '/v1/search', body)).body['data']).toEqual([result]);
    expect((await ask('POST', '/v2/search', body)).body['data']).toEqual({ web: [result] });
  });

  test('searches with the options of its sources, when they agree', async () => {
    const { ask, calls } = translating(answered({ data: { pages: [] } }));

    await ask('POST', '/v2/search', {
      query: 'a',
      sources: [{ type: 'web', tbs: 'qdr:d', location: 'Berlin' }],
    });
    const refused = await ask('POST', '/v2/search', {
      query: 'a',
      sources: [{ type: 'web', tbs: 'qdr:d' }, 'news'],
    });
    const contrary = await ask('POST', '/v2/search', {
      query: 'a',
      tbs: 'qdr:w',
      sources: [
        { type: 'web', tbs: 'qdr:d' },
        { type: 'news', tbs: 'qdr:d' },
      ],
    });
    const unknown = await ask('POST', '/v2/search', { query: 'a', sources: [{ type: 'web', safe: true }] });

    expect(calls.slice(0, 1).map(({ body }) => body)).toEqual([
      { query: 'a', limit: 10, sources: ['web'], tbs: 'qdr:d', location: 'Berlin' },
    ]);
    expect(refused.body).toMatchObject({
      code: 'UNSUPPORTED_OPTION',
      error: 'sources with different values of tbs is not supported here. Search for each source alone.',
    });
    expect(unknown.body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(calls.at(-1)?.body).toMatchObject({ tbs: 'qdr:d' });
    expect(contrary.status).toBe(200);
  });

  test('gets all things of a page for an array schema: in a scrape, a search and an extraction', async () => {
    const schema = { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } };
    const json = { results: [{ price: 1 }, { price: 2 }] };
    const formats = [{ type: 'json', schema }];
    const page = { url: 'https://a.example/', source: 'web', json, metadata: {} };
    const { ask } = translating(
      answered({ data: page }),
      answered({ data: { pages: [page] } }),
      answered({ data: { json } }),
    );

    const scraped = await ask('POST', '/v2/scrape', { url: 'https://a.example', formats });
    const found = await ask('POST', '/v2/search', { query: 'a', scrapeOptions: { formats } });
    const extracted = await ask('POST', '/v2/extract', { urls: ['https://a.example'], schema });
    const status = await ask('GET', `/v2/extract/${String(extracted.body['id'])}`);

    const all = [{ price: 1 }, { price: 2 }];
    expect(scraped.body['data']).toMatchObject({ json: all });
    expect(found.body['data']).toMatchObject({ web: [{ json: all }] });
    expect(status.body['data']).toEqual(all);
  });

  test('extracts: the job is completed when its id is returned, and only its account sees it', async () => {
    const answer = answered({
      data: { json: { results: [{ url: 'https://a.example/', price: 1 }], metadata: {} } },
    });
    const { ask } = translating(answer);

    const { body } = await ask('POST', '/v2/extract', {
      urls: ['https://a.example'],
      schema: { type: 'object', properties: { price: { type: 'number' } } },
    });
    const status = await ask('GET', `/v2/extract/${String(body['id'])}`);
    const foreign = await translating(answer).ask('GET', `/v2/extract/${String(body['id'])}`);

    expect(status.body).toMatchObject({ success: true, status: 'completed', data: { price: 1 } });
    expect([foreign.status, foreign.body]).toEqual([404, { success: false, error: 'Extract job not found' }]);
  });

  test('is told which pages failed in an extraction, and which URLs are invalid', async () => {
    const long = `https://a.example/${'x'.repeat(2_000)}`;
    const errors = [
      { url: 'https://a.example/404', code: 'HTTP_ERROR', error: 'The server responded with status 404.' },
      { url: long, code: 'DNS_ERROR', error: 'No such host.' },
      { url: 'nope nope', code: 'INVALID_REQUEST', error: 'is not the URL of a web page' },
    ];
    const json = { results: [{ url: 'https://a.example/', price: 1 }], metadata: { errors } };
    const { ask } = translating(answered({ data: { json }, warning: 'w.' }));
    const urls = ['https://a.example', ...errors.map(({ url }) => url)];

    const start = await ask('POST', '/v2/extract', { urls, prompt: 'the price' });
    const strict = await ask('POST', '/v1/extract', { urls: ['https://a.example'], prompt: 'the price' });
    const status = await ask('GET', `/v2/extract/${String(start.body['id'])}`);

    expect(start.body['invalidURLs']).toEqual(['nope nope']);
    expect(strict.body).not.toHaveProperty('invalidURLs');
    expect(status.body['warning']).toBe(
      `w. Nothing was extracted from https://a.example/404 (HTTP_ERROR), ${long.slice(0, 200)}… (DNS_ERROR), nope nope (INVALID_REQUEST).`,
    );
  });

  test('finds the sources of an extraction by paths into its data', async () => {
    const source = (path: string) => ({ path, url: 'https://a.example/', quote: 'Oak', confidence: 0.9 });
    const json = {
      results: [{ url: 'https://a.example/', name: 'Oak' }],
      metadata: { sources: [source('/results/0/name')] },
    };
    const { ask } = translating(answered({ data: { json } }));
    const properties = { name: { type: 'string' } };
    const pathsOf = async (schema: object) => {
      const sent = { urls: ['https://a.example'], schema, showSources: true };
      const { body } = await ask('POST', '/v2/extract', sent);
      return (await ask('GET', `/v2/extract/${String(body['id'])}`)).body['sources'];
    };

    expect(await pathsOf({ type: 'object', properties })).toEqual([source('/name')]);
    expect(await pathsOf({ type: 'array', items: { type: 'object', properties } })).toEqual([
      source('/0/name'),
    ]);
  });

  test.for([
    [{ status: 200, code: 'DNS_ERROR', error: 'No such host.' }, 500],
    [{ status: 403, code: 'QUOTA_EXCEEDED', error: 'Used up.' }, 402],
    [{ status: 408, code: 'SCRAPE_TIMEOUT', error: 'Too slow.' }, 408],
    [{ status: 429, code: 'RATE_LIMITED', error: 'Too many.' }, 429],
  ] as const)('gets the error of the operation: %j as %i', async ([{ status, code, error }, shown]) => {
    const { ask } = translating({
      status,
      headers: { 'retry-after': '7' },
      body: { success: false, code, error },
    });

    const reply = await ask('POST', '/v1/scrape', { url: 'https://a.example' });

    expect([reply.status, reply.body, reply.headers['retry-after']]).toEqual([
      shown,
      { success: false, code, error },
      '7',
    ]);
  });

  test.for([
    ['/v2/crawl', { url: 'https://a.example', scrapeOptions: { zeroDataRetention: true } }],
    ['/v2/crawl', { url: 'https://a.example', zeroDataRetention: true }],
    ['/v2/batch/scrape', { urls: ['https://a.example'], zeroDataRetention: true }],
    ['/v2/extract', { urls: ['https://a.example'], prompt: 'p', scrapeOptions: { zeroDataRetention: true } }],
  ] as const)('that keeps results refuses zeroDataRetention: %s %j', async ([path, body]) => {
    const { ask, calls } = translating(answered({}));

    expect(await ask('POST', path, body)).toMatchObject({
      status: 400,
      body: { code: 'UNSUPPORTED_OPTION' },
    });
    expect(calls).toEqual([]);
  });

  test.for([
    [{ formats: ['screenshot@fullPage'] }, 'A screenshot'],
    [{ formats: [{ type: 'screenshot', fullPage: true }] }, 'A screenshot'],
    [{ actions: [{ type: 'wait', milliseconds: 1 }] }, 'actions'],
  ] as const)('for a crawl refuses what only known pages have: %j', async ([options, what]) => {
    const { ask, calls } = translating(answered({}));

    const reply = await ask('POST', '/v2/crawl', { url: 'https://a.example', scrapeOptions: options });

    expect(reply).toMatchObject({
      status: 400,
      body: {
        code: 'UNSUPPORTED_OPTION',
        error: expect.stringContaining(`${what} in a crawl is not supported here.`),
      },
    });
    expect(calls).toEqual([]);
  });

  test('for a batch passes on screenshots and actions', async () => {
    const { ask, calls } = translating(answered({ id: 'batch_1' }));
    const options = {
      formats: [{ type: 'screenshot', fullPage: true }],
      actions: [{ type: 'wait', milliseconds: 1 }],
    };

    await ask('POST', '/v2/batch/scrape', { urls: ['https://a.example'], ...options });

    expect(calls).toEqual([expect.objectContaining({ body: expect.objectContaining(options) })]);
  });

  const goods = { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } };

  test.for([
    ['v1', { formats: ['json'], jsonOptions: { schema: goods } }, 'json', [{ price: 1 }, { price: 2 }]],
    ['v1', { formats: ['extract'], extract: { schema: goods } }, 'extract', [{ price: 1 }, { price: 2 }]],
    ['v2', { formats: [{ type: 'json', schema: goods.items }] }, 'json', { price: 1 }],
    ['v2', { formats: [{ type: 'json', prompt: 'p' }] }, 'json', { results: [{ price: 1 }, { price: 2 }] }],
  ] as const)(
    'for a job asks its pages for json, which is as a scrape of %s returns it: %j',
    async ([version, options, field, value]) => {
      const url = 'https://a.example';
      const page = {
        url,
        json: { results: [{ price: 1 }, { price: 2 }] },
        metadata: { statusCode: 200, sourceURL: url },
      };
      const data = { pages: [page], status: 'completed', total: 1, completed: 1, coverage: { delivered: 1 } };

      for (const [path, id, body] of [
        ['/batch/scrape', 'batch_1', { urls: [url], ...options }],
        ['/crawl', 'crawl_1', { url, scrapeOptions: options }],
      ] as const) {
        const { ask, calls } = translating(answered({ id }), answered({ data }));

        await ask('POST', `/${version}${path}`, body);
        const reply = await ask('GET', `/${version}${path}/${id}`);

        const schema = requestSchemas[id === 'batch_1' ? 'batch' : 'crawl'];
        expect(schema.safeParse(calls[0]?.body)).toMatchObject({ success: true });
        expect(reply.body['data']).toMatchObject([{ [field]: value }]);
      }
    },
  );

  test('has the id of its job although the form of its json cannot be stored', async () => {
    const full = { ...memoryBlobStore(), put: () => Promise.reject(new Error('full')) };
    const { ask } = translatingWith(full, answered({ id: 'batch_1' }));
    const formats = [{ type: 'json', prompt: 'Prices' }];

    const reply = await ask('POST', '/v2/batch/scrape', { urls: ['https://a.example'], formats });

    expect(reply).toMatchObject({
      status: 200,
      body: { id: 'batch_1', warning: expect.stringContaining('could not be stored') },
    });
  });

  test('for a batch may have the fields of a form that nobody has filled in', async () => {
    const { ask, calls } = translating(answered({ id: 'batch_1' }));

    await ask('POST', '/v2/batch/scrape', {
      urls: ['https://a.example'],
      formats: ['markdown', { type: 'json', prompt: '' }],
      jsonOptions: { prompt: '' },
      actions: [],
    });

    const passed = {
      urls: ['https://a.example'],
      ignoreInvalidURLs: true,
      formats: ['markdown', 'json'],
      actions: [],
    };
    expect(calls[0]?.body).toEqual({ ...passed, async: true });
    expect(batchRequest.safeParse(passed).success).toBe(true);
  });

  test.for([
    ['/v2/extract', { urls: ['https://a.example'], prompt: 'p' }],
    ['/v1/search', { query: 'a' }],
    ['/v1/map', { url: 'https://a.example' }],
    ['/v1/crawl', { url: 'https://a.example' }],
    ['/v1/batch/scrape', { urls: ['https://a.example'] }],
  ] as const)('is charged once for one x-idempotency-key: %s', async ([path, body]) => {
    const { ask, calls } = translating(answered({ id: 'x', data: { json: {}, pages: [], links: [] } }));

    await ask('POST', path, body, { 'x-idempotency-key': 'k' });

    expect(calls[0]?.idempotencyKey).toBe('k');
  });

  test('is told that the queue is busy while crawls or batches run', async () => {
    const listed = (id: string, status: string, kind = 'crawl') => ({
      id,
      url: 'https://a.example/',
      status,
      kind,
    });
    const crawls = [
      listed('crawl_1', 'running'),
      listed('batch_1', 'running', 'batch'),
      listed('crawl_2', 'completed'),
    ];
    const { ask } = translating(
      answered({ data: { inFlight: 1, requestsAtOnce: 10 } }),
      answered({ data: { crawls } }),
    );

    const { body } = await ask('GET', '/v2/team/queue-status');

    expect(body).toEqual({
      success: true,
      jobsInQueue: 3,
      activeJobsInQueue: 3,
      waitingJobsInQueue: 0,
      maxConcurrency: 10,
    });
  });

  test('is told of the places for requests alone, of which running crawls take none', async () => {
    const { ask, calls } = translating(answered({ data: { inFlight: 1, requestsAtOnce: 2 } }));

    const { body } = await ask('GET', '/v2/concurrency-check');

    expect(body).toEqual({ success: true, data: { concurrency: 1, maxConcurrency: 2 } });
    expect(calls.map((call) => call.function)).toEqual(['usage']);
  });

  test.for(['active', 'ongoing'])(
    'sees the running crawls of a long list, and no batches: %s',
    async (name) => {
      const listed = (id: string, kind = 'crawl') => ({
        id,
        url: 'https://a.example/',
        status: 'running',
        kind,
      });
      const { ask } = translating(
        answered({
          data: {
            crawls: [listed('crawl_1'), listed('batch_1', 'batch')],
            next: 'https://w.example/x?cursor=c',
          },
        }),
        answered({ data: { crawls: [{ ...listed('crawl_2'), status: 'completed' }, listed('crawl_3')] } }),
      );

      const { body } = await ask('GET', `/v2/crawl/${name}`);

      expect((body['crawls'] as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual([
        'crawl_1',
        'crawl_3',
      ]);
    },
  );

  test('is told by field what is wrong with it', async () => {
    const { ask, calls } = translating(answered({}));

    const { status, body } = await ask('POST', '/v2/scrape', { url: 1, nonsense: true });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      code: 'BAD_REQUEST',
      error: 'Bad Request',
      details: [{ path: ['url'] }, { code: 'unrecognized_keys', keys: ['nonsense'] }],
    });
    expect(calls).toEqual([]);
  });

  test.for([
    ['GET', '/v3/scrape', 404],
    ['GET', '/v1/browser', 404],
    ['GET', '/v1/scrape', 405],
    ['POST', '/v2/crawl/params-preview', 404],
    ['POST', '/v2/crawl/crawl_1', 405],
    ['GET', '/v2/crawl/', 404],
  ] as const)('%s %s is answered with %i', async ([method, path, status]) => {
    const reply = await translating(answered({})).ask(method, path);

    expect([reply.status, reply.body['success']]).toEqual([status, false]);
  });

  test('without a valid key is refused before anything is asked', async () => {
    const { ask, calls } = translating(answered({}));

    const reply = await ask(
      'POST',
      '/v1/scrape',
      { url: 'https://a.example' },
      { authorization: 'Bearer fc-none' },
    );

    expect(reply).toMatchObject({ status: 401, body: { success: false, code: 'UNAUTHORIZED' } });
    expect(calls).toEqual([]);
  });
});
