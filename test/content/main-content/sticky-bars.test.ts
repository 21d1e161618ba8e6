import { isTag } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { stickyBars } from '#shared/content/main-content/dropped/sticky-bars.ts';
import { readPage } from '../read-page.ts';
import { pageBlocks } from './page-blocks.ts';

const namesOf = (html: string): readonly string[] => {
  const { context, kept } = pageBlocks(html);
  return stickyBars(context.page, kept).map((bar) =>
    isTag(bar) ? (bar.attribs['class'] ?? bar.attribs['id'] ?? '') : '',
  );
};
const title = 'The keeper of Skerry reads the tide';
const page = (bar: string): string => `<main><h1>${title}</h1><p>She reads it at noon.</p>${bar}</main>`;

describe('a bar that stays at the edge of the window', () => {
  test.for(['sticky-header', 'fixed-article-title header-courier', 'floating'])(
    'is left out where it repeats the headline: %s',
    (name) => {
      expect(namesOf(page(`<div class="${name}"><h2>Tides: ${title}</h2><img src="/a.svg"></div>`))).toEqual([
        name,
      ]);
    },
  );

  test('repeats a short headline at its beginning', () => {
    const shop = (bar: string): string => `<h1>Atelier Sofa</h1>${bar}<p>Oak and linen.</p>`;

    expect(namesOf(shop('<div id="sticky-add">Atelier Sofa <b>Buy</b></div>'))).toEqual(['sticky-add']);
    expect(namesOf(shop('<div id="sticky-add">Why we made Atelier Sofa</div>'))).toEqual([]);
  });

  test('stays where the price is only there', () => {
    const shop = (price: string): string =>
      `<h1>Atelier Sofa</h1>${price}<div class="sticky">Atelier Sofa <b>4,345 €</b></div>`;

    expect(namesOf(shop('<p>Oak and linen.</p>'))).toEqual([]);
    expect(namesOf(shop('<p>4,345 €</p>'))).toEqual(['sticky']);
  });

  test.for([
    ['says something else', page('<div class="sticky">Low water is at nine</div>')],
    ['holds the headline', `<div class="sticky"><h1>${title}</h1></div><p>She reads it at noon.</p>`],
    [
      'is a column of text',
      page(`<div class="sticky">${title}. ${'She reads it at noon. '.repeat(20)}</div>`),
    ],
    ['is called otherwise', page(`<div class="fixed-price">${title}</div>`)],
  ] as const)('stays where it %s', ([, html]) => {
    expect(namesOf(html)).toEqual([]);
  });
});

test('is no part of the Markdown of a page', async () => {
  const { markdown } = await readPage(
    `<title>${title}</title><body><nav><a href="/a">Tides</a></nav>${page(`<p>${'She writes it into her book, and reads it at noon. '.repeat(8)}</p><div class="sticky-header"><p>Tides: ${title}</p></div><p>${'She lights the lamp at night, and trims it. '.repeat(8)}</p>`)}</body>`,
    { onlyMainContent: true },
  );

  expect(markdown).toContain('She lights the lamp');
  expect(markdown).not.toContain('Tides: The keeper');
});
