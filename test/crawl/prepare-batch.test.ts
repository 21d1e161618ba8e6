import { describe, expect, test } from 'vitest';

import { batchRequest } from '#shared/contract/batch.ts';
import { prepareBatch } from '#shared/crawl/lifecycle/prepare-batch.ts';

const prepare = (body: object) => prepareBatch(batchRequest.parse(body), () => undefined);

describe('a batch', () => {
  test('has a row for each URL, in order, with what is its own', () => {
    const { rows, request } = prepare({
      urls: ['Example.com', { url: 'https://b.example/x#part', mobile: true }],
      formats: ['html'],
      waitFor: 100,
    });

    expect(rows).toEqual([
      expect.objectContaining({ url: 'https://example.com/', givenUrl: 'Example.com', priority: '000000' }),
      expect.objectContaining({
        url: 'https://b.example/x',
        givenUrl: 'https://b.example/x#part',
        scrapeOptions: '{"mobile":true}',
      }),
    ]);
    expect(rows.every(({ state, isSeed }) => state === 'waiting' && isSeed === true)).toBe(true);
    expect(request).toMatchObject({
      limit: 2,
      sitemap: 'skip',
      scrapeOptions: { formats: ['html'], waitFor: 100 },
    });
  });

  test('reads a URL once that is given twice, and twice with other options', () => {
    const twice = prepare({ urls: ['https://a.example/', 'a.example', 'https://a.example/#top'] });
    const differently = prepare({
      urls: ['https://a.example/', { url: 'https://a.example/', mobile: true }],
    });

    expect(twice).toMatchObject({ rows: [{ url: 'https://a.example/' }], repeats: 2 });

    const routes = prepare({ urls: ['https://a.example/#/inbox', 'https://a.example/#!/sent'] });
    expect(routes.rows.map(({ url }) => url)).toEqual([
      'https://a.example/#/inbox',
      'https://a.example/#!/sent',
    ]);
    expect(twice.rows).toHaveLength(1);
    expect(differently.rows).toHaveLength(2);
  });

  test('tracks the changes of all URLs but those whose own formats leave them out', () => {
    const a = 'https://a.example/';
    const tracked = ['markdown', { type: 'changeTracking', tag: 'hourly' }];
    const changeTrackingOptions = { modes: [], tag: 'hourly' };
    const { rows, request } = prepare({
      urls: [a, { url: 'b.example', formats: ['html'] }],
      formats: tracked,
    });

    expect(request.scrapeOptions).toEqual({ formats: ['markdown', 'changeTracking'], changeTrackingOptions });
    expect(rows[1]?.scrapeOptions).toBe('{"formats":["html"]}');
    expect(() => prepare({ urls: [a], formats: ['html', 'changeTracking'] })).toThrow(
      'formats: "changeTracking" needs "markdown"',
    );
    expect(() => prepare({ urls: [a, { url: a, formats: ['changeTracking'] }] })).toThrow(
      'urls[1].formats: "changeTracking" needs "markdown"',
    );
  });

  test('keeps each URL at the place where it is first given', () => {
    const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/'];

    const { rows, request, repeats } = prepare({ urls: ['A.example', c, a, b, c] });

    expect(rows.map(({ url, priority }) => [url, priority])).toEqual([
      [a, '000000'],
      [c, '000001'],
      [b, '000003'],
    ]);
    expect(rows[0]?.givenUrl).toBe('A.example');
    expect(request.url).toBe(a);
    expect(repeats).toBe(2);
  });

  test('names URLs that are no web pages, and leaves them out when it is asked to', () => {
    const urls = ['https://a.example/', 'mailto:x@a.example', '', { url: 'https://u:p@a.example/' }];

    expect(() => prepare({ urls })).toThrow(
      /^urls\[1\]: .*; urls\[2\]: .*; urls\[3\]: must not contain cred/,
    );
    expect(prepare({ urls, ignoreInvalidURLs: true })).toMatchObject({
      rows: [{ url: 'https://a.example/' }],
      invalidURLs: ['mailto:x@a.example', '', 'https://a.example/'],
    });
    expect(() => prepare({ urls: ['nonsense'], ignoreInvalidURLs: true })).toThrow('urls[0]');
  });

  test('leaves out an entry that is longer than any URL', () => {
    const picture = `data:image/png;base64,${'A'.repeat(9_000)}`;
    const urls = ['https://a.example/', picture];

    expect(() => prepare({ urls })).toThrow('urls[1]: must have at most 8,192 characters');
    expect(prepare({ urls, ignoreInvalidURLs: true }).invalidURLs).toEqual([picture]);
  });

  test('takes a URL that is too long once it is encoded for an invalid one', () => {
    const right = 'https://a.example/';
    const long = `https://a.example/${'ж'.repeat(3_000)}`;

    expect(() => prepare({ urls: [long, right] })).toThrow(/^urls\[0\]: .*8,192 characters/);
    expect(() => prepare({ urls: [right, { url: long }] })).toThrow(/^urls\[1\]: .*8,192 characters/);
    expect(prepare({ urls: [long, right], ignoreInvalidURLs: true })).toMatchObject({
      rows: [{ url: right }],
      invalidURLs: [long],
    });
  });

  test('is refused when its common options are larger than the ledger can store', () => {
    const tags = Array.from({ length: 100 }, (_, at) => `${'日'.repeat(490)}${at}`);
    const headers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, 'x'.repeat(1_000)]));
    const urls = ['https://a.example/'];

    expect(() => prepare({ urls, headers, includeTags: tags, excludeTags: tags })).toThrow(
      /headers.*50,000 bytes/,
    );
    expect(() => prepare({ urls, headers, includeTags: tags.slice(0, 10) })).not.toThrow();
  });

  test('refuses options that exclude each other, and options that fill its rows', () => {
    const url = 'https://a.example/';

    expect(() => prepare({ urls: [url], forceLocal: true, forceCloud: true })).toThrow(/^forceCloud: cannot/);
    expect(() => prepare({ urls: [url, { url, forceCloud: true }], forceLocal: true })).toThrow(
      /^urls\[1\]\.forceCloud: cannot/,
    );
    expect(() => prepare({ urls: [{ url, headers: { a: 'x'.repeat(5_000) } }] })).toThrow('4,096 bytes');
  });
});

