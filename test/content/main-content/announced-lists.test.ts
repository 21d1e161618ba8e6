import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph } from './page-blocks.ts';

describe('a list', () => {
  const list = '<ul><li><a href="/a">Eddyline</a></li><li><a href="/b">Old Town</a></li></ul>';
  const after = paragraph('Faaborg');
  const keptOf = (html: string, chance = 0.6): number =>
    keptTexts(`<div>${html}</div>`, chance).filter((text) => text === 'Eddyline' || text === 'Old Town')
      .length;

  test('is kept below a line that announces it', () => {
    expect(keptOf(`<p>The best brands of boats are+:</p>${list}${after}`)).toBe(2);
    expect(keptOf(`<p>これらの船が特に人気があり、よく選ばれています+：</p>${list}${after}`)).toBe(2);
  });

  test('is kept at the end of a text below a line that says that it follows', () => {
    expect(keptOf(`<p>Read more on the following pages+:</p>${list}<p>Menu</p>`)).toBe(2);
  });

  test('is kept at the end of a text where it leads to several other sites', () => {
    const links = (...urls: readonly string[]): string =>
      `<ul>${urls.map((url, at) => `<li><a href="${url}">${at === 0 ? 'Eddyline' : 'Old Town'}</a></li>`).join('')}</ul>`;
    const line = '<p>The best makers of boats are+:</p>';
    const keptBelow = (...urls: readonly string[]): number => keptOf(`${line}${links(...urls)}<p>Menu</p>`);

    expect(keptBelow('https://eddyline.test/', 'https://oldtown.test/a')).toBe(2);
    expect(keptBelow('https://eddyline.test/', 'https://news.pages.test/')).toBe(0);
    expect(keptBelow('https://eddyline.test/', '/a')).toBe(0);
    expect(keptBelow('https://www.network.test/a', 'https://network.test/b')).toBe(0);
    expect(keptBelow('https://www.bbc.test/a', 'https://bbc.test/b')).toBe(0);
    expect(keptBelow('https://a.net.co.uk/a', 'https://b.net.co.uk/b')).toBe(0);
    expect(keptBelow('https://oars.co.uk/', 'https://sails.co.uk/')).toBe(2);
    expect(
      keptOf(`<p>More boats+:</p>${links('https://eddyline.test/', 'https://oldtown.test/')}<p>Menu</p>`),
    ).toBe(0);
  });

  test.for([
    '<h2>+Sources</h2>',
    '<p><strong>+Quellen:</strong></p>',
    '<h3>+ 5. References</h3>',
    '<p>+参考文献</p>',
  ])('is kept below a line that calls it the sources of the text: %s', (heading) => {
    expect(keptOf(`${heading}${list}<p>Menu</p>`)).toBe(2);
  });

  test.for([
    ['below the sources of another element', `<div><h2>+Sources</h2></div>${list}<p>Menu</p>`, 0.6],
    ['below a dropped heading', `<h2>Sources</h2>${list}<p>Menu</p>`, 0.6],
    ['below a heading with more words', `<h2>+Sources of the Nile</h2>${list}<p>Menu</p>`, 0.6],
    ['below a label', `<p>Read more+:</p>${list}${after}`, 0.6],
    ['below a line that ends', `<p>The best brands of boats are many+.</p>${list}${after}`, 0.6],
    ['at the end of a text', `<p>The best brands of boats are+:</p>${list}<p>Menu</p>`, 0.6],
    ['in another element', `<section><p>The best brands of boats are+:</p></section>${list}${after}`, 0.6],
    ['below an unlikely line', `<p>The best brands of boats are+:</p>${list}${after}`, 0.3],
  ] as const)('is dropped %s', ([, html, chance]) => {
    expect(keptOf(html, chance)).toBe(0);
  });
});

describe('a definition', () => {
  const definition = (name: string): string =>
    `<dl><dt>lamp.${name}</dt><dd>What the lamp of the pier has as its ${name}</dd></dl>`;
  const end =
    '<p>The lamps of the pier are lit at dusk and put out at dawn, in any weather and on any day.</p>';
  const manual = (line: string, below = definition('glass') + definition('wick') + end): string =>
    `<section><p>${line}</p>${below}</section>`;
  const texts = (html: string, chance = 0.6): readonly string[] =>
    keptTexts(html, chance).filter((text) => !text.includes('+'));

  test('is kept below a line that announces it, with those that follow and the paragraph below them', () => {
    expect(texts(manual('Lamps have two attributes that can be read+:'))).toEqual([
      'lamp.glass',
      expect.stringContaining('glass'),
      'lamp.wick',
      expect.stringContaining('wick'),
      expect.stringContaining('lit at dusk'),
    ]);
  });

  test.for([
    ['below a line that ends', manual('Lamps have two attributes that can be read+.'), 0.6],
    [
      'in another element',
      `<div>${manual('Lamps have two attributes that can be read+:', '')}</div>${definition('glass')}`,
      0.6,
    ],
    ['that is unlikely', manual('Lamps have two attributes that can be read+:'), 0.1],
  ] as const)('is dropped %s', ([, html, chance]) => {
    expect(texts(html, chance)).toEqual([]);
  });
});

describe('a short line above a kept list', () => {
  const list = '<ul><li>Weighs little+</li><li>Is quiet+</li></ul>';
  const label = 'What we like';
  const keeps = (html: string, chance = 0.3): boolean =>
    keptTexts(`<div>${html}</div>`, chance).includes(label);

  test.for([['<div class="heading">'], ['<p>']])('is kept, in %s', ([start]) => {
    expect(keeps(`${paragraph('Skerry')}${start}${label}${start === '<p>' ? '</p>' : '</div>'}${list}`)).toBe(
      true,
    );
  });

  test('is kept as bare text of the element', () => {
    expect(keeps(`<section><b>${label}</b>${list}</section>`)).toBe(true);
  });

  test.for([
    ['a link', `<p><a href="/a">${label}</a></p>${list}`, 0.3],
    ['above a dropped list', `<p>${label}</p><ul><li>Menu</li></ul>${paragraph('Skerry')}`, 0.3],
    ['in another element', `<section><p>${label}</p></section>${list}`, 0.3],
    ['what operates the page', `<p>${label}</p>${list}`, 0.05],
  ] as const)('is not %s', ([, html, chance]) => {
    expect(keeps(html, chance)).toBe(false);
  });
});
