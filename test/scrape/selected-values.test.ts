import { expect, test } from 'vitest';

import { extractionService } from '../extract/extraction-service.ts';

const url = 'https://shop.test/pans';
const page = '<main><h1>Pans</h1><p>Two pans of iron.</p><a data-sku="A1">Alder</a></main>';
const formats = [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'data-sku' }] }];

test('a scrape has values by selector, also of a stored page', async () => {
  const { scrape, fetched } = extractionService({ pages: { [url]: page } });

  const fresh = await scrape({ url, maxAge: 60_000 });
  const stored = await scrape({ url, maxAge: 60_000, formats });

  expect(fresh.body['data']).not.toHaveProperty('attributes');
  expect(stored.body['data']).toMatchObject({
    attributes: [{ selector: 'a', attribute: 'data-sku', values: ['A1'] }],
    metadata: { cacheState: 'hit' },
  });
  expect(fetched).toEqual([url]);
});

test('a scrape refuses a selector that cannot be used, by its field, before a page is fetched', async () => {
  const { scrape, fetched, used } = extractionService({ pages: { [url]: page } });
  const broken = [{ type: 'attributes', selectors: [{ selector: 'a' }, { selector: 'a[' }] }];

  expect(await scrape({ url, formats: broken })).toMatchObject({
    status: 400,
    body: {
      code: 'INVALID_REQUEST',
      error: 'attributesOptions.selectors[1].selector: is not a valid CSS selector',
    },
  });
  expect([fetched, await used()]).toEqual([[], 0]);
});

test('an extraction refuses selectors of values, which it does not return', async () => {
  const { extract } = extractionService({ pages: { [url]: page } });
  const attributesOptions = { selectors: [{ selector: 'a' }] };

  expect(await extract({ urls: [url], prompt: 'SKU', scrapeOptions: { attributesOptions } })).toMatchObject({
    status: 400,
    body: { error: 'scrapeOptions.attributesOptions: has no meaning in extract' },
  });
});
