import { expect, test } from 'vitest';

import { paidLists } from '#shared/content/main-content/dropped/paid-lists.ts';
import { pageBlocks } from './page-blocks.ts';

function paidIn(html: string): string[] {
  const { context, units, kept, title, textsOf } = pageBlocks(html);
  return textsOf(paidLists({ context, units, kept, title }));
}

const paid = 'https://www.amazon.de/sspa/click?ie=UTF8&url=%2Fdp%2FB0C6';
const listOf = (...links: readonly string[]): string =>
  `<ol>${links.map((href, at) => `<li><a href="${href}">Lamp ${at}</a> £${at}</li>`).join('')}</ol>`;
const text = '<p><a href="/oil">Oil</a> is what the keeper brings over.</p>';

test('a list of which all links are paid for goes with its heading, and no text beside it', () => {
  const box = `<div><h2>Products related to this item</h2><a href="#feedback">Sponsored</a>${listOf(paid, paid)}</div>`;

  expect(paidIn(`<main>${text}${box}${text}</main>`)).toEqual([
    'Products related to this item',
    'Sponsored',
    'Lamp 0 £0',
    'Lamp 1 £1',
  ]);
});

test('text beside such a list stays, also where it has no link', () => {
  const paragraph =
    '<p>The keeper rows over every night with the oil for the lamp, whatever the weather says.</p>';

  expect(paidIn(`<section><h2>Aftermath</h2>${paragraph}${listOf(paid, paid)}</section>`)).toEqual([
    'Lamp 0 £0',
    'Lamp 1 £1',
  ]);
});

test.for([
  ['with another link', listOf(paid, paid, '/lamps/3')],
  ['of one link', listOf(paid)],
  ['of the companies themselves', listOf('https://www.taboola.com/', 'https://www.outbrain.com/')],
  ['without paid links', listOf('/lamps/1', '/lamps/2')],
])('a list %s stays', ([, list]) => {
  expect(paidIn(`<main>${text}${list}</main>`)).toEqual([]);
});
