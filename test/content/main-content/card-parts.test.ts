import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

describe('a part of the cards in a list', () => {
  const cards = (part: (at: number) => string): string =>
    `<div>${Array.from({ length: 6 }, (_, at) => `<div class="card"><h3><a href="/${at}">Lamp ${at} for piers+</a></h3>${part(at)}</div>`).join('')}</div>`;
  const badge = (at: number, kept: number, text = 'Best seller'): string =>
    `<p>${text}${at < kept ? '+' : ''}</p>`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('Best')).length;

  test('is kept on all that have it when most show it', () => {
    expect(kept(cards((at) => badge(at, 3)))).toBe(6);
    expect(kept(cards((at) => (at < 4 ? badge(at, 2) : '')))).toBe(4);
  });

  test.for([
    ['fewer show it', cards((at) => badge(at, 1)), 1],
    [
      'the list is short',
      cards((at) => badge(at, 2)).replace(/<div class="card">(?=<h3><a href="\/3").*$/, '</div>'),
      2,
    ],
    [
      'the cards are posts',
      cards((at) => `${badge(at, 3)}<p>${'She reads the tide at noon. '.repeat(25)}</p>`),
      3,
    ],
    ['the others are at other places', cards((at) => (at < 3 ? badge(at, 3) : `<ul><li>Best</li></ul>`)), 3],
    [
      'it is the text of each card',
      cards((at) =>
        badge(at, 3, 'Best in fog, in rain, in snow, in the dark of the night and at noon of each day'),
      ),
      3,
    ],
  ] as const)('is not added where %s', ([, html, count]) => {
    expect(kept(html)).toBe(count);
  });
});
