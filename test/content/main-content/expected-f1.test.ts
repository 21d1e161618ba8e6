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
