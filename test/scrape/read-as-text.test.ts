import { describe, expect, test } from 'vitest';

import { openApi } from '#shared/contract/openapi.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { scrapeBodyOf, scrapeQuery } from '#shared/contract/scrape-query.ts';
import { pageText } from '#shared/scrape/page-text.ts';
import { extractionService } from '../extract/extraction-service.ts';

const url = 'https://shop.test/pan?size=30&colour=black';
const page = `<html lang="en"><title>Alder pan</title><meta name="description" content='A "pan"'><body>
  <nav>Home</nav><main><h1>Alder pan</h1><p>A pan cast in one piece and seasoned twice with linseed oil.</p>
  <p class="price">It costs sixty-four euros.</p></main></body></html>`;

describe('GET /api/v1/scrape', () => {
  const service = (plan = 'starter') => extractionService({ pages: { [url]: page }, plan });

  test('answers with the Markdown of the page below what is known of it', async () => {
    const { read, used } = service();

    const { status, headers, text } = await read({ url });

    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toBe(`---
url: "${url}"
title: "Alder pan"
description: "A \\"pan\\""
language: "en"
statusCode: 200
---

# Alder pan

A pan cast in one piece and seasoned twice with linseed oil.

It costs sixty-four euros.
`);
    expect(await used()).toBe(1);
  });

  test('escapes the characters that readers of YAML refuse', () => {
    const metadata = {
      title: 'Alder\u2028pan\u0081',
      statusCode: 200,
      loadTime: 1,
      sourceURL: url,
      requestedURL: url,
    };

    const text = pageText({ success: true, url, source: 'local', processingTime: 1, data: { metadata } });

    expect(text).toContain(String.raw`title: "Alder\u2028pan\u0081"`);
  });

  test('has the warning of the answer', async () => {
    const { read } = service();

    expect((await read({ url, includeTags: '.nothing' })).text).toMatch(
      /^warning: "No element of the page matches includeTags\."$/m,
    );
  });

  test('takes options in the query', async () => {
    const { read } = service();

    expect((await read({ url, includeTags: 'nav, .price' })).text).toMatch(
      /---\n\nHome\n\nIt costs sixty-four euros\.\n$/,
    );
  });

  test.for([
    [{}, 'url: is required'],
    [{ url, colour: 'black' }, 'colour: unknown parameter; if it belongs to url, encode url (& as %26)'],
    [
      { url, formats: 'html' },
      'formats: a text has Markdown alone; Accept: application/json gets the others',
    ],
    [
      { url, formats: 'markdown,links' },
      'formats: a text has Markdown alone; Accept: application/json gets the others',
    ],
    [{ url, mobile: 'yes' }, 'mobile: must be true or false'],
    [{ url, timeout: 'soon' }, 'timeout: must be a whole number of milliseconds from 1000 to 300000'],
    [{ url, waitFor: '-1' }, 'waitFor: must be a whole number of milliseconds from 0 to 60000'],
  ] as const)('refuses %j: %s', async ([query, error]) => {
    const { read, used } = service();

    const { status, body } = await read(query);

    expect([status, body['code'], body['error']]).toEqual([400, 'INVALID_REQUEST', error]);
    expect(await used()).toBe(0);
  });

  test('says in JSON why a page could not be read, with the status of the failure', async () => {
    const nowhere = 'https://nowhere.test/';
    const { status, headers, body } = await service().read({ url: nowhere });

    expect(headers['content-type']).toMatch(/^application\/json/);
    expect([status, body]).toMatchObject([422, { success: false, code: 'DNS_ERROR', url: nowhere }]);
  });

  test('repeats a stored answer as text', async () => {
    const { read, used } = service();
    const headers = { 'idempotency-key': 'one' };

    const first = await read({ url }, headers);
    const second = await read({ url }, headers);

    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await used()).toBe(1);
  });

  describe('with Accept: application/json', () => {
    const accept = 'application/json';

    test('answers with the envelope of a scrape', async () => {
      const { read, scrape, used } = service();

      const { status, headers, body } = await read({ url }, { accept });

      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      const posted = await scrape({ url });
      const always = { processingTime: expect.any(Number) as number };
      expect(body).toEqual({ ...posted.body, ...always });
      expect(await used()).toBe(2);
    });

    test('has the formats of the query, separated by commas', async () => {
      const { body } = await service().read({ url, formats: 'html, links' }, { accept });

      const { metadata: _metadata, ...data } = body['data'] as Record<string, unknown>;
      expect(Object.keys(data)).toEqual(['html', 'links']);
    });

    test.for([
      [{ url, formats: 'pdf' }, /^formats\[0\]: must be one of "markdown", /],
      [{ url, formats: '' }, /^formats\[0\]: must be one of "markdown", /],
      [{ url, formats: 'links,attributes' }, /^formats: attributes has options, which POST takes$/],
      [
        { url, formats: 'markdown,changeTracking' },
        /^formats: changeTracking has options, which POST takes$/,
      ],
    ] as const)('refuses %j', async ([query, error]) => {
      const { status, body } = await service().read(query, { accept });

      expect([status, body['code']]).toEqual([400, 'INVALID_REQUEST']);
      expect(body['error']).toMatch(error);
    });

    test('has the same status for a page that could not be read', async () => {
      const reply = await service().read({ url: 'https://nowhere.test/' }, { accept });

      expect([reply.status, reply.body]).toMatchObject([422, { success: false, code: 'DNS_ERROR' }]);
    });

    test('repeats an answer that was a text', async () => {
      const { read, used } = service();
      const key = { 'idempotency-key': 'one' };

      await read({ url }, key);
      const { headers, body } = await read({ url }, { ...key, accept });

      expect(headers['idempotency-replayed']).toBe('true');
      expect(body).toMatchObject({ success: true, data: { markdown: expect.any(String) as string } });
      expect(await used()).toBe(1);
    });
  });

  test.for([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/markdown'],
    ['curl', '*/*', 'text/markdown'],
    ['a program that takes both', 'application/json, text/markdown', 'text/markdown'],
    ['axios', 'application/json, text/plain, */*', 'application/json'],
    ['a program that prefers JSON', 'application/json, text/markdown;q=0.5', 'application/json'],
    ['a program that prefers text', 'text/markdown, application/json;q=0.5', 'text/markdown'],
  ] as const)('answers %s in the form that it prefers', async ([, accept, type]) => {
    const { headers } = await service().read({ url }, { accept });

    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  test('says to caches that the answer depends on Accept, also where it is compressed or a failure', async () => {
    const long = `<main><h1>Pans</h1>${'<p>A pan cast in one piece and seasoned twice with oil.</p>'.repeat(90)}</main>`;
    const { read } = extractionService({ pages: { [url]: page, 'https://shop.test/long': long } });

    const vary = async (asked: string, headers: Readonly<Record<string, string>> = {}) =>
      (await read({ url: asked }, headers)).headers['vary'];

    expect(await vary(url)).toBe('accept');
    expect(await vary(url, { accept: 'application/json' })).toBe('accept');
    expect(await vary('https://nowhere.test/')).toBe('accept');
    expect(await vary('https://shop.test/long')).toBe('accept, accept-encoding');
  });

  test('reads each of its parameters as a scrape does', () => {
    const { paths } = openApi() as {
      paths: Record<string, { get: { parameters: { name: string; example: unknown }[] } }>;
    };
    const parameters = paths['/api/v1/scrape']!.get.parameters.filter(
      ({ name }) => name in scrapeQuery.shape,
    );

    expect(parameters.map(({ name }) => name)).toEqual(Object.keys(scrapeQuery.shape));
    for (const { name, example } of parameters) {
      const written = scrapeBodyOf({ [name]: String(example) }, 'json')[name];
      expect(written).toEqual(
        name === 'formats' ? ['markdown', 'links'] : name.endsWith('Tags') ? [example] : example,
      );
      expect(scrapeRequest.safeParse({ url, [name]: written }).error).toBeUndefined();
    }
  });
});

test('the answer of a scrape without a scheme names the URL that was read', async () => {
  const pages = {
    'http://plain.example/pan': '<title>Pan</title><main><p>A pan that never rusts.</p></main>',
  };
  const { scrape } = extractionService({ pages });

  expect((await scrape({ url: 'plain.example/pan' })).body).toMatchObject({
    success: true,
    url: 'http://plain.example/pan',
    data: { metadata: { sourceURL: 'http://plain.example/pan', requestedURL: 'plain.example/pan' } },
  });
});
