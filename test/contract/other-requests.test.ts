import { describe, expect, test } from 'vitest';

import { batchRequest } from '#shared/contract/batch.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { extractRequest, readableUrls } from '#shared/contract/extract.ts';
import { parseRequest } from '#shared/contract/parse-request.ts';
import { scrapeOptions } from '#shared/contract/scrape.ts';
import { searchRequest } from '#shared/contract/search.ts';
import { AppError } from '#shared/kernel/errors.ts';

const url = 'https://example.com/';

test('an extraction reads each page once, whatever place in it its URLs name', () => {
  const urls = ['https://a.example/x', 'a.example/x#part', 'https://a.example/x#/route', 'no url'];

  expect(readableUrls({ urls })).toEqual({
    valid: ['https://a.example/x', 'https://a.example/x#/route'],
    invalid: ['no url'],
  });
});

describe('a crawl request', () => {
  const parse = (body: unknown) => parseRequest(crawlRequest, 'crawl', body).body;

  test('has the documented defaults', () => {
    expect(parse({ url })).toMatchObject({
      limit: 100,
      sitemap: 'include',
      maxDiscoveryDepth: 10,
      crawlEntireDomain: true,
      allowSubdomains: false,
      allowExternalLinks: false,
      ignoreQueryParameters: false,
      deduplicateSimilarURLs: true,
      async: false,
      timeout: 60_000,
      scrapeOptions: {},
    });
  });

  test('takes a webhook without a scheme to be https', () => {
    expect(parse({ url, webhook: 'a.example/hook' }).webhook?.url).toBe('https://a.example/hook');
    expect(parse({ url, webhook: { url: 'a.example/hook' } }).webhook?.url).toBe('https://a.example/hook');
  });

  test('takes a webhook as a URL or as settings', () => {
    const events = ['started', 'page', 'completed', 'failed'];

    expect(parse({ url, webhook: 'https://a.example/hook' }).webhook).toEqual({
      url: 'https://a.example/hook',
      headers: {},
      metadata: {},
      events,
    });
    expect(
      parse({ url, webhook: { url: 'https://a.example/hook', events: ['page'] } }).webhook?.events,
    ).toEqual(['page']);
  });

  test('reads each page from another place, with its images and its document', () => {
    const nested = { formats: [{ type: 'images' }, 'rawHtml', 'summary'], location: { country: 'de' } };

    expect(parse({ url, formats: ['rawHtml'], scrapeOptions: nested })).toMatchObject({
      formats: ['rawHtml'],
      scrapeOptions: { formats: ['images', 'rawHtml', 'summary'], location: { country: 'DE' } },
    });
  });

  test.for([
    ['a screenshot', { formats: [{ type: 'screenshot' }] }, 'scrapeOptions.formats: a crawl takes no'],
    [
      'a look of one',
      { screenshotOptions: { quality: 5 } },
      'scrapeOptions.screenshotOptions: a crawl takes no',
    ],
    [
      'a browser that it forbids',
      { forceLocal: true, waitFor: 5 },
      'scrapeOptions.waitFor: needs the browser',
    ],
    [
      'a wait that is too long',
      { waitFor: 20_000 },
      'scrapeOptions.waitFor: must be at most half of timeout',
    ],
    [
      'values without a selector',
      { formats: ['attributes'] },
      'scrapeOptions.attributesOptions: is needed by the format "attributes"',
    ],
    [
      'changes without Markdown',
      { formats: ['html', 'changeTracking'] },
      'scrapeOptions.formats: "changeTracking" needs "markdown"',
    ],
    ['an explanation', { explain: true }, 'scrapeOptions.explain: is supported by scrape and search only'],
  ] as const)('refuses %s of each page', ([, nested, message]) => {
    expect(() => parse({ url, scrapeOptions: nested })).toThrow(message);
  });

  test('finds the selectors of its own formats among the options of its pages', () => {
    const attributesOptions = { selectors: [{ selector: 'a', attribute: 'href' }] };

    expect(parse({ url, formats: ['attributes'], scrapeOptions: { attributesOptions } })).toMatchObject({
      formats: ['attributes'],
      scrapeOptions: { attributesOptions },
    });
  });

  test('finds the options of its own format changeTracking among the options of its pages', () => {
    const changeTrackingOptions = { modes: ['git-diff'], tag: 'hourly' };

    expect(
      parse({ url, formats: ['markdown', 'changeTracking'], scrapeOptions: { changeTrackingOptions } }),
    ).toMatchObject({
      formats: ['markdown', 'changeTracking'],
      scrapeOptions: { changeTrackingOptions },
    });
  });

  test('leaves out missing scrape options, for its own formats to be merged', () => {
    const { scrapeOptions: nested, formats } = parse({
      url,
      formats: ['html'],
      scrapeOptions: { formats: ['links'], waitFor: 10 },
    });

    const merged = scrapeOptions.parse({ ...nested, formats });

    expect(nested).toEqual({ formats: ['links'], waitFor: 10 });
    expect(merged).toMatchObject({ formats: ['html'], waitFor: 10, onlyMainContent: true });
  });

  test.for([
    ['a limit of 0', { limit: 0 }, 'limit: must be at least 1'],
    ['a limit of 10001', { limit: 10_001 }, 'limit: must be at most 10,000'],
    ['a screenshot', { formats: ['screenshot'] }, 'formats[0]: '],
    ['a nested screenshot', { scrapeOptions: { formats: ['screenshot'] } }, 'scrapeOptions.formats: '],
    [
      'several mistakes',
      { limit: 0, maxDiscoveryDepth: 99, fromats: [] },
      'limit: must be at least 1; maxDiscoveryDepth: must be at most 50; fromats: unknown parameter',
    ],
    ['an unknown nested option', { scrapeOptions: { nope: 1 } }, 'scrapeOptions.nope: unknown parameter'],
    ['an unknown event', { webhook: { url, events: ['finished'] } }, 'webhook.events[0]: '],
    ['a webhook without address', { webhook: {} }, 'webhook.url: '],
    ['a number for a webhook', { webhook: 1 }, 'webhook: must be a string or an object'],
    ['a word for a webhook', { webhook: 'x' }, 'webhook: must be an http or https URL, such as '],
    ['too deep a crawl', { maxDiscoveryDepth: 51 }, 'maxDiscoveryDepth: '],
    ['a pattern of 2001 characters', { includes: ['a'.repeat(2_001)] }, 'includes[0]: '],
    ['1001 patterns', { excludes: Array.from({ length: 1_001 }, () => 'a') }, 'excludes: '],
    ['a long wait', { timeout: 240_001 }, 'timeout: '],
  ] as const)('refuses %s', ([, extra, message]) => {
    expect(() => parse({ url, ...extra })).toThrow(message);
  });
});

