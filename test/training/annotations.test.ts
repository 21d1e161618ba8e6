import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { agreedBlocks } from '../../lib/training/annotations/agreement.ts';
import { blocksIn } from '../../lib/training/annotations/annotate.ts';
import { blockKeys } from '../../lib/training/annotations/block-keys.ts';
import { type Reading, readReadings, writeReadings } from '../../lib/training/annotations/readings.ts';
import { showPage } from '../../lib/training/annotations/show-page.ts';
import { exampleWith } from './example-pages.ts';

const reading = (blocks: Partial<Reading>): Reading => ({
  page: 'tea',
  type: 'article',
  language: 'en',
  content: '',
  either: '',
  comments: '',
  ...blocks,
});

describe('a block of an annotated page', () => {
  test('has a name that white space does not change', () => {
    expect(blockKeys(['Green  tea\n'])).toEqual(blockKeys(['Green tea']));
    expect(blockKeys(['Green tea'])).not.toEqual(blockKeys(['Black tea']));
  });

  test('has a name of its own when another has the same text', () => {
    const [first, second] = blockKeys(['Tea', 'Tea']);

    expect(second).toBe(`${first}.2`);
  });

  test('is shown with its number, and links in a row share a line', async () => {
    const menu = ['Green', 'Black', 'White', 'Oolong'].map((tea) => `<li><a href="/${tea}">${tea}</a></li>`);
    const { context, texts } = await exampleWith(`<ul>${menu.join('')}</ul><p>Tea wants time.</p>`, {});

    const lines = showPage(context.tree, texts);

    expect(lines).toContain('0-3 links: Green | Black | White | Oolong');
    expect(lines).toContain('4 (3) Tea wants time.');
  });

  test('is named by number or range, and never one that the page does not have', () => {
    expect(blocksIn('1-3, 5', 6)).toEqual([1, 2, 3, 5]);
    expect(() => blocksIn('3-6', 6)).toThrow('"3-6" is not a range of the page\'s 6 blocks.');
    expect(() => blocksIn('three', 6)).toThrow('"three"');
  });
});

describe('two readings of a page', () => {
  const keys = ['title', 'byline', 'text', 'teaser'];
  const words = [5, 3, 100, 20];

  test('make known what both say, and nothing else', () => {
    const { shares, known } = agreedBlocks(
      keys,
      words,
      reading({ content: 'title text', either: 'byline' }),
      reading({ content: 'title text teaser' }),
    );

    expect([...shares]).toEqual([1, 0, 1, 0]);
    expect([...known]).toEqual([1, 0, 1, 0]);
  });

  test('agree on the share of the words that both take for content', () => {
    const { agreement } = agreedBlocks(
      keys,
      words,
      reading({ content: 'title text' }),
      reading({ content: 'title text teaser' }),
    );

    expect(agreement).toBeCloseTo(105 / 125, 6);
  });

  test('take comments for no content', () => {
    const { shares, known } = agreedBlocks(
      keys,
      words,
      reading({ content: 'text', comments: 'teaser' }),
      reading({ content: 'text' }),
    );

    expect([shares[3], known[3]]).toEqual([0, 1]);
  });

  test('are stored one to a line, in the order of the pages', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'winnow-readings-')), 'first.jsonl');
    const stored = new Map(['tea', 'coffee'].map((page) => [page, reading({ page, content: 'text' })]));

    writeReadings(file, stored);

    expect(readReadings(file)).toEqual(stored);
    expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('coffee');
  });
});
