import { describe, expect, test } from 'vitest';

import { batchRequest } from '#shared/contract/batch.ts';
import { prepareBatch } from '#shared/crawl/lifecycle/prepare-batch.ts';

const prepare = (body: object) => prepareBatch(batchRequest.parse(body));

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
    expect(twice.rows).toHaveLength(1);
    expect(differently.rows).toHaveLength(2);
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

  test('refuses options that exclude each other, and options that fill its rows', () => {
    const url = 'https://a.example/';

    expect(() => prepare({ urls: [url], forceLocal: true, forceCloud: true })).toThrow(/^forceCloud: cannot/);
    expect(() => prepare({ urls: [url, { url, forceCloud: true }], forceLocal: true })).toThrow(
      /^urls\[1\]\.forceCloud: cannot/,
    );
    expect(() => prepare({ urls: [{ url, headers: { a: 'x'.repeat(5_000) } }] })).toThrow('4,096 bytes');
  });
});
