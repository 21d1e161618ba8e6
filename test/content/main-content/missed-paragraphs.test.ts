import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('a paragraph between kept ones', () => {
  const missed = sentence('Aland');

  test('of the same element is kept', () => {
    const html = `<div>${paragraph('Skerry')}<p>${missed}</p><img src="/a.png"><p>${sentence('Brake')}</p>${paragraph('Dover')}</div>`;

    expect(keptTexts(html)).toEqual(['Skerry+', 'Aland', 'Brake', 'Dover+'].map(plain));
  });

  const plain = (of: string): string => (of.endsWith('+') ? `${sentence(of.slice(0, -1))}+` : sentence(of));

  test('is kept with any number of others in a text of which most is kept', () => {
    const others = Array.from({ length: 6 }, (_, at) => `<p>${sentence(`Brake ${at}`)}</p>`).join('');
    const text = (kept: number, end = ''): readonly string[] =>
      keptTexts(
        `<div>${paragraph('Skerry').repeat(kept)}${others}${paragraph('Dover').repeat(5)}${end}</div>`,
      );

    expect(text(7)).toHaveLength(7 + 6 + 5);
    expect(text(6)).toHaveLength(6 + 5);
    expect(text(9, `<p>${missed}</p>`)).toHaveLength(9 + 6 + 5);
    expect(text(9, `<p>${missed}</p>`)).not.toContain(missed);
  });

  test.for([
    ['looks like something else', `<p>${missed}</p>`, 0.1],
    ['has another name', `<p class="note">${missed}</p>`, 0.3],
    ['is in a box of its own', `<div><p>${missed}</p></div>`, 0.3],
    ['is one of many', `<p>${missed}</p>`.repeat(4), 0.3],
    ['is a link', `<p><a href="/a">${missed}</a></p>`, 0.3],
    ['is a short line', '<p>Read by twelve people</p>', 0.3],
  ] as const)('is not kept when it %s', ([, between, chance]) => {
    const html = `<div>${paragraph('Skerry')}${between}${paragraph('Dover')}</div>`;

    expect(keptTexts(html, chance)).toEqual(['Skerry+', 'Dover+'].map(plain));
  });
});

describe('a subtitle', () => {
  const between = (subtitle: string, after = paragraph('Faaborg')): string =>
    `<div>${paragraph('Skerry')}${subtitle}${after}</div>`;

  test('is kept between paragraphs of its element', () => {
    expect(keptTexts(between('<div class="subtitle">The night watch</div>'), 0.05)).toContain(
      'The night watch',
    );
  });

  test.for([
    ['a link', '<div class="subtitle"><a href="/a">The night watch</a></div>'],
    ['in another element', '<section><div class="subtitle">The night watch</div></section>'],
    ['without such a name', '<div class="tool">The night watch</div>'],
  ])('is not %s', ([, subtitle = '']) => {
    expect(keptTexts(between(subtitle), 0.05)).not.toContain('The night watch');
  });
});
