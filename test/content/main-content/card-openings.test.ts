import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

const ants = ['Centipedes', 'Crickets', 'Earwigs', 'Fire ants', 'Fleas'];

const page = (card: (name: string, at: number) => string, names = ants): string =>
  `<section>${names.map((name, at) => `<div class="card">${card(name, at)}</div>`).join('')}</section>`;
const described = (name: string, at: number): string => `<div>${name}</div><div>Species ${at}+</div>`;
/** Below the least mean chance of `partsOfRows`, which would keep these lines, too. */
const opened = (html: string, chance = 0.2): string[] =>
  keptTexts(html, chance).filter((text) => !text.includes('+'));

describe('the first line of a card', () => {
  test('is kept with what the card says below it', () => {
    expect(opened(page(described))).toEqual(ants);
  });

  test('is kept in cards of which one keeps nothing else', () => {
    const cards = page((name, at) => described(name, at).replace(at === 2 ? '+' : '-', ''));

    expect(opened(cards)).toContain('Fleas');
  });

  test('is kept where those of some other cards were kept already', () => {
    expect(opened(page((name, at) => described(at < 2 ? `${name}+` : name, at)))).toEqual(ants.slice(2));
  });

  test.for([
    ['that most cards share', page((_, at) => described('Sponsored', at))],
    ['that some cards share', page((name, at) => described(at < 3 ? name : 'Sponsored', at))],
    [
      'where those of most other cards were kept',
      page((name, at) => described(at < 4 ? `${name}+` : name, at)),
    ],
    [
      'of cards of which two keep nothing else',
      page(
        (name, at) => (at < 5 ? described(name, at) : `<div>${name}</div><div>A species</div>`),
        [...ants, 'Mites', 'Moths'],
      ),
    ],
    [
      'of long cards',
      page(
        (name, at) =>
          described(name, at) + `<p>${'The queen leads all of them to the pier. '.repeat(14)}</p>`,
      ),
    ],
    ['of three cards only', page(described, ants.slice(0, 3))],
    ['of cards that keep nothing', page((name) => `<div>${name}</div><div>A species</div>`)],
    ['that is a sentence', page((name, at) => described(`${name} ${'and more of them '.repeat(4)}`, at))],
    [
      'that repeats the text below',
      page((name) => `<div>Add ${name} to your favourites</div><div>${name}</div><p>Lit+</p>`),
    ],
    [
      'of posts, where it is the author',
      page((name, at) => `<div class="comment-body">${described(name, at)}</div>`).replaceAll(
        'class="card"',
        'class="comment"',
      ),
    ],
  ])('is not kept %s', ([, html = '']) => {
    expect(opened(html)).toEqual([]);
  });

  test('is not kept where it looks like something else', () => {
    expect(opened(page(described), 0.1)).toEqual([]);
  });
});
