import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

describe('the dates of cards in a list', () => {
  const cards = (date: (at: number) => string, title = '+'): string =>
    `<div>${Array.from({ length: 6 }, (_, at) => `<div class="card"><h3><a href="/${at}">Story of lamp ${at}${title}</a></h3>${date(at)}</div>`).join('')}</div>`;
  const day = (at: number): string => `<p>${at + 1} May 2026</p>`;
  const kept = (html: string): number => keptTexts(html, 0.05).filter((text) => text.includes('2026')).length;

  test('are kept with their titles', () => {
    expect(kept(cards(day))).toBe(6);
    expect(
      kept(cards((at) => `<p><time datetime="2026-05-0${at + 1}">May ${at + 1}, 2026</time> · 4 min</p>`)),
    ).toBe(6);
  });

  test.for(['4 hrs ago', 'vor 3 Stunden', '3 小时前'])('may say how long ago that was: %s', (ago) => {
    expect(
      keptTexts(
        cards(() => `<p>${ago}</p>`),
        0.05,
      ).filter((text) => text === ago),
    ).toHaveLength(6);
  });

  test.for([
    ['the cards are dropped', cards(day, '')],
    ['only some have one', cards((at) => (at < 3 ? day(at) : ''))],
    ['they tell when a member joined', cards((at) => `<ul><li>Joined ${day(at)}</li></ul>`)],
  ])('are not kept where %s', ([, html = '']) => {
    expect(kept(html)).toBe(0);
  });
});