describe('a search request', () => {
  const parse = (body: unknown) => parseRequest(searchRequest, 'search', body);

  test('needs a query and has the documented defaults', () => {
    expect(parse({ query: 'cats' }).body).toMatchObject({
      limit: 10,
      sources: ['web'],
      parseResults: false,
      timeout: 60_000,
    });
  });

  test('drops nested keys of Firecrawl clients, too', () => {
    expect(parse({ query: 'cats', scrapeOptions: { origin: 'x' } }).warnings).toEqual([
      'Accepted without effect: scrapeOptions.origin.',
    ]);
  });

  test.for([
    ['no query', {}, 'query: is required'],
    ['blanks for a query', { query: '   ' }, 'query: '],
    ['501 characters', { query: 'x'.repeat(501) }, 'query: '],
    ['a NUL', { query: 'a\u0000b' }, 'query: '],
    ['an unknown source', { query: 'a', sources: ['maps'] }, 'sources[0]: '],
    ['an unknown category', { query: 'a', categories: ['blog'] }, 'categories[0]: '],
    [
      'both domain lists',
      { query: 'a', includeDomains: ['a.com'], excludeDomains: ['b.com'] },
      'excludeDomains: ',
    ],
    ['a domain with a path', { query: 'a', includeDomains: ['a.com/b'] }, 'includeDomains[0]: '],
    ['an unknown time range', { query: 'a', tbs: 'qdr:x' }, 'tbs: '],
    ['101 results', { query: 'a', limit: 101 }, 'limit: must be at most 100'],
  ] as const)('refuses %s', ([, body, message]) => {
    expect(() => parse(body)).toThrow(message);
  });
});