describe('the tasks of a batch', () => {
  const url = 'https://a.example/';
  const schema = { type: 'object', properties: { price: { type: 'number' } } };
  const task = { prompt: 'The price', requireEvidence: false };

  test('are those of all URLs and of single ones, each once', () => {
    const own = { formats: [{ type: 'json', prompt: 'The price' }] };

    const { optionSets, request, rows } = prepare({
      urls: [url, { url: `${url}b`, ...own }, { url: `${url}c`, ...own }],
      formats: ['markdown', 'markdown', { type: 'json', schema }],
    });

    const ofAll = { formats: ['markdown', 'json'], jsonOptions: { schema, requireEvidence: false } };
    expect(optionSets).toEqual([
      { options: ofAll, prefix: '' },
      { options: { formats: ['json'], jsonOptions: task }, prefix: 'urls[1].' },
    ]);
    expect(request.scrapeOptions).toEqual(ofAll);
    expect(JSON.parse(rows[1]?.scrapeOptions ?? '')).toEqual({ formats: ['json'], jsonOptions: task });
  });

  test('need the format json, of the URL itself or of the batch', () => {
    const jsonOptions = { prompt: 'The price' };

    expect(() => prepare({ urls: [url], jsonOptions })).toThrow(/^jsonOptions: needs "json" among formats/);
    expect(() => prepare({ urls: [url, { url, jsonOptions }] })).toThrow(
      /^urls\[1\]\.jsonOptions: needs "json"/,
    );
    expect(() => prepare({ urls: [{ url, jsonOptions }], formats: ['json'] })).not.toThrow();
  });

  test('leave a URL alone whose own formats have no json', () => {
    const { rows } = prepare({
      urls: [{ url, formats: ['markdown'] }],
      formats: [{ type: 'json', prompt: 'The price' }],
    });

    expect(rows[0]?.scrapeOptions).toBe('{"formats":["markdown"]}');
  });

  test('are refused when a format says them twice, and when they are too large', () => {
    const twice = { formats: [{ type: 'json', schema }], jsonOptions: { schema } };
    const large = { type: 'json', schema: { type: 'object', description: 'x'.repeat(5_000) } };

    expect(() => prepare({ urls: [url], ...twice })).toThrow(/^formats\[0\]: repeats the options/);
    expect(() => prepare({ urls: [{ url, ...twice }] })).toThrow(/^urls\[0\]\.formats\[0\]: repeats/);
    expect(() => prepare({ urls: [{ url, formats: [large] }] })).toThrow(
      'urls[0]: its options must not exceed 4,096 bytes; those of the whole batch may be larger',
    );
    expect(() => prepare({ urls: [url], formats: [large] })).not.toThrow();
  });
});
