import { describe, expect, test } from 'vitest';

import { goodsList } from '#shared/content/main-content/related/product/goods-list.ts';
import { pageBlocks } from './page-blocks.ts';

const names = [
  'Lamp Aurora',
  'Lamp Boreal',
  'Lamp Corona',
  'Lamp Delta',
  'Lamp Equinox',
  'Lamp Fjord',
  'Lamp Gale',
];
const card = (name: string, price = '€49.99'): string =>
  `<li class="card"><a href="/${name}">12 Reviews</a><h3><a href="/${name}">${name}</a></h3><div>${price}</div><button>Add to cart</button></li>`;
const cards = (count: number): string =>
  `<ul>${names
    .slice(0, count)
    .map((name) => card(name))
    .join('')}</ul>`;

/** What the list of goods of a page consists of. */
function textsOf(body: string): readonly string[] {
  const { context, textsOf: texts } = pageBlocks(`<body>${body}</body>`);
  return texts(goodsList(context, context.titleBlock).map(({ from }) => from));
}

describe('the goods that a page lists', () => {
  test('are their names and prices', () => {
    expect(textsOf(`<h1>Lamps</h1><p>All of our lamps.</p>${cards(7)}`)).toEqual(
      names.flatMap((name) => [name, '€49.99']),
    );
  });

  test('have no name that leads to their reviews', () => {
    const reviewed = names.map(
      (name) =>
        `<li class="card"><div><a href="/${name}#reviews">Be the first to review this product</a></div><strong><a href="/${name}">${name}</a></strong><div>€49.99</div></li>`,
    );

    expect(textsOf(`<h1>Lamps</h1><ul>${reviewed.join('')}</ul>`)).toEqual(
      names.flatMap((name) => [name, '€49.99']),
    );
  });

  test('are all cards of a list, also those with more classes', () => {
    const some = (classes: string): readonly string[] => {
      const other = cards(7).replaceAll(
        /<li class="card">(?=<a href="\/Lamp [BD])/g,
        `<li class="${classes}">`,
      );
      return textsOf(`<h1>Lamps</h1>${other}`);
    };

    expect(some('card on-offer')).toEqual(names.flatMap((name) => [name, '€49.99']));
    // Five cards of one kind are too few.
    expect(some('on-offer card')).toEqual([]);
    expect(some('teaser')).toEqual([]);
  });

  test('are no cards that lack a class of the others', () => {
    const shop = cards(7).replaceAll('class="card"', 'class="card shop"');

    expect(textsOf(`<h1>Lamps</h1>${shop.replace('card shop', 'card story')}`)).toEqual(
      names.slice(1).flatMap((name) => [name, '€49.99']),
    );
  });

  test('have a second price with what says that it is that of a subscription', () => {
    const offer = (label: string): string => `<div>${label}</div><div>€39.99</div><button>`;
    const page = (label: string): string => `<h1>Lamps</h1>${cards(7).replaceAll('<button>', offer(label))}`;

    expect(textsOf(page('Subscribe and save'))).toContain('Subscribe and save');
    expect(textsOf(page('Compare'))).not.toContain('Compare');
  });

  test('may have a text before the name', () => {
    const remark = `<p>${'This lamp is quiet and lit from within by a small candle. '.repeat(25)}</p>`;
    const remarked = (name: string): string => card(name).replace('<h3>', `${remark}<h3>`);

    expect(textsOf(`<h1>Lamps</h1><ul>${names.map(remarked).join('')}</ul>`)).toContain('Lamp Fjord');
  });

  test('have the numbers of their models, which are headings of the cards', () => {
    const model = (name: string, at: number): string =>
      `<div class="card"><a href="/${at}"><h4>81${at}D</h4><p>${name}, 40 cm</p></a><span>€49.99</span></div>`;

    expect(textsOf(`<h1>Lamps</h1>${names.map(model).join('')}`)).toEqual(
      expect.arrayContaining(['810D', 'Lamp Aurora, 40 cm', '€49.99', '816D', 'Lamp Gale, 40 cm']),
    );
  });

  test('may be a few links with name and price in one line, right below the heading', () => {
    const line = (name: string): string =>
      `<a href="/${name}"><span>${name}</span> <span>From $32</span></a>`;
    const cells = (count: number): string =>
      names
        .slice(0, count)
        .map((name) => `<div class="cell"><div>${line(name)}</div><p>Brass</p></div>`)
        .join('');
    const page = (count: number): string =>
      `<h1>Lamps</h1><p>All of our lamps.</p><div>${cells(count)}</div>`;

    expect(textsOf(page(5))).toEqual(names.slice(0, 5).map((name) => `${name} From $32`));
    expect(textsOf(page(3))).toEqual([]);
    const text = `<p>${'We repair lamps of the last century. '.repeat(16)}</p>`;
    expect(textsOf(page(5).replace('</p>', `</p>${text}`))).toEqual([]);
  });

  test('may be two in a grid that is named after products, near the heading', () => {
    const page = (name: string, between = ''): string =>
      `<h1>Lamps</h1><p>All of our lamps.</p>${between}<div class="row ${name}">${cards(2)}</div>`;

    expect(textsOf(page('product-grid'))).toEqual(names.slice(0, 2).flatMap((name) => [name, '€49.99']));
    expect(textsOf(page('offers'))).toEqual([]);
    const text = `<p>${'We repair lamps of the last century. '.repeat(40)}</p>`;
    expect(textsOf(page('product-grid', text))).toEqual([]);
  });

  test('are not named by a button with a price', () => {
    const goods = names.map(
      (name, at) =>
        `<li class="card"><h3>${name}</h3><p>$3${at}</p><p><a href="/cart">Add to cart from $3${at}</a></p></li>`,
    );

    expect(textsOf(`<h1>Lamps</h1><p>All of our lamps.</p><ul>${goods.join('')}</ul>`)).toEqual(
      expect.arrayContaining(names.flatMap((name, at) => [name, `$3${at}`])),
    );
  });

  test('are of one list whatever categories their classes name', () => {
    const categories = ['brass', 'glass', 'wood'];
    const goods = names.map((name, at) =>
      card(name).replace(
        'class="card"',
        `class="card hentry category-${categories[at % 3]} tag-${at}${at % 2 ? ' sold-out' : ''}"`,
      ),
    );

    expect(textsOf(`<h1>Lamps</h1><p>All of our lamps.</p><ul>${goods.join('')}</ul>`)).toHaveLength(14);
  });

  test('may be in a part that is named after the banner beside it', () => {
    const row = `<div class="row has-side-banner"><div class="items">${cards(7)}</div></div>`;

    expect(textsOf(`<h1>Lamps</h1><p>All of our lamps.</p>${row}`)).toContain('Lamp Aurora');
  });

  test.for(['plp-tablet-filters', 'collection facets-vertical'])(
    'may be in a box that is named after its filters: %s',
    (name) => {
      const box = `<div class="${name}"><div class="items">${cards(7)}</div></div>`;

      expect(textsOf(`<h1>Lamps</h1><p>All of our lamps.</p>${box}`)).toContain('Lamp Aurora');
    },
  );

  test('may stand behind filters, whose labels are many and short', () => {
    const filters = Array.from(
      { length: 120 },
      (_, at) => `<li><a href="/f/${at}">Brass lamps ${at}</a></li>`,
    );

    expect(textsOf(`<h1>Lamps</h1><ul>${filters.join('')}</ul>${cards(7)}`)).toContain('Lamp Aurora');
  });

  test('are not named by labels that several of them have', () => {
    const labelled = names
      .map(
        (name, at) =>
          `<li class="card"><a href="/${at}">${at % 2 === 0 ? '<div>Best Seller</div>' : ''}<div>${name}</div><div>€49.99</div></a></li>`,
      )
      .join('');

    expect(textsOf(`<h1>Lamps</h1><ul>${labelled}</ul>`)).toEqual(names.flatMap((name) => [name, '€49.99']));
  });

  test('have the headings of their parts', () => {
    const part = (name: string): string =>
      `<h2>${name} lamps</h2><ul>${names.map((each) => card(`${name} ${each}`)).join('')}</ul>`;

    expect(textsOf(`<h1>Lamps</h1><p>All of them.</p>${part('Brass')}${part('Glass')}`)).toContain(
      'Glass lamps',
    );
  });

  test('have both prices of an offer', () => {
    const offers = names.map((name) => card(name, '<s>€59.99</s></div><div>€49.99')).join('');

    expect(textsOf(`<h1>Lamps</h1><ul>${offers}</ul>`).slice(0, 3)).toEqual([
      'Lamp Aurora',
      '€59.99',
      '€49.99',
    ]);
  });

  test.for([
    ['few cards', `<h1>Lamps</h1>${cards(5)}`],
    ['recommendations', `<h1>Lamps</h1><div class="recommendations">${cards(7)}</div>`],
    ['the footer', `<h1>Lamps</h1><footer>${cards(7)}</footer>`],
    [
      'cards far below the text',
      `<h1>How lamps are made</h1><p>${'Glass is blown by day. '.repeat(60)}</p>${cards(7)}`,
    ],
    [
      'cards without prices',
      `<h1>Lamps</h1><ul>${names.map((name) => card(name, 'Sold out')).join('')}</ul>`,
    ],
    ['cards above the heading', `${cards(7)}<h1>How lamps are made</h1>`],
    ['a short list on a page without a heading', cards(7)],
  ] as const)('are not added from %s', ([, body]) => {
    expect(textsOf(body)).toEqual([]);
  });
});
