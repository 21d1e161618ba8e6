import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

describe('the ingredients of a recipe', () => {
  const items = (item = '500 g flour'): string =>
    `<ul><li>${item}</li><li>10 g salt</li><li>a cup of water</li></ul>`;
  const recipe = (box: string): string =>
    `<main>${box}<p>Knead the dough and let it rest overnight+</p></main>`;

  test.for(['class="recipe__ingredients"', 'id="zutaten"', 'itemprop="recipeIngredients"'])(
    'are kept above their preparation: %s',
    (attribute) => {
      expect(keptTexts(recipe(`<aside ${attribute}>${items()}</aside>`))).toContain('500 g flour');
    },
  );

  test.for([
    [
      'lead to other recipes',
      recipe(
        `<div class="ingredients">${items('<a href="/flour">500 g flour</a>').replaceAll(/(?<=<li>)(?!<a)([^<]*)/g, '<a href="/x">$1</a>')}</div>`,
      ),
    ],
    ['stand below the text', `${recipe('')}<div class="ingredients">${items()}</div>`],
    ['filter recipes', recipe(`<div class="filter-ingredients">${items()}</div>`)],
    ['are of another recipe', recipe(`<div class="card"><div class="ingredients">${items()}</div></div>`)],
    [
      'stand there twice',
      recipe(`<div class="ingredients">${items()}</div><div class="print">${items()}</div>`),
    ],
    ['are named otherwise', recipe(`<aside class="tags">${items()}</aside>`)],
  ] as const)('are no lists that %s', ([, html]) => {
    expect(keptTexts(html)).not.toContain('500 g flour');
  });
});
