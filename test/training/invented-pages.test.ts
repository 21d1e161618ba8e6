import { describe, expect, test } from 'vitest';

import { inventPage } from '../../lib/training/invented-pages.ts';
import { type Example, inventedExample } from '../../lib/training/training-set.ts';

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

describe('invented pages', () => {
  test('are the same for the same seed', () => {
    expect(seeds.map(inventPage)).toEqual(seeds.map(inventPage));
    expect(new Set(seeds.map((seed) => inventPage(seed).html)).size).toBe(seeds.length);
  });

  test('are of every kind and in both languages', () => {
    const pages = seeds.map(inventPage);

    expect(new Set(pages.map(({ language }) => language))).toEqual(new Set(['en', 'ru']));
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
});
