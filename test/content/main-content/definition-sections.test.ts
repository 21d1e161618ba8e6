import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('a list of definitions under a heading', () => {
  const list =
    '<h2>Modules</h2><dl><dt><a href="/fs">fs</a></dt><dd>Files</dd><dt><a href="/io">io</a></dt><dd>Streams</dd></dl>';
  const page = (html: string): string =>
    `<main>${['Skerry', 'Aland', 'Brake'].map(paragraph).join('')}${html}</main>`;

  test('is kept in an element that is mostly kept', () => {
    expect(keptTexts(page(`<div>${list}</div>`)).slice(3)).toEqual([
      'Modules',
      'fs',
      'Files',
      'io',
      'Streams',
    ]);
  });

  test.for([
    ['a menu', page(list), 0.2],
    ['without a heading', page(list.replace(/<h2>.*?<\/h2>/, '')), 0.3],
    [
      'beside the text',
      `<div>${list}${`<p>${sentence('Dover')}</p>`.repeat(4)}</div><main>${paragraph('Skerry')}</main>`,
      0.3,
    ],
  ] as const)('is not kept when it is %s', ([, html, chance]) => {
    expect(keptTexts(html, chance)).not.toContain('Files');
  });
});
