import { describe, expect, test } from 'vitest';

import { blockPage, type BlockPage } from '#shared/content/main-content/blocks/page.ts';
import { fillHoles, fillLists } from '#shared/content/main-content/choice/adjustments.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { listsOfLines } from '#shared/content/main-content/blocks/units.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';

const pageOf = (html: string): BlockPage => blockPage(blockTree(parseHtml(html).document));

/** The blocks whose text has a `+`. */
const chosenOf = ({ tree }: BlockPage): Uint8Array =>
  Uint8Array.from(tree.blocks, ({ text }) => (text.includes('+') ? 1 : 0));

const text = '+ The tide turns twice a day, and the harbour empties down to its stones.';
const paragraph = `<p>${text}</p>`;

describe('a line that was left out between two of a text', () => {
  const filled = (html: string, chance: number): number[] => {
    const page = pageOf(html);
    const chances = Float32Array.from(chosenOf(page), (chosen) => (chosen === 1 ? 0.9 : chance));
    return [...fillHoles(page, chances, 0.5, chosenOf(page))];
  };

  test.for([
    [
      'is taken when it was so only just',
      `<article>${paragraph}<p>Stones</p>${paragraph}</article>`,
      0.4,
      [1, 1, 1],
    ],
    ['stays out otherwise', `<article>${paragraph}<p>Stones</p>${paragraph}</article>`, 0.3, [1, 0, 1]],
    [
      'is taken with its heading',
      `<article>${paragraph}<h2>Tide</h2><p>Low</p>${paragraph}</article>`,
      0.4,
      [1, 1, 1, 1],
    ],
    [
      'stays out when there are more of them',
      `<article>${paragraph}<p>A</p><p>B</p><p>C</p>${paragraph}</article>`,
      0.4,
      [1, 0, 0, 0, 1],
    ],
    [
      'stays out of what is no running text',
      '<ul><li>Mill+</li><li>12.50</li><li>Lamp+</li></ul>',
      0.4,
      [1, 0, 1],
    ],
    [
      'stays out where texts of other elements meet',
      `<main><div>${paragraph}<div>${paragraph}<div>${paragraph}</div></div></div><p>Stones</p>${paragraph}</main>`,
      0.4,
      [1, 1, 1, 0, 1],
    ],
  ] as const)('%s', ([, html, chance, expected]) => {
    expect(filled(html, chance)).toEqual(expected);
  });
});

describe('a list of lines', () => {
  const filled = (html: string): number[] => {
    const page = pageOf(html);
    return [...fillLists(page.tree, listsOfLines(page.tree), chosenOf(page))];
  };
  const link = (name: string): string => `<li><a href="/${name}">${name}</a></li>`;

  test.for([
    [
      'is taken whole when most of it was, though it leads elsewhere',
      `<ul>${link('Tide+')}${link('Mill')}${link('Lamp+')}</ul>`,
      [1, 1, 1],
    ],
    [
      'stays as it is when most of it was not',
      `<ul>${link('Tide+')}${link('Mill')}${link('Lamp')}</ul>`,
      [1, 0, 0],
    ],
    [
      'is none when an entry has parts',
      `<ul>${link('Tide+')}${link('Mill+')}<li><p>Lamp</p><p>12.50</p></li></ul>`,
      [1, 1, 0, 0],
    ],
  ] as const)('%s', ([, html, expected]) => {
    expect(filled(html)).toEqual(expected);
  });
});
