import { describe, expect, test } from 'vitest';

import { titlesOfQuestions } from '#shared/content/main-content/related/faq-questions.ts';
import { keptTexts, pageBlocks, paragraph, sentence } from './page-blocks.ts';

describe('a question', () => {
  const asked = 'Who lights the lamp at Skerry?';
  const pair = (name: string, question = `<span>${asked}</span>`): string =>
    `<div class="${name}"><div>${question}</div><div>${paragraph('Skerry')}</div></div>`;

  test.for(['faq__item', 'accordion', 'questions'])(
    'is kept with its answer, in an element named %s',
    (name) => {
      expect(keptTexts(pair(name))).toContain(asked);
    },
  );

  test.for([
    ['elsewhere', pair('column')],
    ['of a teaser', pair('faq', `<a href="/lamp">${asked}</a>`)],
    ['in a quotation', `<div class="faq"><blockquote>${asked}</blockquote>${paragraph('Skerry')}</div>`],
    [
      'without its answer',
      `<div class="faq"><div>${asked}</div><p>${sentence('Skerry')}</p></div><p>Text+</p>`,
    ],
  ])('is not kept for its place: %s', ([, html = '']) => {
    expect(keptTexts(html)).not.toContain(asked);
  });
});

describe('the title of a list of questions', () => {
  const page = (title: string, first: string): string =>
    `<h2>${title}</h2><p>${first}</p><p>Every night.</p>`;
  /** All but the title is kept. */
  const titlesIn = (html: string): string[] => {
    const { context, kept, textsOf } = pageBlocks(html);
    kept[0] = 0;
    return textsOf(titlesOfQuestions(context, kept));
  };

  test.for(['Frequently Asked Questions', 'FAQs about lamps', 'Questions fréquentes', '常见问题'])(
    'is kept: %s',
    (title) => {
      expect(titlesIn(page(title, 'When is it lit?'))).toEqual([title]);
    },
  );

  test('is neither another heading, nor one above something else than a question', () => {
    expect(titlesIn(page('Lamps', 'When is it lit?'))).toEqual([]);
    expect(titlesIn(page('FAQs', 'Call us.'))).toEqual([]);
  });
});

test('a question is kept with the sign that opens its answer', () => {
  const item = `<div class="accordion-item"><div class="accordion-header"><h3>Who lights the lamp?</h3><i>–</i></div><div>${paragraph('Skerry')}</div></div>`;

  expect(keptTexts(item, 0.05).join(' ')).toContain('Who lights the lamp?');
});
