import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockPage, type BlockPage } from '#shared/content/main-content/blocks/page.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits, listsOfLines } from '#shared/content/main-content/blocks/units.ts';
import {
  completeSections,
  completeUnits,
  fillContainers,
  fillGaps,
  fillHoles,
  fillLists,
  fillPeers,
} from '#shared/content/main-content/choice/adjustments.ts';

const treeOf = (html: string): BlockTree => blockTree(parseHtml(html).document);
const pageOf = (html: string): BlockPage => blockPage(treeOf(html));

/** The blocks whose text has a `+`. */
const chosenOf = ({ tree }: BlockPage): Uint8Array =>
  Uint8Array.from(tree.blocks, ({ text }) => (text.includes('+') ? 1 : 0));

const text = '+ The tide turns twice a day, and the harbour empties down to its stones.';
const paragraph = `<p>${text}</p>`;

describe('a dropped entry among accepted ones of its kind', () => {
  const filled = (chances: readonly number[], peers: readonly number[]): number[] => {
    const accepted = Uint8Array.from(chances, (chance) => (chance >= 0.5 ? 1 : 0));
    return [...fillPeers(Int32Array.from(peers), Float32Array.from(chances), 0.5, accepted)];
  };

  test.for([
    ['is kept if it only just missed the threshold', [0.9, 0.4, 0.6], [0, 0, 0], [1, 1, 1]],
    ['stays dropped otherwise', [0.9, 0.2, 0.6], [0, 0, 0], [1, 0, 1]],
    ['stays dropped when most of them are', [0.9, 0.4, 0.4, 0.6], [0, 0, 0, 0], [1, 0, 0, 1]],
    ['stays dropped beside one of its kind', [0.9, 0.4], [0, 0], [1, 0]],
    ['stays dropped outside of repeated elements', [0.9, 0.4, 0.6], [-1, -1, -1], [1, 0, 1]],
  ] as const)('%s', ([, chances, peers, expected]) => {
    expect(filled(chances, peers)).toEqual(expected);
  });
});

describe('a dropped line between two accepted lines of a text', () => {
  const filled = (html: string, chance: number): number[] => {
    const page = pageOf(html);
    const chances = Float32Array.from(chosenOf(page), (chosen) => (chosen === 1 ? 0.9 : chance));
    return [...fillHoles(page, chances, 0.5, chosenOf(page))];
  };

  test.for([
    [
      'is kept if it only just missed the threshold',
      `<article>${paragraph}<p>Stones</p>${paragraph}</article>`,
      0.4,
      [1, 1, 1],
    ],
    ['stays dropped otherwise', `<article>${paragraph}<p>Stones</p>${paragraph}</article>`, 0.3, [1, 0, 1]],
    [
      'is kept with its heading',
      `<article>${paragraph}<h2>Tide</h2><p>Low</p>${paragraph}</article>`,
      0.4,
      [1, 1, 1, 1],
    ],
    [
      'stays dropped when it is one of three',
      `<article>${paragraph}<p>A</p><p>B</p><p>C</p>${paragraph}</article>`,
      0.4,
      [1, 0, 0, 0, 1],
    ],
    ['stays dropped in a list', '<ul><li>Mill+</li><li>12.50</li><li>Lamp+</li></ul>', 0.4, [1, 0, 1]],
    [
      'stays dropped between texts of different elements',
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
      'is kept as a whole when most of its words are accepted, link lists included',
      `<ul>${link('Tide+')}${link('Mill')}${link('Lamp+')}</ul>`,
      [1, 1, 1],
    ],
    [
      'stays as it is when fewer are accepted',
      `<ul>${link('Tide+')}${link('Mill')}${link('Lamp')}</ul>`,
      [1, 0, 0],
    ],
    [
      'is not a list of lines when an entry has two blocks',
      `<ul>${link('Tide+')}${link('Mill+')}<li><p>Lamp</p><p>12.50</p></li></ul>`,
      [1, 1, 0, 0],
    ],
  ] as const)('%s', ([, html, expected]) => {
    expect(filled(html)).toEqual(expected);
  });
});

