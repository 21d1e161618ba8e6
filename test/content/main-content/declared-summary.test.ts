import { describe, expect, test } from 'vitest';

import { declaredSummary } from '#shared/content/main-content/related/declared-summary.ts';
import { pageBlocks } from './page-blocks.ts';

const description = 'Ninety steps, one lamp and a book in which the keeper writes every tide of Skerry';

/** The block that is found when the headline and the text are kept. */
function foundIn(html: string, declared = description): string | undefined {
  const { context, textsOf } = pageBlocks(html);
  const kept = Uint8Array.from(context.tree.blocks, ({ text }) => Number(text.endsWith('+')));
  const block = declaredSummary(context, ['The lamps of Skerry', declared], kept);
  return block < 0 ? undefined : textsOf([block])[0];
}

const page = (below: string): string =>
  `<p>${description}.</p><h1>The lamp at Skerry+</h1>${below}<p>The keeper writes down the hour of each tide+</p>`;

describe('the description that a page declares', () => {
  test.for([
    ['right below the headline', `<p>${description}.</p>`],
    ['below date and author', `<p>4 May 2026</p><p>Ann Tarn</p><p>${description}.</p>`],
    ['with other spaces', `<p>${description.replaceAll(', ', ',\n ')}</p>`],
  ])('is content where it is shown %s', ([, below = '']) => {
    expect(foundIn(page(below))).toMatch(/^Ninety steps/);
  });

  test('may be the beginning of a longer summary', () => {
    const longer = `${description}, by hand.`;

    expect(foundIn(page(`<p>${longer}</p>`), `${description}…`)).toBe(longer);
  });

  test.for([
    ['far from the headline', `${'<p>Menu</p>'.repeat(9)}<p>${description}</p>`],
    ['in a link', `<p><a href="/lamp">${description}</a></p>`],
    ['in part', `<p>${description.slice(0, 40)}</p>`],
    ['not at all', '<p>Six words that say something else</p>'],
  ])('is no reason to keep a text that shows it %s', ([, below = '']) => {
    expect(foundIn(page(below))).toBeUndefined();
  });

  test.for([
    ['that is short', 'Ninety steps and one lamp', 'Ninety steps and one lamp, and nobody who counts them'],
    ['of a text of its own', description, `${description} ${'in a book '.repeat(40)}`],
  ])('is no reason to keep a text for a beginning %s', ([, declared = '', text = '']) => {
    expect(foundIn(page(`<p>${text}</p>`), declared)).toBeUndefined();
  });

  test('is too short to be recognised below six words', () => {
    expect(foundIn(page('<p>Lamps and tides</p>'), 'Lamps and tides')).toBeUndefined();
  });

  test('may be below a headline of the second level, where none of the first is kept', () => {
    const below = page(`<p>${description}.</p>`).replaceAll('h1>', 'h2>');

    expect(foundIn(below)).toMatch(/^Ninety steps/);
  });

  test('needs a headline above it', () => {
    expect(foundIn(`<p>${description}</p><p>Text+</p>`)).toBeUndefined();
  });
});
