import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { blockContext } from '#shared/content/block-context.ts';
import { indivisibleUnits } from '#shared/content/block-smoothing.ts';
import { blockTree } from '#shared/content/block-tree.ts';
import { candidateColumns, candidateRows } from '#shared/content/candidate-features.ts';
import { type Candidate, candidatesOf } from '#shared/content/candidate-list.ts';
import { bestThreshold, expectedF1 } from '#shared/content/candidate-threshold.ts';
import { parseHtml } from '#shared/content/parse-html.ts';
import { pageTypes } from '#shared/content/page-type.ts';

const blocks = fc.array(
  fc.record({ words: fc.integer({ min: 1, max: 80 }), chance: fc.float({ min: 0, max: 1, noNaN: true }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe('the expected F1', () => {
  test('is that of a choice whose words are content with the chance of their block', () => {
    const f1 = expectedF1(Float32Array.of(10, 10), Float32Array.of(1, 0.5), Uint8Array.of(1, 0));

    expect(f1).toBeCloseTo((2 * 10) / (10 + 15), 6);
  });

  test('is highest for the blocks above the best threshold', () => {
    fc.assert(
      fc.property(blocks, fc.infiniteStream(fc.integer({ min: 0, max: 1 })), (page, coins) => {
        const words = Float32Array.from(page, (block) => block.words);
        const chances = Float32Array.from(page, ({ chance }) => chance);
        const other = Uint8Array.from(page, () => coins.next().value ?? 0);
        const threshold = bestThreshold(words, chances);

        const best = expectedF1(
          words,
          chances,
          Uint8Array.from(chances, (chance) => (chance >= threshold ? 1 : 0)),
        );

        expect(best).toBeGreaterThanOrEqual(expectedF1(words, chances, other) - 1e-6);
      }),
    );
  });
});

const page = `<body><nav><a href="/">Home</a><a href="/a">All notes</a></nav>
<main><h1>Tides</h1><p>The tide turns twice a day, and the harbour empties to its bed of mud and old chain.</p>
<p>Boats wait outside until there is water enough, which takes an hour in summer and more in a north wind.</p></main>
<footer><p>Kept by the harbour office</p></footer></body>`;

function candidatesOfPage(chance: (text: string) => number): readonly Candidate[] {
  const tree = blockTree(parseHtml(page).document);
  const context = blockContext(tree, { url: 'https://tides.test/' });
  const words = Float32Array.from(tree.blocks, ({ shape }) => shape.words);
  const chances = Float32Array.from(tree.blocks, ({ text }) => chance(text));
  return candidatesOf(context, words, chances, indivisibleUnits(tree));
}

const kept = (candidates: readonly Candidate[], name: string): readonly number[] | undefined => {
  const found = candidates.find((candidate) => candidate.name === name);
  return found && [...found.accepted];
};

describe('the ways of choosing', () => {
  test('are the trees, the densest container, the semantic main part and the densest run', () => {
    const candidates = candidatesOfPage((text) => (text.startsWith('Boats') ? 0.9 : 0.1));

    expect(kept(candidates, 'classifier')).toEqual([0, 0, 0, 1, 0]);
    expect(kept(candidates, 'readability')).toEqual([0, 1, 1, 1, 0]);
    expect(kept(candidates, 'semantic')).toEqual([0, 1, 1, 1, 0]);
    expect(kept(candidates, 'density')).toEqual([0, 0, 1, 1, 0]);
  });

  test('leave out the ones that find nothing', () => {
    const candidates = candidatesOfPage(() => 0.5);

    expect(kept(candidates, 'declared')).toBeUndefined();
  });

  test('are described by one row of numbers each', () => {
    const candidates = candidatesOfPage((text) => (text.length > 40 ? 0.8 : 0.3));
    const words = new Float32Array(5).fill(10);

    const rows = candidateRows(
      candidates,
      words,
      new Float32Array(5).fill(0.5),
      new Float32Array(pageTypes.length),
    );

    expect(rows).toHaveLength(candidates.length * candidateColumns.length);
    expect(rows.every(Number.isFinite)).toBe(true);
  });
});
