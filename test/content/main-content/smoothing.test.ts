import { describe, expect, test } from 'vitest';

import { blockContext, type BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockPage } from '#shared/content/main-content/blocks/page.ts';
import { blockPeers } from '#shared/content/main-content/choice/peers.ts';
import {
  fillContainers,
  fillGaps,
  completeSections,
  completeUnits,
} from '#shared/content/main-content/choice/adjustments.ts';
import { smoothChances } from '#shared/content/main-content/choice/smoothing.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';

const treeOf = (html: string): BlockTree => blockTree(parseHtml(html).document);
const contextOf = (html: string): BlockContext => blockContext(treeOf(html), { url: 'https://a.test/' });

const prices = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>4</td></tr></table>';

describe('what is kept or dropped as one', () => {
  test.for([
    ['a table of data', `<p>Before</p>${prices}<p>After</p>`, [{ from: 1, to: 5, kind: 'table' }]],
    ['a code block', '<p>Run</p><pre>a = 1\n\nb = 2</pre>', [{ from: 1, to: 2, kind: 'code' }]],
    [
      'a list of steps',
      '<p>Do this</p><ol><li>Trim</li><li>Wind</li><li>Write</li></ol>',
      [{ from: 1, to: 4, kind: 'list' }],
    ],
    ['no list of links', '<ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>', []],
    ['no list of posts', '<ul><li><p>Ann</p><p>Hello</p></li><li><p>Bob</p><p>Hi</p></li></ul>', []],
    [
      'no table that lays out a page',
      `<table><tr><td>Menu</td><td>${prices}</td></tr></table>`,
      [{ from: 1, to: 5, kind: 'table' }],
    ],
    [
      'no table whose cells hold whole posts',
      '<table><tr><td><p>Ann</p><p>Posts: 4</p><p>Leeds</p></td><td>Hello</td></tr><tr><td>Bob</td><td>Hi</td></tr></table>',
      [],
    ],
  ] as const)('is %s', ([, html, units]) => {
    expect(indivisibleUnits(treeOf(html))).toEqual(units);
  });

  test('has one chance, the mean of its words', () => {
    const context = contextOf(`<p>Before</p>${prices}`);
    const units = indivisibleUnits(context.tree);

    const level = smoothChances(context, units, Float32Array.of(0.2, 1, 1, 0, 0));

    expect([...level]).toEqual([expect.closeTo(0.2, 5), 0.5, 0.5, 0.5, 0.5]);
  });

  test('is taken whole when most of its words are, else left whole', () => {
    const tree = treeOf(prices + prices);
    const units = indivisibleUnits(tree);

    const settled = completeUnits(tree, units, Uint8Array.of(1, 1, 1, 0, 1, 0, 0, 0));

    expect([...settled]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });
});

describe('a container that is mostly accepted', () => {
  const list = `<ul>${'<li>One of the twelve long items of a list.</li>'.repeat(12)}<li>Odd</li></ul>`;
  const all = new Uint8Array(13).fill(1);
  const butLast = Uint8Array.from(all, (_, block) => (block === 12 ? 0 : 1));

  test('is taken whole', () => {
    const chances = new Float32Array(13).fill(0.4);

    expect(fillContainers(treeOf(list), chances, butLast)).toEqual(all);
  });

  test('stays without a block that is surely no content', () => {
    const chances = new Float32Array(13).fill(0.9);
    chances[12] = 0.01;

    expect(fillContainers(treeOf(list), chances, butLast)).toEqual(butLast);
  });
});

describe('a table or code block between accepted blocks', () => {
  const tree = treeOf('<p>Before</p><pre>a = 1</pre><p>After</p>');
  const units = indivisibleUnits(tree);

  test('belongs to the text around it', () => {
    const filled = fillGaps(units, Float32Array.of(0.9, 0.2, 0.9), Uint8Array.of(1, 0, 1));

    expect([...filled]).toEqual([1, 1, 1]);
  });

  test.for([
    ['is almost surely no content', [0.9, 0.02, 0.9], [1, 0, 1]],
    ['stands at the end of the accepted text', [0.9, 0.2, 0.1], [1, 0, 0]],
  ] as const)('stays out when it %s', ([, chances, accepted]) => {
    const filled = fillGaps(units, Float32Array.from(chances), Uint8Array.from(accepted));

    expect([...filled]).toEqual([...accepted]);
  });
});

test('a table whose rows have headings of their own is one thing, whatever its cells hold', () => {
  const rows = ['Area', 'People', 'Motto'].map((name) => `<tr><th>${name}</th><td>Much</td></tr>`).join('');
  const anthems = '<tr><th>Anthems</th><td><ul><li>One</li><li>Two</li><li>Three</li></ul></td></tr>';
  const posts = anthems.replaceAll('th>', 'td>').repeat(4);

  const unitsOf = (table: string) =>
    indivisibleUnits(treeOf(`<table>${table}</table>`)).map(({ kind }) => kind);

  expect(unitsOf(rows + anthems)).toEqual(['table']);
  expect(unitsOf(posts)).not.toContain('table');
});

describe('an accepted heading', () => {
  const page = blockPage(
    treeOf('<h1>Pan</h1><div><h2>Reviews</h2><p>Marta: light.</p><p>Joost: heavy.</p></div><p>More</p>'),
  );
  const accepted = Uint8Array.of(1, 1, 0, 0, 0);

  test('brings the section under it', () => {
    const settled = completeSections(page, Float32Array.of(1, 0.7, 0.4, 0.35, 0), accepted);

    expect([...settled]).toEqual([1, 1, 1, 1, 0]);
  });

  test('goes when the section is no content', () => {
    const settled = completeSections(page, Float32Array.of(1, 0.7, 0.1, 0.1, 0), accepted);

    expect([...settled]).toEqual([1, 0, 0, 0, 0]);
  });

  test('stays when it is the title of the page', () => {
    const titled = blockPage(treeOf('<h1>Pan</h1><p>Menu</p>'));

    expect([...completeSections(titled, Float32Array.of(1, 0), Uint8Array.of(1, 0))]).toEqual([1, 0]);
  });
});

describe('peers', () => {
  const posts = ['Ann', 'Bob', 'Cy']
    .map((name) => `<div class="post"><b class="name">${name}</b><p>Says ${name}.</p></div>`)
    .join('');

  test('are blocks at the same place of repeated elements', () => {
    const peers = blockPeers(contextOf(`<h1>Thread</h1>${posts}`));

    expect([...peers]).toEqual([-1, 0, 1, 0, 1, 0, 1]);
  });

  test('may have classes that count them', () => {
    const counted = ['a', 'b'].map((text, at) => `<div class="post post-${at}"><b>A</b><p>${text}</p></div>`);

    expect([...blockPeers(contextOf(counted.join('')))]).toEqual([0, 1, 0, 1]);
  });

  test('are not the columns of a page', () => {
    const columns = '<td><p>Menu</p><p>Home</p></td>'.repeat(3);

    const peers = blockPeers(contextOf(`<table><tr>${columns}</tr></table>`));

    expect([...peers]).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  test('are drawn towards the mean of their words', () => {
    const context = contextOf(`<h1>Thread</h1>${posts}`);
    const chances = Float32Array.of(0.5, 0.1, 0.9, 0.1, 0.9, 0.1, 0);

    const drawn = smoothChances(context, [], chances);

    expect(drawn[0]).toBe(0.5);
    expect(drawn[1]).toBeCloseTo(0.1, 5);
    expect(drawn[2]).toBeCloseTo(0.9 - 0.6 * 0.3, 5);
    expect(drawn[6]).toBeCloseTo(0.6 * 0.6, 5);
  });
});
