import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext, type BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockTree, blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { indivisibleUnits } from '#shared/content/main-content/blocks/units.ts';
import { blockPeers } from '#shared/content/main-content/choice/peers.ts';
import { smoothChances } from '#shared/content/main-content/choice/smoothing.ts';

const treeOf = (html: string): BlockTree => blockTree(parseHtml(html).document);
const contextOf = (html: string): BlockContext => blockContext(treeOf(html));

describe('peers', () => {
  const posts = ['Ann', 'Bob', 'Cy']
    .map((name) => `<div class="post"><b class="name">${name}</b><p>Says ${name}.</p></div>`)
    .join('');

  test('are blocks at the same place of repeated elements', () => {
    const peers = blockPeers(contextOf(`<h1>Thread</h1>${posts}`));

    expect([...peers]).toEqual([-1, 0, 1, 0, 1, 0, 1]);
  });

  test('may have numbered classes', () => {
    const counted = ['a', 'b'].map((text, at) => `<div class="post post-${at}"><b>A</b><p>${text}</p></div>`);

    expect([...blockPeers(contextOf(counted.join('')))]).toEqual([0, 1, 0, 1]);
  });

  test('are not the columns of a layout table', () => {
    const columns = '<td><p>Menu</p><p>Home</p></td>'.repeat(3);

    const peers = blockPeers(contextOf(`<table><tr>${columns}</tr></table>`));

    expect([...peers]).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  test('move towards the mean chance of their words', () => {
    const context = contextOf(`<h1>Thread</h1>${posts}`);
    const chances = Float32Array.of(0.5, 0.1, 0.9, 0.1, 0.9, 0.1, 0);

    const smoothed = smoothChances(context.tree, [], blockPeers(context), chances);

    expect(smoothed[0]).toBe(0.5);
    expect(smoothed[1]).toBeCloseTo(0.1, 5);
    expect(smoothed[2]).toBeCloseTo(0.9 - 0.6 * 0.3, 5);
    expect(smoothed[6]).toBeCloseTo(0.6 * 0.6, 5);
  });
});

const prices = '<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>4</td></tr></table>';

describe('a unit', () => {
  test('has one chance, the mean over its words', () => {
    const context = contextOf(`<p>Before</p>${prices}`);
    const units = indivisibleUnits(context.tree);

    const level = smoothChances(context.tree, units, blockPeers(context), Float32Array.of(0.2, 1, 1, 0, 0));

    expect([...level]).toEqual([expect.closeTo(0.2, 5), 0.5, 0.5, 0.5, 0.5]);
  });
});
