import { describe, expect, test } from 'vitest';

import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { KeptBlocks } from '#shared/content/main-content/related/kept-blocks.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { specifications } from '#shared/content/main-content/related/product/product-specifications.ts';
import { addProduct } from '#shared/content/main-content/related/product/product.ts';
import { declaredProduct } from '#shared/content/metadata/declared-product.ts';
import { headFacts } from '#shared/content/metadata/head-facts.ts';
import { readJsonLd } from '#shared/content/metadata/json-ld.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';
import { readPage } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const url = 'https://shop.example/lamp';

interface Shop {
  readonly title?: string;
  readonly declared?: object;
  readonly head?: string;
  /** The chance of every block to be content. */
  readonly chance?: number;
}

/** The blocks that are kept beside those with a `+`, which are accepted, with their reasons. */
function keptOf(body: string, { title = 'Lamp Aurora | Shop', declared, head = '', chance = 0 }: Shop = {}) {
  const data =
    declared === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(declared)}</script>`;
  const page = parsePage({
    bytes: Buffer.from(`<head><title>${title}</title>${head}${data}</head><body>${body}</body>`),
    contentType: 'text/html; charset=utf-8',
    url,
  });
  if (page.kind !== 'html') throw new Error('the page is not HTML');
  const index = new ElementIndex(page.document);
  const product = declaredProduct(page, index, headFacts(index), readJsonLd(index), title);
  normalizePage(page);
  const tree = blockTree(page.document);
  const context = blockContext(tree, { title });
  const accepted = Uint8Array.from(tree.blocks, ({ text }) => (text.includes('+') ? 1 : 0));
  const chances = new Float32Array(tree.blocks.length).fill(chance);
  const kept = new KeptBlocks(accepted);
  if (product !== undefined) addProduct(context, indivisibleUnits(tree), chances, kept, product);
  const added = tree.blocks.flatMap(({ text }, block) => {
    const reason = kept.reasonOf(block);
    return reason === undefined ? [] : [{ text, reason }];
  });
  return { texts: added.map(({ text }) => text), added };
}

const lamp = {
  '@type': 'Product',
  name: 'Lamp Aurora',
  brand: { '@type': 'Brand', name: 'Nordlys' },
  offers: {
    '@type': 'Offer',
    price: '49.99',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
  aggregateRating: { ratingValue: 4.6, reviewCount: 31 },
};

const text = '<p>A lamp of brass and oak + for long evenings.</p>';

describe('what is kept of a declared product', () => {
  test('is the list of goods of a category that is declared as a product, for its stars', () => {
    const goods = ['Kettle grill', 'Kamado grill', 'Smoker box', 'Table grill', 'Gas grill', 'Pellet grill'];
    const cards = goods.map(
      (name, at) => `<li class="good"><h2><a href="/${at}">${name} ${at}</a></h2><p>1${at}9,00 €</p></li>`,
    );
    const body = `<h1>Grills</h1>${text}<ul>${cards.join('')}</ul>`;
    const category = { '@type': 'Product', name: 'Grills', aggregateRating: lamp.aggregateRating };
    const { texts } = keptOf(body, { title: 'Grills', declared: category });
    expect(texts).toEqual(['Grills', ...goods.flatMap((name, at) => [`${name} ${at}`, `1${at}9,00 €`])]);
    const soldOut = {
      ...category,
      offers: { '@type': 'Offer', availability: 'https://schema.org/OutOfStock' },
    };
    expect(keptOf(body, { title: 'Grills', declared: soldOut }).texts).toEqual(['Grills']);
  });

  test('is its name, price, brand, rating and availability', () => {
    const { texts } = keptOf(
      `<div><h1>Lamp Aurora</h1><p>Nordlys</p><p>4,6 von 5</p><div class="price">49,99 €</div>
       <p>Auf Lager</p><p>In 3 Farben</p></div>${text}`,
      { declared: lamp },
    );
    expect(texts).toEqual(['Lamp Aurora', 'Nordlys', '4,6 von 5', '49,99 €', 'Auf Lager']);
  });

  test.for([
    ['with the whole and the cents apart', '<div><div>49</div><sup>99</sup><span>€</span></div>'],
    ['with its sign in another element', '<div><div>€</div><div>49,99</div></div>'],
    ['with a label', '<p>Ihr Preis: 49,99 €</p>'],
    ['as a code of a currency', '<p>EUR 49.99</p>'],
  ])('is its price %s', ([, price]) => {
    const { texts } = keptOf(`<h1>Lamp Aurora</h1>${price}${text}`, { declared: lamp });
    expect(texts.join(' ').replaceAll(/\D/g, '')).toBe('4999');
  });

  test('is the price before the reduction with the price, and no price of a unit', () => {
    const { texts } = keptOf(
      `<h1>Lamp Aurora</h1><div><p><s>79,00 €</s></p><p>49,99 €</p><p>1,20 € / W</p></div>${text}`,
      { declared: lamp },
    );
    expect(texts).toEqual(['Lamp Aurora', '79,00 €', '49,99 €']);
  });

  test.for([
    [
      'microdata',
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lamp Aurora</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><p><span itemprop="price" content="49.99">49,99 €</span></p></div></div>',
      '',
    ],
    [
      'Open Graph',
      '<h1>Lamp Aurora</h1><p>49,99 €</p>',
      '<meta property="og:type" content="product"><meta property="og:title" content="Lamp Aurora"><meta property="product:price:amount" content="49.99">',
    ],
  ] as const)('may be declared as %s', ([, body, head]) => {
    expect(keptOf(body + text, { head }).texts).toEqual(['Lamp Aurora', '49,99 €']);
  });

  test('is the heading of its price, where the price is far below the name', () => {
    const page = (lines: number): string =>
      `<h1>Lamp Aurora</h1>${'<p>In the press</p>'.repeat(lines)}${text}<div><h2>Buy Aurora</h2><div class="price">49,99 €</div></div>`;

    expect(keptOf(page(9), { declared: lamp }).texts).toEqual(['Lamp Aurora', 'Buy Aurora', '49,99 €']);
    expect(keptOf(page(2), { declared: lamp }).texts).toEqual(['Lamp Aurora', '49,99 €']);
  });

  test('is the table of its variants', () => {
    const { texts } = keptOf(
      `<h1>Lamp Aurora</h1>${text}<table><tr><th>Size</th><th>Price</th></tr>
       <tr><td>Small</td><td>49,99 €</td></tr><tr><td>Large</td><td>69,99 €</td></tr></table>`,
      { declared: lamp },
    );
    expect(texts).toEqual(['Lamp Aurora', 'Size', 'Price', 'Small', '49,99 €', 'Large', '69,99 €']);
  });

  const radios = (values: readonly string[]): string =>
    values
      .map(
        (value) =>
          `<input type="radio" id="${value}" name="Size" value="${value}"><label for="${value}">${value}<span class="visually-hidden">Sold out</span></label>`,
      )
      .join('');
  const fieldset = (box: string, label = 'Size') =>
    `<fieldset class="${box}"><legend>${label}: Small</legend>${radios(['Small', 'Large'])}</fieldset>`;

  test.for([
    [
      'in a menu of WooCommerce',
      '<label for="pa">Size</label><select id="pa" name="attribute_pa_size"><option value="">Choose an option</option><option>Small</option><option>Large</option></select>',
    ],
    [
      'of which one is sold out',
      '<select name="options[Size]"><option disabled>Choose</option><option>Small</option><option disabled>Large</option></select>',
    ],
    [
      'in a menu of Shopify without a label',
      '<select name="options[Size]"><option>Small</option><option>Large</option></select>',
    ],
    ['as radio buttons in a box of the product', fieldset('product-form__input')],
    ['as radio buttons in the form of the cart', `<form action="/cart/add">${fieldset('js')}</form>`],
    ['as radio buttons that name the form', fieldset('js').replace('name=', 'form="product-form-1" name=')],
    [
      'in labels around radio buttons',
      '<fieldset class="swatches"><legend>Size：Small</legend><label><input type="radio"> Small</label><label><input type="radio"> Large</label></fieldset>',
    ],
    [
      'in a menu of PrestaShop',
      '<form action="/cart"><select name="group[1]" aria-label="Size"><option disabled>Choose</option><option>Small</option><option>Large</option></select></form>',
    ],
    [
      'in a menu without an id, beside another label',
      '<select name="options[Size]"><option>Small</option><option>Large</option></select><label hidden>Gift wrapping</label>',
    ],
    [
      'in the table of WooCommerce',
      '<table class="variations"><tr><th><label for="s">Size</label></th><td><select id="s" name="attribute_size"><option>Small</option><option>Large</option></select><a href="#">Clear</a></td></tr></table>',
    ],
    ['in two copies for two screens', fieldset('variant') + fieldset('variant')],
  ] as const)('are its options %s', ([, shown]) => {
    expect(keptOf(`<h1>Lamp Aurora</h1>${shown}${text}`, { declared: lamp }).texts).toEqual([
      'Lamp Aurora',
      'Size: Small, Large',
    ]);
  });

  test.for([
    ['of a form that asks for something else', fieldset('shipping')],
    ['of a group with other text', fieldset('variant').replace('</fieldset>', '<p>From 5 €</p></fieldset>')],
    ['of a topic', '<select name="group[7]"><option>News</option><option>Offers</option></select>'],
    ['far below the product', `<p>Line</p>`.repeat(45) + fieldset('variant')],
    ['of other goods', `<section class="related-products">${fieldset('variant')}</section>`],
    ['with a single value', '<select name="attribute_size"><option>Small</option></select>'],
    [
      'of a list of goods',
      '<select name="options[Size]"><option>Small</option><option>Large</option></select>'.repeat(9),
    ],
  ] as const)('are no options %s', ([, shown]) => {
    const { texts } = keptOf(`<h1>Lamp Aurora</h1>${shown}${text}`, { declared: lamp });

    expect(texts.filter((line) => line.includes(','))).toEqual([]);
  });

  describe('are its specifications,', () => {
    const facts = ['Height', '40 cm', 'Weight', '2 kg', 'Shade', 'Linen', 'Foot', 'Oak'];
    const box = (name: string, lines = facts): string =>
      `<div class="${name}">${lines.map((line) => `<p>${line}</p>`).join('')}</div>`;
    const textsOf = (html: string) => keptOf(`<h1>Lamp Aurora</h1>${html}`, { declared: lamp }).texts;

    test.for(['product-specs', 'tech_specs', 'specifications', 'productSpecs_9x2k'])(
      'in an element named %s',
      (name) => {
        expect(textsOf(text + box(name))).toEqual(['Lamp Aurora', ...facts]);
      },
    );

    test('below their heading, unless it is as unlikely as a menu', () => {
      const html = `<h1>Lamp Aurora</h1>${text}<section><h2>All of it</h2>${box('specs')}</section>`;

      expect(keptOf(html, { declared: lamp, chance: 0.2 }).texts).toContain('All of it');
      expect(keptOf(html, { declared: lamp, chance: 0.05 }).texts).not.toContain('All of it');
    });

    test.for([
      ['of a few facts', box('specs', facts.slice(0, 4))],
      [
        'of links',
        box(
          'specs',
          facts.map((line) => `<a href="/${line}">${line}</a>`),
        ),
      ],
      ['with another name', box('special-offers')],
    ])('not those %s', ([, html = '']) => {
      expect(textsOf(text + html)).toEqual(['Lamp Aurora']);
    });

    const table = (name: string, lines: readonly string[]): string =>
      `<div class="product-details"><table class="${name}">${lines.map((line) => `<tr><th>${line}</th><td>${line}: 40</td></tr>`).join('')}</table></div>`;

    test.for([
      [
        'two rows of a table that is named the attributes of a product',
        'woocommerce-product-attributes',
        2,
        2,
      ],
      ['no single row', 'woocommerce-product-attributes', 1, 0],
      ['no two rows of a table with another name', 'sizes', 2, 0],
      ['four rows of a table with another name', 'sizes', 4, 4],
    ] as const)('in a table: %s', ([, name, rows, kept]) => {
      const lines = ['Height', 'Weight', 'Depth', 'Width'].slice(0, rows);
      const expected = lines.slice(0, kept).flatMap((line) => [line, `${line}: 40`]);

      expect(textsOf(text + table(name, lines))).toEqual(['Lamp Aurora', ...expected]);
    });

    test('not a copy of those that are kept', () => {
      const { context, kept } = pageBlocks(`<h1>Lamp Aurora</h1>${box('details')}${box('specs')}`);
      kept.fill(0, 1 + facts.length);

      expect(specifications(context, 0, kept)).toEqual([]);
      expect(specifications(context, 0, kept.fill(0, 1))).toHaveLength(1);
    });
  });

  test('is the price of a page that its shop system calls one of a product, also when it calls itself an article', () => {
    const shown = `<h1>Lamp Aurora</h1><p class="price">From: $35.00</p>${text}`;
    const head = '<meta property="og:type" content="article">';

    expect(keptOf(`<body class="single single-product">${shown}`, { head }).texts).toEqual([
      'Lamp Aurora',
      'From: $35.00',
    ]);
    expect(keptOf(shown, { head }).texts).toEqual([]);
  });

  test('is the first price under its name when the declared one is not shown', () => {
    const { texts } = keptOf(`<h1>Lamp Aurora</h1><p>42,01 € net</p>${text}`, { declared: lamp });
    expect(texts).toEqual(['Lamp Aurora', '42,01 € net']);
  });

  test.for([
    ['recommended goods', '<div class="recommended"><div><p>Lamp Borealis</p><p>49,99 €</p></div></div>'],
    ['the cart', '<div class="mini-cart"><p>Your cart</p><p>49,99 €</p></div>'],
    ['a footer', '<footer><p>49,99 € gift card</p></footer>'],
    ['a card that leads elsewhere', '<div><a href="/b">49,99 €</a></div>'],
  ])('is no price of %s', ([, other]) => {
    const { texts } = keptOf(`<h1>Lamp Aurora</h1>${text}${other}`, { declared: lamp });
    expect(texts).toEqual(['Lamp Aurora']);
  });

  test('has its price beside its name, not in the bar of the window, unless it is only there', () => {
    const bar = '<div class="sticky-add"><p>Lamp Aurora at 49,99 €</p></div>';
    const textsOf = (price: string): readonly string[] =>
      keptOf(`${bar}<h1>Lamp Aurora</h1>${price}${text}`, { declared: lamp }).texts;

    expect(textsOf('<p>49,99 €</p>')).toEqual(['Lamp Aurora', '49,99 €']);
    expect(textsOf('')).toEqual(['Lamp Aurora at 49,99 €', 'Lamp Aurora']);
  });

  test('is no "Sold out" that templates hide while the product is declared to be in stock', () => {
    const { texts } = keptOf(`<h1>Lamp Aurora</h1><p>49,99 €</p><p>Sold out</p>${text}`, { declared: lamp });
    expect(texts).toEqual(['Lamp Aurora', '49,99 €']);
  });

  test('has its reason', () => {
    const { added } = keptOf(`<h1>Lamp Aurora</h1><p>49,99 €</p>${text}`, { declared: lamp });
    expect(added).toContainEqual({ text: '49,99 €', reason: 'the declared price of the product' });
  });
});

describe('a page that declares no product', () => {
  const priced = (amount: string) => `<div class="card"><p class="price">${amount}</p></div>`;

  test('shows one with a price under its heading', () => {
    expect(keptOf(`<h1>Lamp Aurora</h1><div class="price-box">$35.00</div>${text}`).texts).toEqual([
      'Lamp Aurora',
      '$35.00',
    ]);
  });

  test.for([
    ['is a list of goods', `<h1>Lamp Aurora</h1>${priced('$1')}${priced('$2')}${text}`],
    ['has a price range to choose from', `<h1>Lamp Aurora</h1><p class="price">$0 – $50</p>${text}`],
    ['mentions an amount', `<h1>Lamp Aurora</h1><p>Rent: $900</p>${text}`],
  ] as const)('gains nothing when it %s', ([, body]) => {
    expect(keptOf(body).texts).toEqual([]);
  });

  describe('shows its facts', () => {
    const facts = ['Height', '40 cm', 'Weight', '2 kg', 'Shade', 'Linen', 'Foot', 'Oak'];
    const table = (cells: readonly string[]): string =>
      `<table>${Array.from({ length: cells.length / 2 }, (_, row) => `<tr><th>${cells[2 * row]}</th><td>${cells[2 * row + 1]}</td></tr>`).join('')}</table>`;
    const page = (name: string, cells = facts): string =>
      `<h1>Lamp Aurora</h1>${text}<div id="${name}"><div>${table(cells)}</div></div>`;

    test.for(['productDetails_techSpec_section_1', 'prodDetails', 'technical-data'])(
      'in a table of a box named %s',
      (name) => {
        expect(keptOf(page(name)).texts).toEqual(facts);
      },
    );

    test('also beside those that it declares', () => {
      expect(keptOf(page('prodDetails'), { declared: lamp }).texts).toEqual(['Lamp Aurora', ...facts]);
    });

    test.for([
      [
        'of long texts',
        page(
          'prodDetails',
          facts.map((fact) => `${fact} ${'of brass and oak '.repeat(12)}`),
        ),
      ],
      ['of which a part is kept', page('prodDetails', ['Height', '40 cm +', ...facts])],
      ['in a box that holds the heading', `<div id="prodDetails">${page('more')}</div>`],
      ['of another box', page('opening-hours')],
      ['of few rows', page('prodDetails', facts.slice(0, 6))],
      [
        'of links',
        page(
          'prodDetails',
          facts.map((fact) => `<a href="/${fact}">${fact}</a>`),
        ),
      ],
      ['above the heading', `<div id="prodDetails">${table(facts)}</div><h1>Lamp Aurora</h1>${text}`],
      ['of other goods', page('related-product-details')],
    ] as const)('but no table %s', ([, body]) => {
      expect(keptOf(body).texts).toEqual([]);
    });
  });

  test('gains nothing when it is an article', () => {
    const declared = { '@type': 'NewsArticle', headline: 'Lamp Aurora' };
    const body = `<h1>Lamp Aurora</h1><div class="price">$35.00</div>${text}`;
    expect(keptOf(body, { declared }).texts).toEqual([]);
  });

  test('lists the goods of which it declares several', () => {
    const names = ['Aurora', 'Borealis', 'Corona', 'Delta', 'Equinox', 'Fjord'].map((name) => `Lamp ${name}`);
    const several = names.map((name) => ({ ...lamp, name }));
    const cards = names.map((name) => `<li><h3><a href="/${name}">${name}</a></h3><b>€49.99</b></li>`);

    const { texts } = keptOf(`<h1>All our lights</h1><ul>${cards.join('')}</ul>`, {
      title: 'All our lights',
      declared: several,
    });

    expect(texts).toEqual(names.flatMap((name) => [name, '€49.99']));
  });

  test('gains nothing when it declares several, none of which it is about', () => {
    const several = ['Lamp Borealis', 'Lamp Corona'].map((name) => ({ ...lamp, name }));
    const body = `<h1>Lamps</h1><p>Lamp Borealis</p><p>49,99 €</p>${text}`;
    expect(keptOf(body, { title: 'All our lights', declared: several }).texts).toEqual([]);
  });
});

test('the Markdown of a product page has its name and price', async () => {
  const prose = 'Brass and oak carry a shade of linen, and the light falls softly on table and floor alike.';
  const { markdown } = await readPage(
    `<title>Lamp Aurora | Shop</title><script type="application/ld+json">${JSON.stringify(lamp)}</script>
     <nav><a href="/a">Lamps</a> <a href="/b">Chairs</a></nav>
     <div class="buy-box"><h1>Lamp Aurora</h1><div class="p"><span>49</span><span>,99</span> €</div><a href="/cart">Buy</a></div>
     <div class="description">${`<p>${prose}</p>`.repeat(6)}</div><footer><a href="/imprint">Imprint</a></footer>`,
    { onlyMainContent: true, url },
  );
  expect(markdown).toContain('# Lamp Aurora');
  expect(markdown).toContain('49,99 €');
});

test('the brand above the name of a product is no section of the site', async () => {
  const prose = 'Brass and oak carry a shade of linen, and the light falls softly on table and floor alike.';
  const { markdown } = await readPage(
    `<title>Lamp Aurora | Shop</title><script type="application/ld+json">${JSON.stringify(lamp)}</script>
     <nav><a href="/a">Lamps</a> <a href="/b">Chairs</a></nav>
     <div class="buy-box"><h3><a href="/nordlys">Nordlys</a></h3><h1>Lamp Aurora</h1><p>49,99 €</p></div>
     <div class="description">${`<p>${prose}</p>`.repeat(6)}</div><footer><a href="/imprint">Imprint</a></footer>`,
    { onlyMainContent: true, url },
  );

  expect(markdown).toMatch(/^### \[Nordlys\].*\n\n# Lamp Aurora/);
});
