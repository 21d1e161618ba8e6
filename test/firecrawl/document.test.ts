import { describe, expect, test } from 'vitest';

import { documentOf } from '#shared/firecrawl/document.ts';
import { valuesOfPages } from '#shared/firecrawl/extracted-values.ts';

describe('a Document of Firecrawl', () => {
  test('has the URL that was asked for, and the URL at which the page was', () => {
    const page = {
      markdown: 'Text',
      metadata: {
        title: 'A',
        statusCode: 200,
        loadTime: 12,
        sourceURL: 'https://a.example/new',
        requestedURL: 'https://a.example/old',
      },
    };

    expect(documentOf(page)).toEqual({
      markdown: 'Text',
      metadata: {
        title: 'A',
        statusCode: 200,
        sourceURL: 'https://a.example/old',
        url: 'https://a.example/new',
        creditsUsed: 1,
      },
    });
  });

  test.for([
    [404, 'Not Found'],
    [599, 'Status 599'],
    [304, undefined],
  ] as const)('says what a page with an error status was answered with: %i', ([statusCode, error]) => {
    const page = { markdown: 'Text', metadata: { statusCode, sourceURL: 'https://a.example/' } };

    expect(documentOf(page)['metadata']).toEqual({
      statusCode,
      sourceURL: 'https://a.example/',
      url: 'https://a.example/',
      creditsUsed: 1,
      error,
    });
  });

  test('calls a page visible that is compared: it was found, not remembered', () => {
    const changeTracking = { previousScrapeAt: null, changeStatus: 'new' };

    expect(documentOf({ markdown: 'Text', changeTracking })).toMatchObject({
      changeTracking: { ...changeTracking, visibility: 'visible' },
    });
    expect(documentOf({ markdown: 'Text' })).not.toHaveProperty('changeTracking');
  });

  test.for([
    ['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
    ['/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
  ])('shows a picture as a data URL: %s', ([picture, url]) => {
    const page = {
      screenshot: picture,
      actions: { screenshots: [picture], scrapes: [], pdfs: ['JVBERg=='] },
    };

    expect(documentOf(page)).toMatchObject({
      screenshot: url,
      actions: { screenshots: [url], scrapes: [], pdfs: ['JVBERg=='] },
    });
  });

  test('has values as extract, where v1 asked by that name', () => {
    const page = { json: { price: 1 } };

    expect(documentOf(page)).toMatchObject({ json: { price: 1 } });
    expect(documentOf(page, { formats: ['extract'] })).toMatchObject({ extract: { price: 1 } });
  });
});

const goods = { type: 'object', properties: { title: { type: 'string' }, price: { type: 'number' } } };
const cup = { title: 'Cup', price: 2 };
const pan = { title: 'Pan' };

describe('the values of a page', () => {
  const valuesFor = (json: unknown, schema?: Readonly<Record<string, unknown>>) => {
    const { json: value, warning } = documentOf(
      { json, metadata: {} },
      { formats: [{ type: 'json', ...(schema === undefined ? { prompt: 'Goods' } : { schema }) }] },
    );
    return { value, warning };
  };

  test.for([
    ['several', [cup, pan]],
    ['one', [cup]],
    ['no', []],
  ] as const)('are a list of %s for an array schema', ([, results]) => {
    const schema = { type: 'array', items: goods };

    expect(valuesFor({ results }, schema)).toEqual({ value: results });
  });

  test('are the object of an object schema', () => {
    expect(valuesFor(cup, goods)).toEqual({ value: cup });
  });

  test('are the first thing of several for an object schema, which says so, and no mixture of them', () => {
    const nameless = { title: null, price: 9 };

    for (const results of [
      [pan, cup],
      [pan, nameless],
    ])
      expect(valuesFor({ results }, goods)).toEqual({
        value: pan,
        warning:
          '2 things of the page fit the schema, and this is the first: a schema whose root is an array returns all.',
      });
  });

  test('are one object where only its lists differ', () => {
    const shop = {
      type: 'object',
      properties: { name: { type: 'string' }, goods: { type: 'array', items: goods } },
    };
    const results = [
      { name: 'Harbour', goods: [cup] },
      { name: null, goods: [pan] },
    ];

    expect(valuesFor({ results }, shop)).toEqual({ value: { name: 'Harbour', goods: [cup, pan] } });
    expect(
      valuesFor(
        {
          results: [
            { name: 'Harbour', goods: [cup] },
            { name: 'Hill', goods: [pan] },
          ],
        },
        shop,
      ),
    ).toEqual({
      value: { name: 'Harbour', goods: [cup] },
      warning: expect.stringContaining('2 things') as unknown,
    });
  });

  test('are as the schema has them where it names `results` itself', () => {
    const json = { results: [cup, pan], total: 2 };

    for (const type of ['array', ['array', 'null']])
      expect(
        valuesFor(json, { type: 'object', properties: { results: { type, items: goods }, total: {} } }),
      ).toEqual({
        value: json,
      });
  });

  test('of a prompt alone are an object, with all things of the page in `results`', () => {
    expect(valuesFor(cup)).toEqual({ value: cup });
    expect(valuesFor({ results: [cup, pan] })).toEqual({ value: { results: [cup, pan] } });
  });

  test('that it declares stay as they are', () => {
    expect(documentOf({ json: { '@type': 'Product' } }, { formats: ['json'] })).toMatchObject({
      json: { '@type': 'Product' },
    });
  });

  test('come with its own warning', () => {
    const page = { json: { results: [pan, cup] }, warning: 'Cut.' };

    expect(documentOf(page, { jsonOptions: { schema: goods } })['warning']).toMatch(
      /^Cut. 2 things of the page/,
    );
  });
});

describe('the values of an extraction', () => {
  const a = 'https://a.example/';
  const b = 'https://b.example/';
  const on = (url: string, item: object) => ({ url, ...item });

  test('from one page are as in a scrape, without its URL', () => {
    const json = { results: [on(a, cup), on(a, pan)], summary: {}, metadata: {} };

    expect(valuesOfPages(json, { type: 'array', items: goods }, 1).value).toEqual([cup, pan]);
    expect(valuesOfPages(json, goods, 1)).toEqual({
      value: cup,
      sources: [],
      warnings: [expect.stringContaining('2 things of the page fit')],
    });
    expect(valuesOfPages(json, undefined, 1).value).toEqual({ results: [on(a, cup), on(a, pan)] });
    expect(valuesOfPages({ results: [] }, goods, 1).value).toBeNull();
  });

  test('from several pages are one object, made of one thing of each page', () => {
    const shop = { properties: { ...goods.properties, tags: { type: 'array' } } };
    const results = [
      on(a, { ...pan, tags: [1] }),
      on(a, { title: 'Lid', price: 5 }),
      on(b, { price: 7, tags: [2] }),
    ];

    expect(valuesOfPages({ results }, shop, 2)).toEqual({
      value: { title: 'Pan', price: 7, tags: [1, 2] },
      sources: [],
      warnings: [expect.stringContaining(`2 things of ${a} fit`)],
    });
    expect(valuesOfPages({ results: [on(a, pan), on(b, { price: 7 })] }, undefined, 2).value).toEqual({
      url: a,
      title: 'Pan',
      price: 7,
    });
    expect(valuesOfPages({ results }, { type: 'array', items: goods }, 2).value).toHaveLength(3);
  });

  test('have their own `url`, where the schema has one', () => {
    const withUrl = { properties: { ...goods.properties, url: { type: 'string' } } };

    expect(valuesOfPages({ results: [on(a, cup), on(b, pan)] }, withUrl, 1)).toMatchObject({
      value: on(a, cup),
    });
  });

  test('for a schema with `results` are its fields alone', () => {
    const schema = { type: 'object', properties: { results: { type: 'array', items: goods }, total: {} } };
    const json = { results: [on(a, cup)], total: 1, summary: { count: 1 }, metadata: {} };

    expect(valuesOfPages(json, schema, 1).value).toEqual({ results: [cup], total: 1 });
  });
});

describe('the sources of an extraction', () => {
  const a = 'https://a.example/';
  const b = 'https://b.example/';
  const sourcesOf = (json: object, schema: Readonly<Record<string, unknown>> | undefined, pages: number) =>
    valuesOfPages({ ...json }, schema, pages).sources.map(({ path }) => path);
  const withSources = (results: readonly object[], ...paths: readonly string[]) => ({
    results,
    metadata: { sources: paths.map((path) => ({ path, url: a, quote: 'q', confidence: 1 })) },
  });

  test('of one object begin at its fields, whose names may have a slash', () => {
    const json = withSources([{ url: a, 'a/b': 1, title: 'Cup' }], '/results/0/a~1b', '/results/0/title');

    expect(sourcesOf(json, { type: 'object', properties: { 'a/b': {}, title: {} } }, 1)).toEqual([
      '/a~1b',
      '/title',
    ]);
    expect(sourcesOf(json, undefined, 1)).toEqual(['/a~1b', '/title']);
  });

  test('of things that the first one of a page leaves out are left out', () => {
    const json = withSources([pan, cup], '/results/0/title', '/results/1/title', '/results/1/price');

    expect(sourcesOf(json, goods, 1)).toEqual(['/title']);
    expect(sourcesOf(json, { type: 'array', items: goods }, 1)).toEqual(['/0/title', '/1/title', '/1/price']);
    expect(sourcesOf({ ...json, results: [pan, { ...cup, url: a }] }, undefined, 1)).toEqual([
      '/results/0/title',
      '/results/1/title',
      '/results/1/price',
    ]);
  });

  test('of several pages that become one object are those of the values that it has', () => {
    const results = [
      { url: a, title: 'Pan', tags: ['x'] },
      { url: b, title: 'Lid', price: 7, tags: ['y', 'z'] },
    ];
    const json = withSources(
      results,
      '/results/0/title',
      '/results/0/tags/0',
      '/results/1/title',
      '/results/1/price',
      '/results/1/tags/1',
    );
    const schema = { type: 'object', properties: { ...goods.properties, tags: { type: 'array' } } };

    expect(sourcesOf(json, schema, 2)).toEqual(['/title', '/tags/0', '/price', '/tags/2']);
  });

  test('of a schema with `results` are those of its own list', () => {
    const schema = { type: 'object', properties: { results: { type: 'array', items: goods } } };

    expect(sourcesOf(withSources([cup], '/results/0/title'), schema, 1)).toEqual(['/results/0/title']);
  });
});
