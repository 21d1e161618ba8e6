import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

const places = ['Skerry', 'Holm', 'Tarn', 'Voe'];

const summary = (of: string): string => `The keeper of ${of} writes the hour of each tide into a book+`;
const heading = (of: string): string => `<h3><a href="/${of}">The lamp at ${of}</a></h3>`;
const card = (of: string, title = heading(of), text = summary(of)): string =>
  `<div class="card">${title}<p>${text}</p></div>`;

const list = (make: (of: string) => string, of: readonly string[] = places): string =>
  `<section>${of.map(make).join('')}</section>`;

describe('the title of a card', () => {
  test.for([
    ['a heading that is a link', heading],
    ['a link', (of: string) => `<div><a href="/${of}">The lamp at ${of}</a></div>`],
  ] as const)('is kept with its summary, as %s', ([, title]) => {
    const texts = keptTexts(list((of) => card(of, title(of))));

    expect(texts).toEqual(places.flatMap((of) => [`The lamp at ${of}`, summary(of)]));
  });

  test.for([
    ['of two cards only', list(card, places.slice(0, 2))],
    ['with a dropped summary', list((of) => card(of, heading(of), summary(of).slice(0, -1)))],
    ['that is the same button in each card', list((of) => card(of, '<a href="/a">Visit this lamp</a>'))],
    ['that is the name of a section', list((of) => card(of, `<a href="/a">${of}</a>`))],
    [
      'in a post, where it is the author',
      list(
        (of) => `<article class="comment"><b class="author"><a href="/${of}">${of} Tarn</a></b>
        <div class="comment-body">${summary(of)}</div></article>`,
      ),
    ],
  ])('is not kept %s', ([, page = '']) => {
    expect(keptTexts(page).filter((text) => !text.endsWith('+'))).toEqual([]);
  });
});
