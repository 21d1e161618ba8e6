import { expect, test } from 'vitest';

import { shopPage } from '../scrape/shop-page.ts';
import { extractionService, jsonOf } from './extraction-service.ts';

const url = 'https://shop.test/pans/7';
const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'string' } } };
const filled = '<h1>Copper pan</h1><p>Price: 12.40 €. It heats evenly, and it is as quick to cool again.</p>';

test('a page whose content scripts would write gives no values of its menu and title', async () => {
  const { extract, used } = extractionService({ pages: { [url]: shopPage() } });

  const { body } = await extract({ urls: [url], schema });

  expect(body).toMatchObject({ success: false, code: 'EMPTY_PAGE' });
  expect(await used()).toBe(0);
});

test('a scrape with jsonOptions refuses it as well, whatever else it asks for', async () => {
  const { scrape } = extractionService({ pages: { [url]: shopPage() } });

  for (const formats of [['json'], ['json', 'links'], ['json', 'markdown']]) {
    const { body } = await scrape({ url, formats, onlyMainContent: false, jsonOptions: { schema } });

    expect(body).toMatchObject({ code: 'EMPTY_PAGE' });
  }
});

test('a page without scripts that has nothing but menus gives its values with a warning', async () => {
  const { extract, scrape } = extractionService({ pages: { [url]: shopPage('', '') } });
  const told = expect.stringContaining('No main content was recognised');

  const { body } = await extract({ urls: [url], schema });
  const scraped = await scrape({ url, formats: ['json'], jsonOptions: { schema } });

  expect(body['warning']).toEqual(told);
  expect(scraped.body['warning']).toEqual(told);
});

test('a scrape for text and values says once that there is nothing but menus', async () => {
  const { scrape } = extractionService({ pages: { [url]: shopPage('', '') } });

  const { body } = await scrape({ url, formats: ['markdown', 'json'], jsonOptions: { schema } });

  expect(String(body['warning']).match(/No main content/g)).toHaveLength(1);
});

test('a page that says that it does not exist fails, unless error pages are wanted', async () => {
  const other = 'https://shop.test/pans/8';
  const { extract } = extractionService({
    pages: { [url]: '<title>Page not found</title><h1>Page not found</h1>', [other]: shopPage(filled) },
  });

  const reply = await extract({ urls: [other, url], schema });
  const wanted = await extract({ urls: [other, url], schema, includeErrorPages: true });

  expect(jsonOf(reply).results).toHaveLength(1);
  expect(jsonOf(reply).metadata?.errors).toMatchObject([{ url, code: 'HTTP_ERROR' }]);
  expect(jsonOf(wanted).results).toHaveLength(2);
  expect(wanted.body['warning']).toContain(`${url}: The page says that it does not exist`);
});

test.for([
  [
    'whose theme calls all of it a menu',
    `<div class="menu">${filled.repeat(9)}<a href="/pots">All pots</a></div>`,
  ],
  [
    'without a link that calls all of it a footer',
    `<div class="footer">${'<p>© 2026 Pan shop. All rights reserved.</p>'.repeat(8)}</div>`,
  ],
] as const)('a page %s is read', async ([, content]) => {
  const html = `<!doctype html><html lang="en"><head><title>Pans</title><script src="/a.js"></script></head><body>${content}</body></html>`;
  const { extract } = extractionService({ pages: { [url]: html } });

  expect((await extract({ urls: [url], schema })).body).toMatchObject({ success: true });
});

test('a page with content between its menu and its footer is read as ever', async () => {
  const { extract } = extractionService({ pages: { [url]: shopPage(filled) } });

  const reply = await extract({ urls: [url], schema });

  expect(jsonOf(reply).results).toEqual([expect.objectContaining({ name: 'Copper pan' })]);
  expect(reply.body['warning']).not.toContain('main content');
});
