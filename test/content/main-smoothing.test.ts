import { describe, expect, test } from 'vitest';

import {
  fillContainers,
  indivisibleUnits,
  levelUnits,
  settleUnits,
} from '#shared/content/block-smoothing.ts';
import { type BlockTree, blockTree } from '#shared/content/block-tree.ts';
import { parseHtml } from '#shared/content/parse-html.ts';

const treeOf = (html: string): BlockTree => blockTree(parseHtml(html).document);

const prices = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>4</td></tr></table>';

describe('what is kept or dropped as one', () => {
  test.for([
    ['a table of data', `<p>Before</p>${prices}<p>After</p>`, [{ from: 1, to: 5 }]],
    ['a code block', '<p>Run</p><pre>a = 1\n\nb = 2</pre>', [{ from: 1, to: 2 }]],
    [
      'no table that lays out a page',
      `<table><tr><td>Menu</td><td>${prices}</td></tr></table>`,
      [{ from: 1, to: 5 }],
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
    const tree = treeOf(`<p>Before</p>${prices}`);
    const units = indivisibleUnits(tree);

    const level = levelUnits(tree, units, Float32Array.of(0.2, 1, 1, 0, 0));

    expect([...level]).toEqual([expect.closeTo(0.2, 5), 0.5, 0.5, 0.5, 0.5]);
  });

  test('is taken whole when most of its words are, else left whole', () => {
    const tree = treeOf(prices + prices);
    const units = indivisibleUnits(tree);

    const settled = settleUnits(tree, units, Uint8Array.of(1, 1, 1, 0, 1, 0, 0, 0));

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
