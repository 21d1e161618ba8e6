import { describe, expect, test } from 'vitest';

import { extractByPrompt } from '#shared/extract/embedded/extract-by-prompt.ts';
import { extractEmbedded } from '#shared/extract/embedded/extract-embedded.ts';
import { scrapedPage } from './extraction-pages.ts';

const prose = `<p>${'The workshop keeps every tool where the next hand will look for it, and nothing leaves unsigned. '.repeat(3)}</p>`;

const pageWith = (shown: string, jsonLd?: object) =>
  scrapedPage(
    `<title>Vise — Tools</title>${jsonLd === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>`}` +
      `<main>${shown}${prose}</main>`,
  );

const itemSchema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const number = { type: 'number' };

async function valuesOf(shown: string, properties: object, jsonLd?: object, more?: object) {
  const items = extractEmbedded(await pageWith(shown, jsonLd), itemSchema(properties, more));
  return items.map(({ value }) => value);
}

describe('declared data', () => {
  const product = { '@type': 'Product', name: 'Vise', offers: { price: '120', priceCurrency: 'USD' } };

  test('takes precedence over shown text', async () => {
    const values = await valuesOf(
      '<h1>Vise No. 5</h1><p>Price: $95</p>',
      { name: text, price: number },
      product,
    );

    expect(values).toEqual([{ name: 'Vise', price: 120 }]);
  });

  test('is stale when the page has crossed it out', async () => {
    const shown = '<h1>Vise</h1><p><del>$120.00</del> $95.00</p>';

    expect(await valuesOf(shown, { price: number, oldPrice: number }, product)).toEqual([
      { price: 95, oldPrice: 120 },
    ]);
  });

  test('is completed from shown text', async () => {
    const shown = '<h1>Vise</h1><table><tr><td>Weight</td><td>11 kg</td></tr></table>';

    expect(await valuesOf(shown, { name: text, weight: text }, product)).toEqual([
      { name: 'Vise', weight: '11 kg' },
    ]);
  });

  test('about the site is not about the subject of the page', async () => {
    const site = { '@type': 'Organization', name: 'Benchworks Ltd', telephone: '+1 555 0100' };

    expect(await valuesOf('<h1>Vise</h1><p>Price: $95</p>', { name: text, price: number }, site)).toEqual([
      { name: 'Vise', price: 95 },
    ]);
  });

  test('is about the thing in the heading when related things are declared, too', async () => {
    const clamp = { '@type': 'Product', name: 'Clamp', offers: { price: '40', priceCurrency: 'USD' } };

    expect(
      await valuesOf('<h1>Vise</h1>', { name: text, price: number }, { '@graph': [clamp, product] }),
    ).toEqual([{ name: 'Vise', price: 120 }]);
    expect(
      await valuesOf('<h1>Tools</h1>', { name: text, price: number }, { '@graph': [clamp, product] }),
    ).toEqual([
      { name: 'Clamp', price: 40 },
      { name: 'Vise', price: 120 },
    ]);
  });

  test('is followed from node to node', async () => {
    const graph = {
      '@graph': [
        { '@type': 'Product', name: 'Vise', brand: { '@id': '#b' } },
        { '@type': 'Brand', '@id': '#b', name: 'Benchworks' },
      ],
    };

    expect(await valuesOf('<h1>Vise</h1>', { name: text, brand: text }, graph)).toEqual([
      { name: 'Vise', brand: 'Benchworks' },
    ]);
  });

  test('is read for every thing that refers to one of many members', async () => {
    const person = (at: number) => ({ '@type': 'Person', name: `Maker ${at}` });
    const tool = (at: number) => ({
      '@type': 'Product',
      name: `Tool ${at}`,
      offers: { price: at + 1 },
      brand: { '@id': '#b' },
    });
    const brand = {
      '@type': 'Brand',
      '@id': '#b',
      name: 'Benchworks',
      member: Array.from({ length: 60 }, (_, at) => person(at)),
    };
    const graph = { '@graph': [...Array.from({ length: 200 }, (_, at) => tool(at)), brand] };

    const values = await valuesOf('<h1>Tools</h1>', { name: text, price: number, brand: text }, graph);

    expect(values).toHaveLength(200);
    expect(values.at(-1)).toEqual({ name: 'Tool 199', price: 200, brand: 'Benchworks' });
  });

  test.for([1e21, '1e21', 1e-7])('is no number where it is %s', async (price) => {
    const vast = { '@type': 'Product', name: 'Vise', offers: { price, priceCurrency: 'USD' } };

    expect(await valuesOf('<h1>Vise</h1>', { name: text, price: number }, vast)).toEqual([{ name: 'Vise' }]);
  });

  test('is no value when it is empty, a dash or a price of zero', async () => {
    const empty = {
      '@type': 'Product',
      name: 'Vise',
      sku: '-',
      brand: { name: '' },
      offers: { price: '0.00' },
    };

    expect(
      await valuesOf('<h1>Vise</h1>', { name: text, sku: text, brand: text, price: number }, empty),
    ).toEqual([{ name: 'Vise' }]);
  });
});

describe('shown text', () => {
  test.for([
    ['a colon', '<p>Weight: 11 kg</p>'],
    ['a dash', '<p>Weight — 11 kg</p>'],
    ['leaders', '<p>Weight ........ 11 kg</p>'],
    ['bold words', '<p><b>Weight</b> 11 kg</p>'],
    ['a row', '<table><tr><th>Weight</th><td>11 kg</td></tr><tr><th>Depth</th><td>2 cm</td></tr></table>'],
    ['a definition', '<dl><dt>Weight</dt><dd>11 kg</dd></dl>'],
    ['a box above', '<div><div>Weight</div><div>11 kg</div></div>'],
    ['other words of the same line', '<p>Colour: red. Weight: 11 kg</p>'],
  ] as const)('is read by its label with %s', async ([, shown]) => {
    expect(await valuesOf(`<h1>Vise</h1>${shown}`, { weight: text })).toEqual([{ weight: '11 kg' }]);
  });

  test('has not the name of the next column for a value', async () => {
    const heads = (names: readonly string[]): string => names.map((name) => `<th>${name}</th>`).join('');
    const table = (names: readonly string[]): string =>
      `<table><thead><tr>${heads(names)}</tr></thead><tr><td>Alder</td><td>11</td></tr></table>`;

    expect(await valuesOf(`<h1>Vises</h1>${table(['City', 'Pop'])}`, { city: text })).toEqual([]);
    expect(await valuesOf(`<h1>Vises</h1>${table(['City', 'Pop', 'Area'])}`, { city: text })).toEqual([]);
  });

  test('is converted to the unit that the schema names', async () => {
    const shown = '<h1>Vise</h1><p>Weight: 1.2 kg</p>';

    expect(await valuesOf(shown, { weightGrams: number })).toEqual([{ weightGrams: 1200 }]);
    expect(await valuesOf('<h1>Soup</h1><p>Cook time: 1 h 30 min</p>', { cookTimeHours: number })).toEqual([
      { cookTimeHours: 1.5 },
    ]);
  });

  test.for([
    ['ru', 'Вес: 1,250 кг', 1.25],
    ['en', 'Weight: 1,250 kg', 1250],
  ] as const)('has the decimal mark of its language, %s', async ([language, weight, value]) => {
    const page = await scrapedPage(`<html lang="${language}"><main><h1>A-1</h1><p>${weight}</p></main>`);

    expect(extractEmbedded(page, itemSchema({ weightKg: number })).map((item) => item.value)).toEqual([
      { weightKg: value },
    ]);
  });

  test.for([
    ['Price: 1299', { price: 1299 }],
    ['Price: from 1299 per piece', { price: 1299 }],
    ['Rating: 4.5 (120 reviews)', { rating: 4.5 }],
    ['Floor: 3rd', { floor: 3 }],
  ] as const)('is a number alone after its label: %s', async ([shown, value]) => {
    expect(await valuesOf(`<p>${shown}</p>`, { price: number, rating: number, floor: number })).toEqual([
      value,
    ]);
  });

  test('has the size of its numbers in a table', async () => {
    const shown =
      '<table><tr><th>Revenue</th><td>$1.2M</td></tr><tr><th>Valuation</th><td>$2.5B</td></tr><tr><th>Users</th><td>12k</td></tr><tr><th>Visits</th><td>5M</td></tr></table>';

    expect(
      await valuesOf(shown, { revenue: number, valuation: number, users: number, visits: number }),
    ).toEqual([{ revenue: 1_200_000, valuation: 2_500_000_000, users: 12_000 }]);
  });

  test.for(['$20 Free shipping', 'Order now for $20', 'Was $30, now $20', '$20 and free delivery'])(
    'has the price of "%s"',
    async (shown) => {
      expect(await valuesOf(`<p>${shown}</p>`, { price: number })).toEqual([{ price: 20 }]);
    },
  );

  test.for([
    ['$120,000', { salaryMin: 120_000, salaryMax: 120_000 }],
    ['$40 an hour', { salaryMin: 40, salaryMax: 40 }],
    ['от 100 000 ₽', { salaryMin: 100_000 }],
    ['€3,400 – €4,600', { salaryMin: 3400, salaryMax: 4600 }],
  ] as const)('has the pay of "%s"', async ([shown, value]) => {
    expect(await valuesOf(`<p>${shown}</p>`, { salaryMin: number, salaryMax: number })).toEqual([value]);
  });

  test.for(['They gave us $5,000,000 for a plant in Turin', 'A grant of $5,000', 'Revenue: $5M–$10M'])(
    'has no pay where it says "%s"',
    async (shown) => {
      expect(await valuesOf(`<p>${shown}</p>`, { salaryMin: number, salary: text })).toEqual([]);
    },
  );

  test.for([
    'Цена: по запросу, тел. 8 800 555 35 35',
    'Цена: (от 3 шт.)',
    'Price: 3 pieces a box, ask for a quote',
    'Rating: based on 120 reviews',
    'Rating: 120 reviews',
    'Page 1 of 10',
    'Step 3 of 5',
    '5/10/2025',
    'Orders from $50 ship free',
    'Spend $50 more and save',
    'Free delivery over $50',
    'Бесплатная доставка от 500 ₽',
    'We raised $5,000,000',
    'Выручка за год $5,000,000',
    'Copyright 3 March 2019',
    '3 March 2019 © Benchworks',
  ])('has no price, rating, pay or date where it says "%s"', async (shown) => {
    const wanted = { price: number, rating: number, salary: text, salaryMin: number, datePublished: text };

    expect(await valuesOf(`<p>${shown}</p>`, wanted)).toEqual([]);
  });

  test('has its own price beside a limit for free delivery', async () => {
    const shown = '<h1>Vise</h1><p>Orders from $50 ship free</p><p>Spend $50 more</p><p>$20</p>';

    expect(await valuesOf(shown, { price: number })).toEqual([{ price: 20 }]);
  });

  test.for(['<section><h2>You may also like</h2>', '<div><p>С этим товаром покупают</p>'])(
    'is not told by cards of other things: %s',
    async (opening) => {
      const card = (name: string) => `<li><h3>${name}</h3><p>$40</p></li>`;
      const closing = opening.startsWith('<section') ? '</section>' : '</div>';
      const shown = `<h1>Vise</h1>${opening}<ul>${card('Clamp')}${card('Plane')}</ul>${closing}`;

      expect(await valuesOf(shown, { name: text, price: number })).toEqual([{ name: 'Vise' }]);
    },
  );

  test('is a list under its heading', async () => {
    const card = (name: string) => `<li><h3>${name}</h3><p>$40</p></li>`;

    expect(
      await valuesOf(`<h1>Related products</h1><ul>${card('Clamp')}${card('Plane')}</ul>`, {
        name: text,
        price: number,
      }),
    ).toEqual([
      { name: 'Clamp', price: 40 },
      { name: 'Plane', price: 40 },
    ]);
  });

  test('is one price among those of delivery, savings, instalments and other goods', async () => {
    const shown =
      '<h1>Vise</h1><p>Was $140</p><p>$120</p><p>Save $20</p><p>Delivery $15</p><p>or $10/mo off your card</p>' +
      '<h2>See also</h2><p>Clamp $40</p>';

    expect(await valuesOf(shown, { price: number, oldPrice: number })).toEqual([
      { price: 120, oldPrice: 140 },
    ]);
  });

  test('is a list of records when they have more facts than the text around them', async () => {
    const row = (name: string, price: string) => `<li><h3>${name}</h3><p>${price}</p></li>`;
    const shown = `<h1>Tools</h1><ul>${row('Vise', '$120')}${row('Clamp', '$40')}</ul>`;

    expect(await valuesOf(shown, { name: text, price: number })).toEqual([
      { name: 'Vise', price: 120 },
      { name: 'Clamp', price: 40 },
    ]);
  });

  test.for([
    ['a price and a time', '<span>120 zł</span><time>November 2</time>', 120],
    ['a price and a time behind a space', '<b>120 zł</b> <time>November 2</time>', 120],
    ['a price and a badge', '<span>120 zł</span><small>Nowość</small>', 120],
    ['a price and a linked badge', '<a href="/p"><span>5 руб</span></a><a href="/new">Новинка</a>', 5],
    ['an old price and a price', '<s>$80</s> <b>$64</b>', 64],
    ['the parts of one price', '<span>$</span><span>64</span><span>.50</span>', 64.5],
    ['parts that say thousands', '<span>$1</span><span>299</span>', 1299],
  ] as const)('is read in elements side by side: %s', async ([, shown, price]) => {
    expect(await valuesOf(`<h1>Vise</h1><div>${shown}</div>`, { price: number })).toEqual([{ price }]);
  });

  test.for([
    [
      'an email address',
      '<p><span class="u">info@</span><span class="d">mill.example</span></p>',
      { email: 'info@mill.example' },
    ],
    [
      'a hidden domain',
      '<p><span class="a">info</span><span class="b">@mill.example</span></p>',
      { email: 'info@mill.example' },
    ],
    [
      'a code',
      '<p>SKU: <span class="a">LAMP-</span><span class="b">RED-12</span></p>',
      { sku: 'LAMP-RED-12' },
    ],
  ] as const)('is one value in two elements: %s', async ([, shown, value]) => {
    expect(await valuesOf(`<h1>Vise</h1>${shown}`, { email: text, sku: text })).toEqual([value]);
  });

  test('is a list although its filters and its cart have a price, too', async () => {
    const card = (name: string, price: number): string =>
      `<li><a href="/${name}"><img src="/${name}.jpg" alt="${name}"></a><a href="/${name}">${name}</a><p>$${price}</p></li>`;
    const cards = ['Vise', 'Plane', 'Saw', 'Chisel'].map((name, at) => card(name, 20 + at)).join('');
    const menu = Array.from(
      { length: 60 },
      (_, at) => `<li><a href="/m${at}">Tools of kind ${at}</a></li>`,
    ).join('');
    const page = `<ul>${menu}</ul><h1>Tools</h1><p>Under $10 or more</p><ol>${cards}</ol>`;

    expect(await valuesOf(page, { name: text, price: number })).toEqual([
      { name: 'Vise', price: 20 },
      { name: 'Plane', price: 21 },
      { name: 'Saw', price: 22 },
      { name: 'Chisel', price: 23 },
    ]);
  });

  test('is a list by the names of its cards, not by the links to their reviews', async () => {
    const card = (name: string): string =>
      `<li><div><a href="/${name}#review-form">Be the first to review this product</a></div><strong><a href="/${name}">${name}</a></strong><p>$20</p></li>`;

    expect(
      await valuesOf(`<ol>${['Vise', 'Plane', 'Saw'].map(card).join('')}</ol>`, {
        name: text,
        price: number,
      }),
    ).toEqual(['Vise', 'Plane', 'Saw'].map((name) => ({ name, price: 20 })));
  });

  test('is a list by names whose links are routes or have a state', async () => {
    const card = (name: string): string =>
      `<li><div>Free delivery today</div><div><a href="/shop#/${name}">${name}</a></div><p>$20</p></li>`;

    expect(
      await valuesOf(`<ol>${['Vise', 'Plane', 'Saw'].map(card).join('')}</ol>`, {
        name: text,
        price: number,
      }),
    ).toEqual(['Vise', 'Plane', 'Saw'].map((name) => ({ name, price: 20 })));
  });

  test('has roles of people beside their names', async () => {
    const card = (name: string, role: string): string =>
      `<li><h3>${name}</h3><p>${role}</p><p><a href="mailto:${name}@tern.example">${name}@tern.example</a></p></li>`;

    expect(
      await valuesOf(`<ul>${card('Ada Lind', 'Chief executive')}${card('Cy Holm', 'Harbour pilot')}</ul>`, {
        name: text,
        role: text,
      }),
    ).toEqual([
      { name: 'Ada Lind', role: 'Chief executive' },
      { name: 'Cy Holm', role: 'Harbour pilot' },
    ]);
  });

  test('is a list by the columns that a table names like the fields, whatever else is asked for', async () => {
    const table = (cell: string, ...rows: readonly (readonly string[])[]): string =>
      `<table>${rows.map((row, at) => `<tr>${row.map((value) => (at === 0 ? `<${cell}>${value}</${cell}>` : `<td>${value}</td>`)).join('')}</tr>`).join('')}</table>`;
    const countries = table('th', ['Country', 'Capital'], ['France', 'Paris'], ['Spain', 'Madrid']);
    const team = table('td', ['Name', 'Role'], ['Ann Lee', 'Engineer'], ['Bo Ray', 'Pilot']);

    expect(await valuesOf(`<h1>Places</h1>${countries}`, { country: text, population: text })).toEqual([
      { country: 'France' },
      { country: 'Spain' },
    ]);
    expect(await valuesOf(`<h1>Team</h1>${team}`, { name: text, role: text })).toEqual([
      { name: 'Ann Lee', role: 'Engineer' },
      { name: 'Bo Ray', role: 'Pilot' },
    ]);
  });

  test('has the pairs of a table whose first pair is its head, as Markdown writes them', async () => {
    const table = (cell: string): string =>
      `<table><thead><tr><th>Brand</th><th>Tern</th></tr></thead><tr><${cell}>Color</${cell}><${cell}>red</${cell}></tr><tr><${cell}>Weight</${cell}><${cell}>11 kg</${cell}></tr></table>`;
    const asked = { brand: text, color: text, weight: text };

    expect(await valuesOf(`<h1>Vise</h1>${table('td')}`, asked)).toEqual([
      { brand: 'Tern', color: 'red', weight: '11 kg' },
    ]);
    expect(await valuesOf(`<h1>Vise</h1>${table('th')}`, asked)).toEqual([
      { brand: 'Tern', color: 'red', weight: '11 kg' },
    ]);
  });

  test('has values below headings of the first level, if they are not the title', async () => {
    const body = '<h1>Harbour pilot</h1><h1>Opening hours</h1><p>Mon-Fri 9-17</p>';

    expect(await valuesOf(body, { openingHours: text })).toEqual([{ openingHours: 'Mon-Fri 9-17' }]);
  });

  test('has not the paragraph below the title of the page for the value of its title', async () => {
    expect(await valuesOf('<h1>Flights</h1><p>All of them leave on time.</p>', { flight: text })).toEqual([]);
  });

  test('has the role of the person whom a page is about', async () => {
    const body =
      '<h1>Ann Lee</h1><p>Chief engineer</p><p>ann@tern.example</p><p>Ann has built bridges since 2004.</p>';

    expect(await valuesOf(body, { role: text, email: text })).toEqual([
      { role: 'Chief engineer', email: 'ann@tern.example' },
    ]);
    expect(await valuesOf(body, { job_title: text })).toEqual([{ job_title: 'Chief engineer' }]);
  });

  test('has no role from the heading of a thing, nor from the line below it', async () => {
    const body = '<h1>Oak Chair</h1><p>Made in Wales</p>';

    expect(await valuesOf(body, { job_title: text })).toEqual([]);
    expect(await valuesOf(body, { author: text, position: text })).toEqual([]);
    expect(await valuesOf(body, { position: text, email: text })).toEqual([]);
  });

  test.for([
    ['that the schema asks about', '<h1>Harbour Pilot</h1><p>Tern</p>', { position: text, salary: number }],
    ['with a place', '<h1>Harbour Pilot</h1><p>Bergen North</p>', { position: text, location: text }],
    ['whose page tells the pay', '<h1>Harbour Pilot</h1><p>Salary: $4,000</p>', { position: text }],
    [
      'with the word of a role',
      '<h1>Senior Engineer</h1><p>Remote Europe</p>',
      { name: text, position: text },
    ],
    ['in another language', '<h1>Softwareentwickler</h1><p>In Kassel.</p>', { position: text }],
  ] as const)('has the heading of a vacancy for a position: %s', async ([, body, properties]) => {
    const [title = ''] = /(?<=<h1>)[^<]+/.exec(body) ?? [];

    expect((await valuesOf(body, properties))[0]).toMatchObject({ position: title });
  });

  test('has the heading for a position where the URL is one of vacancies', async () => {
    const page = await pageWith('<h1>Lotse</h1><p>Im Hafen.</p>');
    const at = (url: string) =>
      extractEmbedded({ ...page, url }, itemSchema({ position: text })).map(({ value }) => value);

    expect(at('https://tern.example/karriere/7')).toEqual([{ position: 'Lotse' }]);
    expect(at('https://tern.example/people/steve-jobs?position=3')).toEqual([]);
  });

  test.for([
    'Maria dos Santos',
    "Leonardo d'Angelo",
    'Ann (Annie) Lee',
    'José da Silva e Souza',
    'अमित शर्मा',
  ])('has the role of %s', async (name) => {
    const body = `<h1>${name}</h1><p>Head of People, Acme Inc.</p>`;

    expect(await valuesOf(body, { role: text, email: text })).toEqual([
      { role: 'Head of People, Acme Inc.' },
    ]);
  });

  test('gives nothing when the page has no answer', async () => {
    expect(await valuesOf('', { salary: number, isbn: text, bedrooms: { type: 'integer' } })).toEqual([]);
  });

  test.for([
    ['the price of delivery', '<p>Price: $12</p>', { deliveryPrice: number }],
    ['the name of a director', '<h1>Vise</h1>', { director: itemSchema({ name: text }) }],
    [
      'the telephone of a manager',
      '<p>Telephone: +1 555 010 0199</p>',
      { manager: itemSchema({ phone: text }) },
    ],
    ['a date without a year', '<p>Published: March 3</p>', { published: { type: 'string', format: 'date' } }],
    ['a whole number', '<p>Rooms: 2.5</p>', { rooms: { type: 'integer' } }],
    ['a choice', '<p>Condition: odd</p>', { condition: { type: 'string', enum: ['new', 'used'] } }],
  ] as const)('is not taken for %s', async ([, shown, properties]) => {
    expect(await valuesOf(shown, properties)).toEqual([]);
  });
});

describe('the schema', () => {
  test('may refer to its definitions and allow null', async () => {
    const amount = { $defs: { amount: { type: ['number', 'null'] } } };
    const properties = { price: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/amount' }] } };

    expect(await valuesOf('<h1>Vise</h1><p>Price: $95</p>', properties, undefined, amount)).toEqual([
      { price: 95 },
    ]);
  });

  test('may refer to itself', async () => {
    const node = itemSchema({
      name: text,
      left: { $ref: '#' },
      right: { $ref: '#' },
      all: { type: 'array', items: { $ref: '#' } },
    });

    const items = extractEmbedded(await pageWith('<h1>Vise</h1><p>Price: $95</p>'), node);

    expect(items[0]?.value).toEqual({ name: 'Vise' });
  });

  test('may have properties named like inherited ones', async () => {
    const properties = { constructor: itemSchema({ price: number }), toString: text };

    const values = await valuesOf('<h1>Vise</h1><p>Constructor price: $95</p>', properties);

    expect(values).toEqual([{ constructor: { price: 95 } }]);
    expect(Object).not.toHaveProperty('price');
  });
});

describe('evidence', () => {
  test('has a pointer and a quote for each value, in lists and in objects', async () => {
    const shown = '<h1>Vise</h1><p>Price: $1,095.00</p><h2>Tags</h2><ul><li>iron</li><li>bench</li></ul>';
    const schema = itemSchema({
      'a/b~c': { type: 'string', title: 'Name' },
      offer: itemSchema({ price: number }),
      tags: { type: 'array', items: text },
    });

    const [item] = extractEmbedded(await pageWith(shown), schema);

    expect(item?.evidence).toEqual([
      { path: '/a~1b~0c', quote: 'Vise', origin: 'heading', concept: 'name' },
      { path: '/offer/price', quote: '$1,095.00', origin: 'label', concept: 'price' },
      { path: '/tags/0', quote: 'iron', origin: 'text', concept: 'tags' },
      { path: '/tags/1', quote: 'bench', origin: 'text', concept: 'tags' },
    ]);
  });

  test('tells declared values from shown ones', async () => {
    const [item] = extractEmbedded(
      await pageWith('<h1>Vise</h1><p>Weight: 11 kg</p>', { '@type': 'Product', name: 'Vise', sku: 'V-5' }),
      itemSchema({ sku: text, weight: text }),
    );

    expect(item?.evidence).toEqual([
      { path: '/sku', quote: 'V-5', origin: 'declared', concept: 'sku' },
      { path: '/weight', quote: '11 kg', origin: 'label', concept: 'weight' },
    ]);
  });
});

describe('without a schema', () => {
  const shown = '<h1>Vise</h1><p>Price: $95</p><p>Weight: 11 kg</p>';

  test.for([
    ['What is the name and the price?', { name: 'Vise', price: 95 }],
    ['Найди цену и вес', { price: 95, weight: '11 kg' }],
    ['name, price, currency', { name: 'Vise', price: 95, currency: 'USD' }],
    ['Name; price; currency', { name: 'Vise', price: 95, currency: 'USD' }],
    ['- price\n- currency', { price: 95, currency: 'USD' }],
    ['price / currency', { price: 95, currency: 'USD' }],
    ['price (and currency)', { price: 95, currency: 'USD' }],
    ['price & currency', { price: 95, currency: 'USD' }],
    ['价格、货币', { price: 95, currency: 'USD' }],
    ['price and currency', { price: 95, currency: 'USD' }],
    ['price currency', { currency: 'USD' }],
  ] as const)('the prompt "%s" names the fields', async ([prompt, value]) => {
    const [item] = extractByPrompt(await pageWith(shown), prompt);

    expect(item?.value).toEqual(value);
  });

  test('the prompt "name, email, address" names three fields', async () => {
    const page = await pageWith(
      '<h1>Vise Works</h1><p>Email: hello@vise.test</p><p>Address: 5 Iron Road, Leeds LS1 4AP</p>',
    );

    expect(Object.keys(extractByPrompt(page, 'name, email, address')[0]?.value ?? {})).toEqual([
      'name',
      'email',
      'address',
    ]);
  });

  const article = (shown: string) =>
    scrapedPage(`<title>The vise | Tools</title><article><h1>The vise</h1>${shown}${prose}</article>`);

  test.for([
    ['title, author and date', '<p>By Ida Holm</p>', { name: 'The vise', author: 'Ida Holm' }],
    [
      'title, author and date',
      '<time datetime="2026-03-04">4 March 2026</time>',
      { name: 'The vise', date: '2026-03-04' },
    ],
    ['headline and author of the article', '', { name: 'The vise' }],
  ] as const)(
    'the prompt "%s" gets the title of a text that shows only "%s"',
    async ([prompt, shown, value]) => {
      expect(extractByPrompt(await article(shown), prompt)).toMatchObject([{ value }]);
    },
  );

  test.for(['name and author of the recipe', 'title and price'])(
    'the prompt "%s" gets nothing from a text that tells its title only',
    async (prompt) => {
      expect(extractByPrompt(await article(''), prompt)).toEqual([]);
    },
  );

  test('a prompt that names nothing gets all declared and labelled values', async () => {
    const [item] = extractByPrompt(await pageWith(shown), 'everything, please');

    expect(item?.value).toMatchObject({ price: 95, weight: '11 kg' });
  });
});
