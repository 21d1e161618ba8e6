import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

const summary = 'Ninety steps, one lamp and a book that nobody reads';

describe('the summary between a headline and its text', () => {
  const page = (standfirst: string, between = ''): string =>
    `<article><h1>The lamp at Skerry+</h1>${between}${standfirst}<p>By Ann Tarn</p>${paragraph('Skerry')}</article>`;

  test.for([
    ['with a name', `<p class="article__subhead">${summary}</p>`],
    ['in a box with a name', `<div class="sub-title"><p>${summary}</p></div>`],
    ['that is declared', `<div itemprop="alternativeHeadline">${summary}</div>`],
  ])('is kept %s', ([, standfirst = '']) => {
    expect(keptTexts(page(standfirst))).toContain(summary);
  });

  test('is kept as a heading without a section, which the model takes for content', () => {
    expect(keptTexts(page(`<h2>${summary}</h2>`), 0.6)).toContain(summary);
  });

  test('may stand after the date', () => {
    expect(keptTexts(page(`<p class="dek">${summary}</p>`, '<p>4 May 2026</p>'))).toContain(summary);
  });

  test.for([
    ['a heading that the model takes for something else', `<h2>${summary}</h2>`],
    ['the motto of the site', `<p class="site-subtitle">${summary}</p>`],
    ['a link', `<p class="subtitle"><a href="/a">${summary}</a></p>`],
    ['a rating', `<p class="summary">4.6 (7 ratings)</p>`],
    ['a text without such a name', `<p class="tools">${summary}</p>`],
  ])('is not %s', ([, standfirst = '']) => {
    expect(keptTexts(page(standfirst))).toEqual(['The lamp at Skerry+', `${sentence('Skerry')}+`]);
  });
});
