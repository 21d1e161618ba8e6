import { describe, expect, test } from 'vitest';

import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { readCode } from '#shared/values/codes.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { scrapedPage } from './extraction-pages.ts';

const text = { type: 'string' };
const types: Readonly<Record<string, object>> = {
  price: { type: 'number' },
  available: { type: 'boolean' },
  originalPrice: { type: 'number' },
  reviewCount: { type: 'number' },
};

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

describe('a product that is declared to be on order', () => {
  test('has the word of its declaration as availability, and is not said to be in stock', async () => {
    const declared = pan({ availability: 'https://schema.org/PreOrder' });
    const body = '<h1>Alder pan</h1><p>Cast of iron.</p>';

    expect(await itemsOf(body, ['name', 'availability'], { declared })).toEqual([
      { name: 'Alder pan', availability: 'PreOrder' },
    ]);
    expect(await itemsOf(body, ['name', 'available'], { declared })).toEqual([{ name: 'Alder pan' }]);
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

describe('the price before a reduction', () => {
  test('is not the highest of several offers', async () => {
    const declared = pan({ '@type': 'AggregateOffer', lowPrice: '2.98', highPrice: '79.98' });

    expect(await itemsOf('<h1>Alder pan</h1><p>$2.98</p>', ['price', 'originalPrice'], { declared })).toEqual(
      [{ price: 2.98 }],
    );
  });

  test('is the regular price beside that of a sale', async () => {
    const declared = pan({
      priceSpecification: [
        { priceType: 'https://schema.org/RegularPrice', price: 60 },
        { priceType: 'https://schema.org/SalePrice', price: 40 },
      ],
    });

    expect(await itemsOf('<h1>Alder pan</h1>', ['price', 'originalPrice'], { declared })).toEqual([
      { price: 40, originalPrice: 60 },
    ]);
  });

  test('is not the regular price alone', async () => {
    const declared = pan({ priceSpecification: { priceType: 'https://schema.org/RegularPrice', price: 60 } });

    expect(await itemsOf('<h1>Alder pan</h1>', ['price', 'originalPrice'], { declared })).toEqual([
      { price: 60 },
    ]);
  });

  test.for(['https://schema.org/StrikethroughPrice', 'ListPrice', 'https://schema.org/SRP'])(
    'is the declared price of the type %s',
    async (priceType) => {
      const declared = pan({
        price: 40,
        priceSpecification: [
          { '@type': 'UnitPriceSpecification', price: 40 },
          { priceType, price: 60 },
        ],
      });

      expect(await itemsOf('<h1>Alder pan</h1>', ['price', 'originalPrice'], { declared })).toEqual([
        { price: 40, originalPrice: 60 },
      ]);
    },
  );

  test.for([
    '<p>RRP $60.00</p><p>$40.00</p>',
    '<p>Normal price $60.00</p><p>Now $40.00</p>',
    '<p>Compare at $60.00</p><p>$40.00</p>',
    '<p>UVP 60,00 €</p><p>40,00 €</p>',
    '<p>Prix barré : 60,00 €</p><p>40,00 €</p>',
    '<p>Statt 60,00 €</p><p>jetzt 40,00 €</p>',
    '<p>Antes 60,00 €</p><p>Ahora 40,00 €</p>',
    '<p>Precio anterior: 60,00 €</p><p>40,00 €</p>',
    '<p>Prezzo di listino 60,00 €</p><p>40,00 €</p>',
    '<p>Vanaf nu 40,00 €</p><p>Adviesprijs 60,00 €</p>',
    '<p><span class="regular-price">$60.00</span> <span class="current-price">$40.00</span></p>',
    '<div><span class="price-table__original-price">$60</span></div><div>$40</div>',
  ])('is not the price: %s', async (lines) => {
    expect(await itemsOf(`<h1>Alder pan</h1>${lines}`, ['price', 'originalPrice'])).toEqual([
      { price: 40, originalPrice: 60 },
    ]);
  });
});

describe('a page that names no price', () => {
  test.for([
    [
      'a cart above its title',
      '<header><a href="/cart" class="cart">0 items <span>$0.00</span></a></header>',
      '',
    ],
    [
      'a filter below its title',
      '',
      '<div class="filter-options"><a href="?price=0-99">$0.00 - $99.99</a></div>',
    ],
  ])('has not that of %s', async ([, above = '', below = '']) => {
    const body = `${above}<main><h1>About us</h1><p>Pans from the north.</p>${below}</main>`;

    expect(await itemsOf(body, ['price'], { title: 'About us' })).toEqual([]);
  });
});

describe('the only price of a page', () => {
  test.for([
    ['above its heading', '<p>$64.00</p><h1>Alder pan</h1><p>Cast of iron.</p>'],
    ['in a link', '<h1>Alder pan</h1><p><a href="#buy">$64.00</a></p>'],
  ])('is its own also %s', async ([, body = '']) => {
    expect(await itemsOf(body, ['price'])).toEqual([{ price: 64 }]);
  });
});

describe('the stock of a product', () => {
  test.for([
    'Gift wrapping is not available for this item.',
    'Monogram unavailable',
    'Spare lids are not available in Belgium.',
    'Hide out of stock products?',
    'Filter by "In stock & ready to ship"',
    'Unavailable: lids',
  ])('is not what another line says: %s', async (line) => {
    expect(await itemsOf(`<h1>Alder pan</h1><p>$64</p><p>${line}</p>`, ['price', 'availability'])).toEqual([
      { price: 64 },
    ]);
  });

  test.for([
    ['Currently unavailable', 'Currently unavailable'],
    ['This product is out of stock.', 'This product is out of stock.'],
    ['5 in stock', '5 in stock'],
    ['Only 3 left in stock', 'Only 3 left in stock'],
    ['In stock, ships in two days', 'In stock, ships in two days'],
    ['Nicht lieferbar', 'Nicht lieferbar'],
    ['Alder pan is sold out', 'Alder pan is sold out'],
    ['Diese Variante ist ausverkauft', 'Diese Variante ist ausverkauft'],
    ['Nur noch wenige auf Lager', 'Nur noch wenige auf Lager'],
    ['Seulement 2 en stock', 'Seulement 2 en stock'],
    ['Много на складе', 'Много на складе'],
    ['Availability: in stock', 'in stock'],
    ['Sold out: back in May', 'Sold out: back in May'],
  ])('is what its line says: %s', async ([line = '', availability]) => {
    const body = `<h1>Alder pan</h1><p>$64</p><p>${line}</p><p>Gift wrapping is not available</p><p>Add to cart</p>`;

    expect(await itemsOf(body, ['price', 'availability'])).toEqual([{ price: 64, availability }]);
  });
});

describe('how readers rate a product', () => {
  test.for([
    ['that they may click', [1, 2, 3, 4, 5].map((at) => `<a href="#">${at} of 5 stars</a> `).join('')],
    ['that are counted', '5 stars 4 stars 3 stars 2 stars 1 star'],
  ])('is not the first of the stars %s', async ([, stars]) => {
    const body = `<h1>Alder pan</h1><p>$64</p><p>${stars}</p><p>4.35 avg rating</p>`;

    expect(await itemsOf(body, ['price', 'rating'])).toEqual([{ price: 64, rating: '4.35 avg rating' }]);
  });

  test.for([['1.204'], ['1,204'], ['1 204']])('is counted in whole numbers: %s', async ([written = '']) => {
    const declared = pan({ price: 64 }, { aggregateRating: { ratingValue: '4,3', reviewCount: written } });

    expect(await itemsOf('<h1>Alder pan</h1>', ['reviewCount'], { language: 'de', declared })).toEqual([
      { reviewCount: 1204 },
    ]);
  });
});

test.for([
  ['₹1,24,999.00', 124_999],
  ['Price: ₹ 12,34,567', 1_234_567],
  ['₹1,00,00,000', 10_000_000],
  ['₹2,499.00', 2499],
] as const)('the amount in "%s" is %d: India groups lakhs by two digits', ([line, amount]) => {
  expect(pricesIn(line)[0]?.value.amount).toBe(amount);
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