describe('stored pages', () => {
  const stored = { maxAge: 60_000, storeInCache: true };

  test.for([
    ['crawl', crawlRequest, { url }],
    ['search', searchRequest, { query: 'pans' }],
    ['extract', extractRequest, { urls: [url], prompt: 'Prices' }],
  ] as const)('are taken by %s', ([operation, schema, body]) => {
    const parsed = parseRequest(schema, operation, { ...body, scrapeOptions: stored });

    expect(parsed).toMatchObject({ body: { scrapeOptions: stored }, warnings: [] });
  });

  test('are taken by batch, for all URLs and for single ones', () => {
    const urls = [url, { url, maxAge: 0 }];

    const parsed = parseRequest(batchRequest, 'batch', { urls, ...stored });

    expect(parsed).toMatchObject({ body: { urls, ...stored }, warnings: [] });
  });
});

test.for([
  ['crawl', crawlRequest, { url }],
  ['search', searchRequest, { query: 'pans' }],
  ['extract', extractRequest, { urls: [url], prompt: 'Prices' }],
] as const)('%s takes no actions', ([operation, schema, body]) => {
  const parse = (actions: readonly object[]) => () =>
    parseRequest(schema, operation, { ...body, scrapeOptions: { actions } });

  expect(parse([{ type: 'scrape' }])).toThrow(
    'scrapeOptions.actions: are supported by scrape and batch only',
  );
  expect(parse([])).not.toThrow();
});

describe('an option of a scrape that a batch does not take is refused with the reason', () => {
  const parse = (body: object) => () => parseRequest(batchRequest, 'batch', { urls: [url], ...body });

  test.for([
    ['explain', { explain: true }, 'explain: is supported by scrape and search only'],
    [
      'in an entry',
      { urls: [{ url, explain: true }] },
      'urls[0].explain: is supported by scrape and search only',
    ],
    [
      'beside an unknown one',
      { explain: true, fromats: [] },
      'explain: is supported by scrape and search only; fromats: unknown parameter',
    ],
  ] as const)('%s', ([, body, message]) => {
    expect(parse(body)).toThrow(new AppError('INVALID_REQUEST', message));
  });
});

describe('a batch takes screenshots, and actions that give something back, of a hundred pages at most', () => {
  const pages = (count: number) => Array.from({ length: count }, (_, at) => `${url}/${at}`);
  const parse = (urls: readonly unknown[], options: object) => () =>
    parseRequest(batchRequest, 'batch', { urls, ...options });

  test.for([
    ['formats', { formats: ['markdown', 'screenshot'] }],
    ['formats', { formats: [{ type: 'screenshot', fullPage: true }] }],
    ['actions', { actions: [{ type: 'pdf' }] }],
    ['actions', { actions: [{ type: 'executeJavascript', script: '1' }] }],
  ] as const)('whose %s are %j', ([name, options]) => {
    const message = `${name}: a batch of more than 100 URLs takes no screenshots and no actions that give something back`;

    expect(parse(pages(100), options)).not.toThrow();
    expect(parse(pages(101), options)).toThrow(new AppError('INVALID_REQUEST', message));
    expect(parse([...pages(100), { url, ...options }], {})).toThrow(
      new AppError('INVALID_REQUEST', `urls[100].${message}`),
    );
  });

  test('and does not count pages whose own formats have none', () => {
    const others = pages(101).map((each) => ({ url: each, formats: ['markdown'] }));

    expect(parse(others, { formats: ['screenshot'] })).not.toThrow();
    expect(parse([...others, url], { formats: ['screenshot'] })).toThrow('formats: a batch of more than');
  });

  test('and carries out other actions on more', () => {
    expect(parse(pages(101), { actions: [{ type: 'click', selector: '#more' }] })).not.toThrow();
  });
});

