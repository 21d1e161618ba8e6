import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type ContentModel, readContentModel } from '#shared/content/main-content/content-model.ts';
import { type BlockJudgement, judgeBlocks } from '#shared/content/main-content/judge-blocks.ts';
import type { PackedForest } from '#shared/content/main-content/model/forest.ts';

const noWords = { words: '', odds: [] };

/** One tree: a chance of 0.1 up to this value of a column, and of 0.9 above it. */
const above = (column: string, edge: number): PackedForest => ({
  bias: 0,
  columns: [column],
  edges: [[edge]],
  nodes: [0, -1, -1],
  leaves: [-2197, 2197],
});

/** The first forest likes blocks of at least eight words. */
const modelOf = (chances: PackedForest): ContentModel =>
  readContentModel({
    words: { names: noWords, texts: noWords },
    blocks: above('text.words', 3.1),
    chances,
  });

/** The second forest agrees with the first. */
const longTexts = modelOf(above('chance.own', 0));

const judge = (html: string, model = longTexts): BlockJudgement =>
  judgeBlocks(blockContext(blockTree(parseHtml(html).document)), model);

const paragraph = '<p>The tide turns twice a day, and the harbour empties.</p>';

describe('the decision about blocks', () => {
  test('accepts those above the threshold with the highest expected F1', () => {
    const { accepted, threshold, expected } = judge(
      `<nav>Home</nav><main>${paragraph}<p>Kept</p></main><p>Notes</p>`,
    );

    expect([...accepted]).toEqual([0, 1, 0, 0]);
    expect(threshold).toBeCloseTo(0.9, 3);
    expect(expected).toBeGreaterThan(0.9);
    expect(expected).toBeLessThan(1);
  });

  test('hears what the blocks around one are: a long text in a box of short ones is a teaser', () => {
    const teasers = `<div><p>Older</p><p>Newer</p><p>Most read</p>${paragraph}</div>`;
    const html = `<main>${paragraph.repeat(4)}</main>${teasers}`;

    expect([...judge(html).accepted].slice(4)).toEqual([0, 0, 0, 1]);
    expect([...judge(html, modelOf(above('chance.box0', 0.8))).accepted]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('judges the posts of a discussion by themselves: each has its lines around it', () => {
    const post = `<div class="comment"><p>Ann</p><p>Dover</p><p>Reply</p><div class="comment-body">${paragraph}</div></div>`;

    expect([...judge(post.repeat(4), modelOf(above('chance.box0', 0.8))).accepted].slice(0, 4)).toEqual([
      0, 0, 0, 1,
    ]);
  });

  test('keeps a table between accepted texts', () => {
    const { accepted } = judge(
      `${paragraph}<table><tr><th>Low</th><td>4</td></tr><tr><th>High</th><td>10</td></tr></table>${paragraph}`,
    );

    expect([...accepted]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('accepts at least one block of any page with words', () => {
    const block = fc
      .tuple(
        fc.constantFrom('p', 'h1', 'h2', 'li', 'td', 'pre', 'nav'),
        fc.constantFrom('Tide', paragraph, '·'),
      )
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`);

    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const { accepted } = judge(`<h2>Tides</h2>${blocks.join('')}`);

        expect(accepted).toContain(1);
      }),
    );
  });
});
