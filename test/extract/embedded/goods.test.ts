import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { readCode } from '#shared/values/codes.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { scrapedPage } from './extraction-pages.ts';

const text = { type: 'string' };
const types: Readonly<Record<string, object>> = { price: { type: 'number' }, available: { type: 'boolean' } };

interface Shop {
  readonly title?: string;
  readonly language?: string;
  readonly declared?: object | readonly object[];
}

async function itemsOf(body: string, fields: readonly string[], shop: Shop = {}) {
  const { title = 'Alder pan', language = 'en', declared } = shop;
  const data =
    declared === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(declared)}</script>`;
  const page = await scrapedPage(
    `<!doctype html><html lang="${language}"><title>${title}</title>${data}<body>${body}</body>`,
  );
  const properties = Object.fromEntries(fields.map((name) => [name, types[name] ?? text]));
  return extractEmbedded(page, { type: 'object', properties }, 'one').map(({ value }) => value);
}

const pan = (offer: object, more: object = {}) => ({
  '@type': 'Product',
  name: 'Alder pan',
  offers: { '@type': 'Offer', ...offer },
  ...more,
});

describe('the item of a shop', () => {
  test('is the line of the title rather than a heading of another card', async () => {
    const card = '<div><h1>Alder pan with lid, large and deep</h1><p>$99</p></div>';
    const body = `<p>Alder pan for small kitchens</p><p>$29</p>${card}${card}`;

    expect(
      await itemsOf(body, ['name', 'price'], { title: 'Alder pan for small kitchens - Shop' }),
    ).toMatchObject([{ price: 29 }]);
  });

  test('is the product above the recommended ones', async () => {
    const body =
      '<h1>Alder pan</h1><p>$64</p><h2>You may also like</h2><div><p>Birch pan</p><p>$31</p></div>';

    expect(await itemsOf(body, ['name', 'price'])).toEqual([{ name: 'Alder pan', price: 64 }]);
  });

  test('is one when data and markup declare it, although its name is not asked for', async () => {
    const shown =
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Alder pan</h1><p itemprop="price">€64.00</p></div><table><tr><th>Weight</th><td>3.1 kg</td></tr></table>';

    expect(await itemsOf(shown, ['price', 'weight'], { declared: pan({ price: '64.00' }) })).toEqual([
      { price: 64, weight: '3.1 kg' },
    ]);
  });

  test('is one when its sizes are declared as products of one name: that which can be bought', async () => {
    const declared = [
      pan({ price: '60.00', availability: 'https://schema.org/OutOfStock' }, { sku: '77-S' }),
      pan({ price: '64.00', availability: 'https://schema.org/InStock' }, { sku: '77-M' }),
    ];

    expect(
      await itemsOf('<h1>Alder pan Details</h1><p>$64</p>', ['name', 'price', 'availability', 'sku'], {
        declared,
      }),
    ).toEqual([{ name: 'Alder pan', price: 64, availability: 'InStock' }]);
  });
});

describe('no value of a product', () => {
  test.for([
    ['zero as a price', pan({ price: '0.00' }), 'price'],
    ['a template as a brand', pan({}, { brand: '$metabrand' }), 'brand'],
    ['a template in braces as a brand', pan({}, { brand: '{{ product.brand }}' }), 'brand'],
    ['the title of the page as a brand', pan({}, { brand: 'Alder pan | Kitchen shop' }), 'brand'],
    ['a date as availability', pan({ availability: '2026-05-04' }), 'availability'],
    ['a denial of something else as availability', pan({ availability: 'Not sold' }), 'availability'],
    ['a code with a word of the name', pan({}, { sku: 'Ca304-00 Skillet' }), 'sku'],
    ['zeros as a code', pan({}, { sku: '0000' }), 'sku'],
    ['a template as a code', pan({}, { sku: '${sku}' }), 'sku'],
  ] as const)('is %s', async ([, declared, field]) => {
    const [item = {}] = await itemsOf('<h1>Alder pan</h1><p>Cast of iron.</p>', [field], { declared });
    expect(item).not.toHaveProperty(field);
  });

  test('is the number of its model as the number of the article', async () => {
    const body = '<h1>Alder pan</h1><p>$64</p><table><tr><th>Model number</th><td>AP-28</td></tr></table>';
    expect(await itemsOf(body, ['sku', 'price'])).toEqual([{ price: 64 }]);
  });

  test('is its stock where the page says both', async () => {
    const body = '<h1>Alder pan</h1><p>$64</p><p>In stock</p><p>Store in town: out of stock</p>';
    expect(await itemsOf(body, ['price', 'availability'])).toEqual([{ price: 64 }]);
  });
});

describe('an offer to buy beside the price', () => {
  test('means that the product is in stock', async () => {
    const body = '<h1>Alderpfanne</h1><p>64,00 €</p><p><a href="/cart">In den Warenkorb</a></p>';
    const shop = { title: 'Alderpfanne', language: 'de' };

    expect(await itemsOf(body, ['price', 'availability'], shop)).toEqual([
      { price: 64, availability: 'InStock' },
    ]);
    expect(await itemsOf(body, ['price', 'available'], shop)).toEqual([{ price: 64, available: true }]);
  });

  test('does not, where the page says otherwise', async () => {
    const body = '<h1>Alder pan</h1><p>$64</p><p>Sold out</p><p><a href="/cart">Add to cart</a></p>';
    expect(await itemsOf(body, ['price', 'availability'])).toEqual([{ price: 64, availability: 'Sold out' }]);
  });
});

test.for([
  ['最低價$99元起/包', 99],
  ['特價2320元免運', 2320],
  ['지금2,900원부터', 2900],
] as const)('the price in "%s" is %d, though no space is around it', ([line, amount]) => {
  expect(pricesIn(line)[0]?.value.amount).toBe(amount);
});

test.for([
  ['〈M148-7〉', 'M148-7'],
  ['#418295', '418295'],
  ['GARNET 570 EASY', 'GARNET 570 EASY'],
  ['pd1hjf', 'pd1hjf'],
  ['see the description', undefined],
  ['2026-05-04', undefined],
] as const)('the code in "%s" is %s', ([line, code]) => {
  expect(readCode(line)).toBe(code);
});
