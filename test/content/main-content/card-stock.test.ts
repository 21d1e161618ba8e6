import { describe, expect, test } from 'vitest';

import { stockOfCards } from '#shared/content/main-content/related/cards/card-stock.ts';
import { pageBlocks } from './page-blocks.ts';

const goods = ['Copper pan', 'Iron pan', 'Tin pan', 'Glass lid', 'Oak board'];
const price = '<div class="price">+ 12.40 €</div>';

/** Cards of goods, of which the third has another line. */
const list = (line: string, { names = goods, priced = price } = {}): string =>
  `<ul>${names.map((name, at) => `<li class="item"><h3><a href="/${at}">${name} +</a></h3>${priced}${at === 2 ? line : ''}</li>`).join('')}</ul>`;
const soldOut = '<div class="actions"><div class="stock unavailable">Out of stock</div></div>';

/** The lines that are kept beside the blocks with a `+`. */
function linesIn(html: string): readonly string[] {
  const { context, kept, textsOf } = pageBlocks(html);
  return textsOf(
    stockOfCards(
      context,
      kept.map((_, at) => (context.tree.blocks[at]?.text.includes('+') ? 1 : 0)),
    ),
  );
}

describe('the line of a card that says that nothing is left', () => {
  test('is kept with its title and price, in many languages', () => {
    expect(linesIn(list(soldOut))).toEqual(['Out of stock']);
    expect(linesIn(list('<div class="stock">Ausverkauft</div>'))).toEqual(['Ausverkauft']);
  });

  test('is kept where the price before a reduction and the saving are in one line with the price', () => {
    const priced = '<div>Special price + 204.00 € You save 215.99 € Regular price 419.99 €</div>';

    expect(linesIn(list(soldOut, { priced }))).toEqual(['Out of stock']);
    const sentence =
      '<div>The pan costs 204.00 € + 12.00 € for its lid, and it is made to order in York</div>';
    expect(linesIn(list(soldOut, { priced: sentence }))).toEqual([]);
  });

  test('is kept on a card that has more classes than the others', () => {
    const item = list(soldOut);

    expect(linesIn(item.replace(/<li class="item">(?=<h3><a href="\/2)/, '<li class="item wide">'))).toEqual([
      'Out of stock',
    ]);
    expect(linesIn(item.replace(/<li class="item">(?=<h3><a href="\/2)/, '<li class="box wide">'))).toEqual(
      [],
    );
  });

  test.for([
    ['without a price', list(soldOut, { priced: '<div>+ From York</div>' })],
    ['on fewer than four cards', list(soldOut, { names: goods.slice(0, 3) })],
    ['where something is left', list('<div class="stock">In stock</div>')],
    ['in a longer text', list('<p>Most of our pans are out of stock until the spring fair.</p>')],
    ['beside a title that is dropped', list(soldOut).replace('Tin pan +', 'Tin pan')],
  ] as const)('is not kept for its place %s', ([, html]) => {
    expect(linesIn(html)).toEqual([]);
  });
});
