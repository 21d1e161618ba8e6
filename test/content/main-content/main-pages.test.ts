import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { type ContentOptions, pageContents } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

const folder = join(import.meta.dirname, '../../fixtures/main-content');
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => basename(name, '.html'));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** F1 of two bags of words. */
function wordF1(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  const hits = found.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
  return (2 * hits) / (found.length + wanted.length);
}

async function scoreOf(name: string): Promise<number> {
  const bytes = readFileSync(join(folder, `${name}.html`));
  const page = parsePage({
    bytes,
    contentType: 'text/html; charset=utf-8',
    url: 'https://pages.test/123',
  });
  const options: ContentOptions = {
    formats: new Set(['html']),
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  };
  const contents = await pageContents(page, [options]);
  const html = contents[0]?.html ?? '';
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:#\d+|\w+);/g, ' ');
  return wordF1(wordsOf(text), wordsOf(readFileSync(join(folder, `${name}.txt`), 'utf8')));
}

const minPageF1 = 0.75;
const minMeanF1 = 0.97;

describe('forums, products and listings in layouts that the model has not been trained on', () => {
  test.for(pages)('finds the content of %s', async (name) => {
    const score = await scoreOf(name);

    expect(score).toBeGreaterThanOrEqual(minPageF1);
  });

  test('reaches a mean F1 of 0.97', async () => {
    const found = await Promise.all(pages.map(scoreOf));

    const mean = found.reduce((sum, score) => sum + score, 0) / found.length;

    expect(mean).toBeGreaterThanOrEqual(minMeanF1);
  });
});