test.for([
  [
    'webhook',
    { webhook: { url: 'https://hooks.example/', explain: true } },
    'webhook.explain: unknown parameter',
  ],
  ['location', { location: { country: 'fr', actions: 1 } }, 'location.actions: unknown parameter'],
  [
    'a location of an entry',
    { urls: [{ url, location: { country: 'fr', explain: true } }] },
    'urls[0].location.explain: unknown parameter',
  ],
] as const)('a batch knows no option of a scrape in %s', ([, body, message]) => {
  const parse = () => parseRequest(batchRequest, 'batch', { urls: [url], ...body });

  expect(parse).toThrow(new AppError('INVALID_REQUEST', message));
});

test.for([
  ['formats', { formats: ['screenshot'] }, 'formats[0]: a crawl takes no screenshots'],
  [
    'scrapeOptions',
    { scrapeOptions: { formats: ['screenshot'] } },
    'scrapeOptions.formats: a crawl takes no screenshots',
  ],
] as const)('a crawl refuses a screenshot in %s with the reason', ([, body, message]) => {
  const parse = () => parseRequest(crawlRequest, 'crawl', { url, ...body });

  expect(parse).toThrow(new AppError('INVALID_REQUEST', message));
});

describe('a crawl may ask its pages for json', () => {
  const jsonOptions = { prompt: 'Prices' };
  const parse = (body: object) => parseRequest(crawlRequest, 'crawl', { url, ...body }).body;

  test.for([
    [{ scrapeOptions: { formats: ['json'], jsonOptions } }],
    [{ scrapeOptions: { formats: [{ type: 'json', ...jsonOptions }] } }],
    [{ formats: ['json'], scrapeOptions: { jsonOptions } }],
    [{ formats: ['json'], scrapeOptions: { formats: ['markdown'], jsonOptions } }],
  ])('by a prompt: %j', ([body]) => {
    expect(parse(body!).scrapeOptions.jsonOptions).toEqual({ ...jsonOptions, requireEvidence: false });
  });

  test.for([
    [{ scrapeOptions: { jsonOptions } }],
    [{ formats: ['markdown'], scrapeOptions: { formats: ['json'], jsonOptions } }],
  ])('unless json is not among the formats that hold: %j', ([body]) => {
    expect(() => parse(body!)).toThrow(
      new AppError('INVALID_REQUEST', 'scrapeOptions.jsonOptions: needs "json" among formats'),
    );
  });
});

test.for([
  [{ formats: [{ type: 'json', schema: { type: 'object' } }] }],
  [{ urls: [{ url, formats: [{ type: 'json', prompt: 'Prices' }] }] }],
  [{ formats: ['json'], jsonOptions: { prompt: 'Prices' } }],
] as const)('a batch may ask its pages for json: %j', ([body]) => {
  expect(() => parseRequest(batchRequest, 'batch', { urls: [url], ...body })).not.toThrow();
});

describe('an extract request', () => {
  const parse = (body: unknown) => parseRequest(extractRequest, 'extract', body).body;

  test('needs a prompt, a schema or both', () => {
    expect(parse({ urls: [url], prompt: 'p' }).prompt).toBe('p');
    expect(parse({ urls: [url], schema: { type: 'object' } }).schema).toEqual({ type: 'object' });
  });

  test.for([
    ['no urls', { prompt: 'p' }, 'urls: is required'],
    ['eleven urls', { urls: Array.from({ length: 11 }, () => url), prompt: 'p' }, 'urls: '],
    ['a bad url', { urls: [url, 'mailto:a@b.c'], prompt: 'p' }, 'urls[1]: '],
    ['neither prompt nor schema', { urls: [url] }, 'prompt: '],
    ['a long prompt', { urls: [url], prompt: 'x'.repeat(10_001) }, 'prompt: '],
  ] as const)('refuses %s', ([, body, message]) => {
    expect(() => parse(body)).toThrow(message);
  });
});