describe('a table', () => {
  const prices = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>4</td></tr></table>';

  test('is kept as a whole when half of its words are accepted, else dropped as a whole', () => {
    const tree = treeOf(prices + prices);
    const units = indivisibleUnits(tree);

    const completed = completeUnits(tree, units, Uint8Array.of(1, 1, 1, 0, 1, 0, 0, 0));

    expect([...completed]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });
});

describe('a container of which most is accepted', () => {
  const list = `<ul>${'<li>One of the twelve long items of a list.</li>'.repeat(12)}<li>Odd</li></ul>`;
  const all = new Uint8Array(13).fill(1);
  const butLast = Uint8Array.from(all, (_, block) => (block === 12 ? 0 : 1));

  test('is kept as a whole', () => {
    const chances = new Float32Array(13).fill(0.4);

    expect(fillContainers(treeOf(list), chances, butLast)).toEqual(all);
  });

  test('stays as it is when a dropped block is almost surely no content', () => {
    const chances = new Float32Array(13).fill(0.9);
    chances[12] = 0.01;

    expect(fillContainers(treeOf(list), chances, butLast)).toEqual(butLast);
  });
});

describe('a table or code block between accepted blocks', () => {
  const tree = treeOf('<p>Before</p><pre>a = 1</pre><p>After</p>');
  const units = indivisibleUnits(tree);

  test('is kept', () => {
    const filled = fillGaps(units, Float32Array.of(0.9, 0.2, 0.9), Uint8Array.of(1, 0, 1));

    expect([...filled]).toEqual([1, 1, 1]);
  });

  test.for([
    ['two in a row are kept', 2, [1, 1, 1, 1]],
    ['four in a row are not', 4, [1, 0, 0, 0, 0, 1]],
  ] as const)('%s', ([, count, expected]) => {
    const listings = Array.from({ length: count }, (_, at) => `<pre>a = ${at}</pre>`).join('');
    const row = indivisibleUnits(treeOf(`<p>Before</p>${listings}<p>After</p>`));
    const accepted = Uint8Array.from({ length: count + 2 }, (_, at) => Number(at === 0 || at > count));

    expect([...fillGaps(row, new Float32Array(count + 2).fill(0.2), accepted)]).toEqual(expected);
  });

  test.for([
    ['is almost surely no content', [0.9, 0.02, 0.9], [1, 0, 1]],
    ['is at the end of the accepted text', [0.9, 0.2, 0.1], [1, 0, 0]],
  ] as const)('stays dropped when it %s', ([, chances, accepted]) => {
    const filled = fillGaps(units, Float32Array.from(chances), Uint8Array.from(accepted));

    expect([...filled]).toEqual([...accepted]);
  });
});

describe('an accepted heading', () => {
  const page = blockPage(
    treeOf('<h1>Pan</h1><div><h2>Reviews</h2><p>Marta: light.</p><p>Joost: heavy.</p></div><p>More</p>'),
  );
  const accepted = Uint8Array.of(1, 1, 0, 0, 0);

  test('adds the section under it', () => {
    const completed = completeSections(page, Float32Array.of(1, 0.7, 0.4, 0.35, 0), accepted);

    expect([...completed]).toEqual([1, 1, 1, 1, 0]);
  });

  test('is dropped when the section is no content', () => {
    const completed = completeSections(page, Float32Array.of(1, 0.7, 0.1, 0.1, 0), accepted);

    expect([...completed]).toEqual([1, 0, 0, 0, 0]);
  });

  test('stays above a kept heading of its section, whatever sign is between them', () => {
    const pan = blockPage(treeOf('<h1>Pan</h1><h2>Parts</h2><div>+</div><h3>Handle</h3><p>Of oak.</p>'));
    const chances = Float32Array.of(1, 0.7, 0.1, 0.5, 0.7);

    expect([...completeSections(pan, chances, Uint8Array.of(1, 1, 0, 1, 1))]).toEqual([1, 1, 0, 1, 1]);
    expect([...completeSections(pan, chances, Uint8Array.of(1, 1, 0, 0, 0))]).toEqual([1, 0, 0, 0, 0]);
  });

  test('stays with badges between it and the facts of its card', () => {
    const card = blockPage(
      treeOf(
        '<h1>Pans</h1><a><div><h3>Iron pan</h3><div>Bestseller</div></div><div>New</div><div>31 reviews</div></a><p>More</p>',
      ),
    );
    const isKept = Uint8Array.of(1, 1, 0, 0, 1, 0);

    expect([...completeSections(card, Float32Array.of(1, 0.7, 0.2, 0.1, 0.7, 0), isKept)]).toEqual([
      ...isKept,
    ]);
  });

  test.for([
    ['stays as the headline of a card in a list, above no more than a date', 4, '2h ago', 1],
    ['stays above its author, its age and its topic', 4, 'Sarah Perez 2 days ago In brief', 1],
    ['is dropped above more than that', 4, 'Sign in with the account of your library to read on', 0],
    ['is dropped as the only link of its kind, above a date', 1, '2h ago', 0],
  ] as const)('%s', ([, cards, below, isKept]) => {
    const card = `<li><div><h3><a href="/1">Ferry runs aground</a></h3></div><p>${below}</p></li>`;
    const list = blockPage(treeOf(`<h1>News</h1><ul>${card.repeat(cards)}</ul>`));
    const isHeading = list.headingLevel.map((level) => (level > 0 ? 1 : 0));
    const chances = Float32Array.from(isHeading, (heading) => (heading === 1 ? 0.9 : 0));

    expect([...completeSections(list, chances, isHeading)].at(-2)).toBe(isKept);
  });

  test('stays when it is an h1', () => {
    const titled = blockPage(treeOf('<h1>Pan</h1><p>Menu</p>'));

    expect([...completeSections(titled, Float32Array.of(1, 0), Uint8Array.of(1, 0))]).toEqual([1, 0]);
  });
});
