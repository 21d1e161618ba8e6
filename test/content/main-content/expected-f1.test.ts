import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bestThreshold, expectedF1 } from '#shared/content/main-content/choice/expected-f1.ts';

const blocks = fc.array(
  fc.record({ words: fc.integer({ min: 1, max: 80 }), chance: fc.float({ min: 0, max: 1, noNaN: true }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe('the expected F1', () => {
  test('is 1 for the blocks that are content for certain', () => {
    const f1 = expectedF1(Float32Array.of(100, 100), Float32Array.of(1, 0), Uint8Array.of(1, 0));

    expect(f1).toBeCloseTo(1, 6);
  });

  test('counts the teasers of a page as right or wrong together', () => {
    const article = { words: [150], chances: [0.97] };
    const teasers = { words: Array<number>(30).fill(30), chances: Array<number>(30).fill(0.4) };
    const words = Float32Array.from([...article.words, ...teasers.words]);
    const chances = Float32Array.from([...article.chances, ...teasers.chances]);

    // Independently of each other, 12 of them would be content on every such page, and all be worth keeping.
    expect(bestThreshold(words, chances)).toBeCloseTo(0.97, 6);
  });

  test('does not take a line for all of the content where a list may be', () => {
    const words = Float32Array.from([6, ...Array<number>(40).fill(25)]);
    const chances = Float32Array.from([0.9, ...Array<number>(40).fill(0.5)]);

    expect(bestThreshold(words, chances)).toBeCloseTo(0.5, 6);
  });

  test('is highest at the best threshold', () => {
    fc.assert(
      fc.property(blocks, fc.float({ min: 0, max: 1, noNaN: true }), (page, other) => {
        const words = Float32Array.from(page, (block) => block.words);
        const chances = Float32Array.from(page, ({ chance }) => chance);
        const above = (threshold: number) =>
          Uint8Array.from(chances, (chance) => (chance >= threshold ? 1 : 0));
        const best = bestThreshold(words, chances);

        expect(expectedF1(words, chances, above(best))).toBeGreaterThanOrEqual(
          expectedF1(words, chances, above(other)) - 1e-6,
        );
      }),
    );
  });
});
