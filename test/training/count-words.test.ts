import { beforeAll, describe, expect, test } from 'vitest';

import { readWordOdds, type WordOdds } from '#shared/content/main-content/model/word-odds.ts';
import { countWords, wordOdds } from '../../lib/training/count-words.ts';
import type { Example } from '../../lib/training/training-set.ts';
import { exampleWith } from './example-pages.ts';

const story = 'Long ago a kettle sang in a small kitchen by the sea.';

const pageOf = (site: number, set?: string): Promise<Example> => {
  const own = site === 1 ? ' kettleworld' : '';
  const body = `<div class="navbar${own}"><p>Subscribe now 2024</p></div><div class="story"><p>Chapter one</p><p>${story}</p></div>`;
  return exampleWith(body, { text: `Chapter one ${story}` }, site, set);
};

describe('the odds of words', () => {
  let examples: readonly Example[];
  let odds: WordOdds;

  beforeAll(async () => {
    examples = await Promise.all(Array.from({ length: 40 }, (_, at) => pageOf(at + 1)));
    odds = readWordOdds(wordOdds(countWords(examples)));
  });

  test('are for names around content and against names around the rest', () => {
    expect(odds.names.get('story')).toBeGreaterThan(0);
    expect(odds.names.get('navbar')).toBeLessThan(0);
  });

  test('are for words in content and against words in the rest', () => {
    expect(odds.texts.get('chapter')).toBeGreaterThan(0);
    expect(odds.texts.get('subscribe')).toBeLessThan(0);
  });

  test('are unknown for names of a single site, for numbers, and for words of few sites', async () => {
    const few = readWordOdds(wordOdds(countWords(examples.slice(0, 20))));

    expect(odds.names.has('kettleworld')).toBe(false);
    expect(odds.texts.has('2024')).toBe(false);
    expect([few.names.has('story'), few.texts.has('chapter')]).toEqual([true, false]);
  });

  test('are counted on pages of many kinds of sites only, whose whole text is known', async () => {
    const others = await Promise.all([
      pageOf(50, 'multilingual'),
      exampleWith(`<p>${story}</p>`, { must: ['kettle'] }, 51),
    ]);

    expect(countWords(others)).toEqual([]);
  });
});
