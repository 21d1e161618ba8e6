import { describe, expect, test } from 'vitest';

import { envelope } from '#shared/contract/envelope.ts';
import { searchData } from '#shared/contract/search.ts';
import { at, newKey, request, usageOf } from './client.ts';

const search = (body: unknown, headers: Record<string, string> = {}) =>
  request('POST', '/api/v1/search', body, headers);
const answerOf = (body: unknown) => envelope(searchData).parse(body);

describe('POST /api/v1/search', () => {
  test('finds pages through the default provider', async () => {
    const { status, body } = await search({ query: 'rust on a pan' });

    expect(status).toBe(200);
    expect(answerOf(body)).toMatchObject({
      success: true,
      url: '',
      data: { total: 3, completed: 3, processingInfo: { method: 'duckduckgo_search' } },
    });
    expect(answerOf(body).data?.pages[0]).toMatchObject({ url: at('/guide/rust'), source: 'web' });
  });

  test('reads the results, and names a page that it could not read', async () => {
    const { body } = await search({ query: 'rust on a pan', scrapeOptions: {} });

    const { pages = [], completed } = answerOf(body).data ?? {};
    expect(completed).toBe(2);
    expect(pages[0]?.markdown).toContain('Scrub the rust off with steel wool');
    expect(pages[2]).toMatchObject({ url: at('/image.png'), code: 'UNSUPPORTED_TYPE' });
  });

  test('summarises the pages with citations, and counts two requests', async () => {
    const { key } = await newKey('starter');

    const { body } = await search({ query: 'rust on a pan', parseResults: true }, { 'x-api-key': key });

    expect(answerOf(body).data?.markdown).toMatch(/steel wool.* \[1\]/);
    expect(await usageOf(key)).toMatchObject({
      used: 2,
      operations: { search: { requests: 2, pages: 2, ai: 1 } },
    });
  });

  test('answers 503 and charges nothing when the provider shows a captcha', async () => {
    const { key } = await newKey('starter');

    const { status, headers, body } = await search({ query: 'captcha' }, { 'x-api-key': key });

    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SEARCH_UNAVAILABLE', '30']);
    expect(body.data).toEqual({ results: [], totalResults: 0, searchQuery: '' });
    expect(await usageOf(key)).toMatchObject({ used: 0 });
  });

  test('succeeds without results when the provider reports none', async () => {
    expect((await search({ query: 'nothing' })).body).toMatchObject({ success: true, data: { pages: [] } });
  });

  test.for(['"a" -b site:x.example', 'one\ntwo', '🙂'.repeat(500), '\u202eשלום', '&q=other#x'])(
    'takes the query %j',
    async (query) => {
      expect((await search({ query })).status).toBe(200);
    },
  );

  test.for(['\u0000', 'a\u0000b', ' ', '🙂'.repeat(501)])('refuses the query %j', async (query) => {
    const { status, body } = await search({ query });

    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
