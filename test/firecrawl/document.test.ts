import { describe, expect, test } from 'vitest';

import { documentOf, itemOf } from '#shared/firecrawl/document.ts';

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
    const page = { json: { results: [{ price: 1 }] } };

    expect(documentOf(page)).toMatchObject({ json: { price: 1 } });
    expect(documentOf(page, { formats: ['extract'] })).toMatchObject({ extract: { price: 1 } });
  });
});

describe('the values of a schema', () => {
  test('are one object, also from several pages', () => {
    expect(itemOf({ results: [] })).toBeNull();
    expect(itemOf({ results: [{ a: 1 }] })).toEqual({ a: 1 });
    expect(
      itemOf({
        results: [
          { name: null, items: [1] },
          { name: 'x', items: [2] },
        ],
      }),
    ).toEqual({ name: 'x', items: [1, 2] });
  });

  test('that a page declares stay as they are', () => {
    expect(itemOf({ '@type': 'Product' })).toEqual({ '@type': 'Product' });
  });
});
