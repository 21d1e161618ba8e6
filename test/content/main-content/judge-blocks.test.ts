import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { blockContext } from '#shared/content/main-content/blocks/context.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type ContentModel, readContentModel } from '#shared/content/main-content/content-model.ts';
import { type BlockJudgement, judgeBlocks } from '#shared/content/main-content/judge-blocks.ts';

const noWords = { words: '', odds: [] };

/** Gives blocks of at least eight words a chance of 0.9, others 0.1. */
const longTexts: ContentModel = readContentModel({
  words: { names: noWords, texts: noWords },
  blocks: {
    bias: 0,
    columns: ['text.words'],
    edges: [[3.1]],
    nodes: [0, -1, -1],
    leaves: [-2197, 2197],
  },
});

const judge = (html: string): BlockJudgement =>
  judgeBlocks(blockContext(blockTree(parseHtml(html).document)), longTexts);

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
