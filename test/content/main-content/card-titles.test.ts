import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

const places = ['Skerry', 'Holm', 'Tarn', 'Voe'];

const summary = (of: string): string => `The keeper of ${of} writes the hour of each tide into a book+`;
const heading = (of: string): string => `<h3><a href="/${of}">The lamp at ${of}</a></h3>`;
const link = (of: string): string => `<div><a href="/${of}">The lamp at ${of}</a></div>`;
const card = (of: string, title = heading(of), text = summary(of)): string =>
  `<div class="card">${title}<p>${text}</p></div>`;

const list = (make: (of: string) => string, of: readonly string[] = places): string =>
  `<section>${of.map((one) => make(one)).join('')}</section>`;

describe('the title of a card', () => {
  test.for([
    ['a heading that is a link', heading],
    ['a link', link],
    [
      'a box that is named so',
      (of: string) => `<span>Lamps</span><div class="card__title">The lamp at ${of}</div>`,
    ],
  ] as const)('is kept with its summary, as %s', ([, title]) => {
    const texts = keptTexts(list((of) => card(of, title(of))));

    expect(texts).toEqual(places.flatMap((of) => [`The lamp at ${of}`, summary(of)]));
  });

  test('is kept in a list above a discussion', () => {
    const posts = list(
      (of) => `<article class="comment"><div class="comment-body">${of} is lit</div></article>`,
    );

    expect(keptTexts(list(card) + posts)).toContain('The lamp at Voe');
  });

  test.for([
    ['of two cards only', list((of) => card(of, link(of)), places.slice(0, 2))],
    ['with a dropped summary', list((of) => card(of, link(of), summary(of).slice(0, -1)))],
    ['that is the same button in each card', list((of) => card(of, '<a href="/a">Visit this lamp</a>'))],
    [
      'below the title that is kept, as its tags',
      list((of) => card(of, `<p>${of} by night+</p><a href="/tags">Lamps of ${of}</a>`)),
    ],
    ['of a long text', list((of) => card(of, link(of), `${summary(of)} `.repeat(12)))],
    ['that is the name of the section of all', list((of) => card(of, '<a href="/a">Lamps</a>'))],
    [
      'in a post, where it is the author',
      list(
        (of) => `<article class="comment"><b class="author"><a href="/${of}">${of} Tarn</a></b>
        <div class="comment-body">${summary(of)}</div></article>`,
      ),
    ],
  ])('is not kept %s', ([, page = '']) => {
    expect(keptTexts(page).filter((text) => !text.includes('+'))).toEqual([]);
  });
});
