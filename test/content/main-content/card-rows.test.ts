import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

const hours = ['Therapy', 'Training', 'Travel', 'Support'];

const row = (card: (name: string, at: number) => string, names = hours): string =>
  `<section>${names.map((name, at) => `<div class="card">${card(name, at)}</div>`).join('')}</section>`;
/** A number above its label, which is kept. */
const counted = (name: string, at: number): string =>
  `<div class="number">${at + 1}2,000</div><div class="label">${name} hours+</div>`;
const numbers = (html: string, chance?: number): string[] =>
  keptTexts(html, chance).filter((text) => !text.includes('+'));

describe('a part that all cards of a row have', () => {
  test('is kept with the rest of its card: the number above a label', () => {
    expect(numbers(row(counted))).toEqual(['12,000', '22,000', '32,000', '42,000']);
  });

  test('is kept in three cards', () => {
    expect(numbers(row(counted, hours.slice(0, 3)))).toHaveLength(3);
  });

  test('is dropped in a card of which nothing else is kept', () => {
    const cards = row((name, at) => counted(name, at).replace(at === 2 ? '+' : '-', ''));

    expect(numbers(cards)).toEqual(['12,000', '22,000', '42,000']);
  });

  test.for([
    ['says the same on each card', row((name, at) => counted(name, at).replace(/\d+2,000/, 'Read more'))],
    [
      'is a link',
      row((name, at) => counted(name, at).replace(/\d+2,000/, (number) => `<a href="/${at}">${number}</a>`)),
    ],
    ['stands in two cards only', row(counted, hours.slice(0, 2))],
    [
      'stands in rows that keep less than half',
      row((name, at) => counted(name, at).replace(at > 0 ? '+' : '-', '')),
    ],
    [
      'one card has alone',
      row((name, at) => (at === 1 ? counted(name, at) : `<p>${name}+</p><p>hours+</p>`)),
    ],
    [
      'repeats the text beside it',
      row((name) => `<div>Add ${name} hours</div><div>${name} hours</div><div>left+</div>`),
    ],
    [
      'is in posts',
      row((name, at) => `<div class="comment-body">${counted(name, at)}</div>`).replaceAll(
        'class="card"',
        'class="comment"',
      ),
    ],
  ] as const)('is dropped where it %s', ([, html]) => {
    expect(numbers(html).filter((text) => /000|Read|Add/.test(text))).toEqual([]);
  });

  test('is dropped where it is less likely', () => {
    expect(numbers(row(counted), 0.2)).toEqual([]);
  });
});
