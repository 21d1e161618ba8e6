import { describe, expect, test } from 'vitest';

import { inventPage } from '../../lib/training/invented-pages.ts';
import { newsLanguages } from '../../lib/training/invented-words.ts';
import { type Example, inventedExample } from '../../lib/training/training-set.ts';

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

describe('invented pages', () => {
  test('are the same for the same seed', () => {
    expect(seeds.map(inventPage)).toEqual(seeds.map(inventPage));
    expect(new Set(seeds.map((seed) => inventPage(seed).html)).size).toBe(seeds.length);
  });

  test('are of every kind and in every language', () => {
    const pages = seeds.map(inventPage);

    expect(new Set(pages.map(({ language }) => language))).toEqual(new Set(newsLanguages));
    expect(new Set(pages.map(({ type }) => type))).toEqual(
      new Set(['forum', 'product', 'listing', 'collection', 'article', 'service', 'documentation']),
    );
  });

  test('are read as pages with blocks to keep', async () => {
    const examples = await Promise.all(seeds.map((seed) => inventedExample(inventPage(seed))));

    const kept = examples.map((example) => example?.shares.filter((share) => share === 1).length ?? 0);
    expect(Math.min(...kept)).toBeGreaterThan(0);
  });

  test('keep what members of a forum write and drop the menu', async () => {
    const forums = seeds
      .map(inventPage)
      .filter(({ type, language }) => type === 'forum' && language === 'en');
    const examples = (await Promise.all(forums.map(inventedExample))) as readonly Example[];

    const verdict = (text: RegExp) =>
      new Set(
        examples.flatMap(({ texts, shares }) =>
          [...shares].filter((_, block) => text.test(texts[block] ?? '')),
        ),
      );
    expect(examples.length).toBeGreaterThan(1);
    expect(verdict(/Log in|Register|Sign up/)).toEqual(new Set([0]));
    // Prose of at least 40 words is only in posts and in the footer's few sentences.
    expect(verdict(/(\S+\s+){40,}/)).toContain(1);
  });

  test('of newspapers drop teasers, however much longer than the article', async () => {
    const news = seeds.filter((seed) => seed % 3 === 0).map(inventPage);
    const examples = (await Promise.all(news.map(inventedExample))) as readonly Example[];

    const wordsOf = ({ tokens, shares }: Example, share: number): number =>
      tokens.reduce((sum, { length }, block) => sum + (shares[block] === share ? length : 0), 0);
    expect(examples.every((example) => wordsOf(example, 1) > 0)).toBe(true);
    expect(examples.some((example) => wordsOf(example, 0) > 3 * wordsOf(example, 1))).toBe(true);
  });
});
