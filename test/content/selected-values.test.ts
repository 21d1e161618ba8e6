import { describe, expect, test } from 'vitest';

import type { ValueSelector } from '#shared/content/formats/content-options.ts';
import { readPage } from './read-page.ts';

const read = (source: string, valueSelectors: readonly ValueSelector[], contentType?: string) =>
  readPage(source, {
    formats: ['attributes'],
    valueSelectors,
    ...(contentType === undefined ? {} : { contentType }),
  });

const valuesOf = async (source: string, selector: string, attribute?: string) =>
  (await read(source, [{ selector, attribute }])).attributes?.[0]?.values;

const shop =
  '<header><a class="product" data-sku="A1" href="/a?x=1&amp;y=2">Alder pan</a></header>' +
  '<main><h1>Pans</h1><ul><li><a class="product" data-sku="B2" href="b">Birch  <b>pan</b></a></li>' +
  '<li><a class="product" href="c">Cedar pan</a></li><li><a class="product" data-sku="">Elm pan</a></li></ul></main>';

describe('values by selector', () => {
  test('end with a warning where boxes without text would be visited millions of times', async () => {
    const page = `${'<div>'.repeat(400)}${'<b id="a"></b>'.repeat(10_000)}`;

    const { attributes, warnings } = await read(page, [
      { selector: 'div' },
      { selector: 'b', attribute: 'id' },
    ]);

    expect(attributes?.[0]?.values.length).toBeLessThan(120);
    expect(attributes?.[1]?.values).toHaveLength(1_000);
    expect(warnings).toContain(
      'The texts of attributes end after 1,000,000 nodes of the page were read: there are more of "div".',
    );
  });

  test('are those of an attribute, as they are written, in the order of the document', async () => {
    const selectors = [
      { selector: 'a.product', attribute: 'data-sku' },
      { selector: 'main a, header a', attribute: 'href' },
    ];

    const { attributes, warnings } = await read(shop, selectors);

    expect(attributes).toEqual([
      { selector: 'a.product', attribute: 'data-sku', values: ['A1', 'B2', ''] },
      { selector: 'main a, header a', attribute: 'href', values: ['/a?x=1&y=2', 'b', 'c'] },
    ]);
    expect(warnings).toBeUndefined();
  });

  test('are the texts of the elements without an attribute, one for each', async () => {
    expect((await read(shop, [{ selector: 'a.product' }])).attributes).toEqual([
      { selector: 'a.product', values: ['Alder pan', 'Birch pan', 'Cedar pan', 'Elm pan'] },
    ]);
  });

  test.for([
    ['cells of a table', '<table><tr><td>Iron</td><td>3 kg</td></tr></table>', 'tr', ['Iron 3 kg']],
    ['lines', '<p>Iron<br>and\n  steel</p>', 'p', ['Iron and steel']],
    ['parts of a word', '<p>I<b>ro</b>n</p>', 'p', ['Iron']],
    ['an element without text', '<p></p><p>Iron</p>', 'p', ['', 'Iron']],
    ['a script that is selected', '<script type="a/b">{"a": 1}</script>', 'script', ['{"a": 1}']],
    ['what is around a script', '<div>Iron <script>go()</script></div>', 'div', ['Iron']],
  ] as const)('are texts on one line: %s', async ([, body, selector, values]) => {
    expect(await valuesOf(body, selector)).toEqual(values);
  });

  test.for([
    ['in other letters', '<p Data-Id=7>', 'p', 'DATA-id', ['7']],
    ['of a drawing', '<svg viewbox="0 0 1 1"></svg>', 'svg', 'viewBox', ['0 0 1 1']],
    ['that every object of JavaScript has', '<p id=a></p>', 'p', 'constructor', []],
    ['that no element has', '<p id=a></p>', 'p', 'title', []],
  ] as const)('know an attribute %s', async ([, body, selector, attribute, values]) => {
    expect(await valuesOf(body, selector, attribute)).toEqual(values);
  });

  test('are of the whole page, whatever is chosen of it, and before it is cleaned', async () => {
    const page =
      '<nav hidden><i data-sku="7"></i></nav><main><h1>Pans</h1><p>Iron.</p><img src="data:," data-src="a.jpg"></main>';

    const { attributes } = await readPage(page, {
      formats: ['markdown', 'attributes'],
      onlyMainContent: true,
      includeTags: ['p'],
      excludeTags: ['nav'],
      valueSelectors: [
        { selector: 'nav i', attribute: 'data-sku' },
        { selector: 'img', attribute: 'src' },
      ],
    });

    expect(attributes?.map(({ values }) => values)).toEqual([['7'], ['data:,']]);
  });

  test('are those inside of open shadow trees, too', async () => {
    const page = '<x-a><template shadowrootmode="open"><b title="in">Iron</b></template></x-a>';

    expect(await valuesOf(page, 'x-a b', 'title')).toEqual(['in']);
  });

  test('are at most 1,000 of a selector, and a warning says so', async () => {
    const page = Array.from({ length: 1_001 }, (_, at) => `<i id="${at}"></i>`).join('');

    const { attributes, warnings } = await read(page, [
      { selector: 'i', attribute: 'id' },
      { selector: 'i[id="7"]', attribute: 'id' },
    ]);

    expect(attributes?.map(({ values }) => [values.length, values.at(-1)])).toEqual([
      [1_000, '999'],
      [1, '7'],
    ]);
    expect(warnings).toEqual(['attributes has the first 1,000 values only of "i".']);
  });

  test('are cut after 10,000 characters, and a warning says so', async () => {
    const page = `<i title="${'a'.repeat(10_001)}">${'b'.repeat(20_000)}</i><i title="${'c'.repeat(10_000)}"></i>`;

    const { attributes, warnings } = await read(page, [
      { selector: 'i', attribute: 'title' },
      { selector: 'i' },
    ]);

    expect(attributes?.map(({ values }) => values.map(({ length }) => length))).toEqual([
      [10_000, 10_000],
      [10_000, 0],
    ]);
    expect(warnings).toEqual(['Values of attributes are cut after 10,000 characters: of "i".']);
  });

  test('have at most 1,000,000 characters together, and a warning says so', async () => {
    const page = `<i title="${'a'.repeat(10_000)}"></i>`.repeat(60);

    const { attributes, warnings } = await read(page, [
      { selector: 'i', attribute: 'title' },
      { selector: 'body i', attribute: 'title' },
      { selector: 'html i', attribute: 'title' },
    ]);

    expect(attributes?.map(({ values }) => values.length)).toEqual([60, 40, 0]);
    expect(warnings).toEqual([
      'The values of attributes end after 1,000,000 characters: there are more of "body i", "html i".',
    ]);
  });

  test('are read only where they are asked for', async () => {
    const page = await readPage(shop, { formats: ['links'], valueSelectors: [{ selector: 'a' }] });

    expect(page.attributes).toBeUndefined();
  });

  test.for([
    ['JSON', '{"a": 1}', 'application/json'],
    ['a feed', '<rss><channel><title>News</title></channel></rss>', 'application/rss+xml'],
    ['text', 'a line', 'text/plain'],
  ] as const)('are empty for %s, and a warning says so', async ([, source, contentType]) => {
    const { attributes, warnings } = await read(source, [{ selector: 'a', attribute: 'href' }], contentType);

    expect(attributes).toEqual([{ selector: 'a', attribute: 'href', values: [] }]);
    expect(warnings).toEqual(['attributes is empty: the document is no HTML page.']);
  });
});
