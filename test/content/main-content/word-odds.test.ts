import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { wordFeatureNames, wordsWriter } from '#shared/content/main-content/features/words.ts';
import { readWordOdds, wordsOfBlock, wordsOfName } from '#shared/content/main-content/model/word-odds.ts';

const odds = readWordOdds({
  names: { words: 'body footer post', odds: [10, -30, 20] },
  texts: { words: 'account description', odds: [-25, 15] },
});

const treeOf = (html: string) => blockTree(parseHtml(html).document);

/** The word features of each block, by name. */
function featuresOf(html: string): Record<string, number>[] {
  const context = blockContext(treeOf(html));
  const write = wordsWriter(context, odds);
  return Array.from({ length: context.page.count }, (_, block) => {
    const row = new Float32Array(wordFeatureNames.length);
    write(block, row, 0);
    return Object.fromEntries(wordFeatureNames.map((name, at) => [name, row[at] ?? 0]));
  });
}

describe('the words of a name', () => {
  test.for([
    ['post-body', ['post', 'body']],
    ['postBody post_2', ['post', 'body', 'post']],
    ['site__Footer--wide', ['site', 'footer', 'wide']],
    ['b-1 x', []],
  ] as const)('are found in %s', ([name, words]) => {
    expect(wordsOfName(name)).toEqual(words);
  });
});

describe('the words of a block', () => {
  test('are those of more than one letter', () => {
    expect(wordsOfBlock(treeOf('<p>Lamp A: Лампа, of 2019</p>'), 0)).toEqual(['lamp', 'лампа', 'of', '2019']);
  });

  test('are none in a longer text, which is judged by its shape', () => {
    expect(wordsOfBlock(treeOf(`<p>${'lamp '.repeat(15)}</p>`), 0)).toEqual([]);
  });
});

describe('the odds of words', () => {
  test('score a block by the names around it, near ones more', () => {
    const [features] = featuresOf(
      '<div class="footer"><div class="post-body"><p>Trim the wick</p></div></div>',
    );

    expect(features).toMatchObject({
      'odds.own': 0,
      'odds.near': expect.closeTo((1.5 - 3) / 2, 5),
      'odds.least': -3,
      'odds.sum': expect.closeTo(1.5 / (1 + 1 / 3) - 3 / (1 + 2 / 3), 5),
    });
  });

  test('score a block by its own words', () => {
    const [text] = featuresOf('<p>My account</p>');

    expect(text).toMatchObject({ 'odds.text': -2.5, 'odds.textLeast': -2.5 });
  });

  test('score a block by all headings above it', () => {
    const features = featuresOf(
      '<h2>My account</h2><h3>Description</h3><p>Brass</p><h2>Description</h2><p>Iron</p>',
    );

    expect(features.map((block) => [block['odds.headings'], block['odds.headingsLeast']])).toEqual([
      [0, 0],
      [-2.5, -2.5],
      [(-2.5 + 1.5) / 2, -2.5],
      [(-2.5 + 1.5) / 2, -2.5],
      [1.5, 0],
    ]);
  });

  test('score a block by the short texts beside it', () => {
    const [, features] = featuresOf('<p>My account</p><p>Brass</p><p>Description</p>');

    expect(features).toMatchObject({ 'odds.around': (-2.5 + 1.5) / 2, 'odds.aroundLeast': -2.5 });
  });

  test('are 0 for unknown names and words', () => {
    const [features] = featuresOf('<div class="zq"><p>Wick</p></div>');

    expect(features).toMatchObject({ 'odds.near': 0, 'odds.least': 0, 'odds.sum': 0, 'odds.text': 0 });
  });
});
