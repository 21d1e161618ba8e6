import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseHtml } from '#shared/content/html/parse-html.ts';
import { repeatedText } from '#shared/content/main-content/blocks/repeated-text.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';

const repeatedShares = (...paragraphs: readonly string[]): number[] => [
  ...repeatedText(blockTree(parseHtml(paragraphs.map((text) => `<p>${text}</p>`).join('')).document)),
];

describe('repeated text', () => {
  test('is found by runs of three words, ignoring case and punctuation', () => {
    const shares = repeatedShares('The lamp was lit', 'Ann wrote: the LAMP, was lit', 'Fog');

    expect(shares).toEqual([0, expect.closeTo(2 / 4, 5), 0]);
  });

  test('of one or two words must repeat the whole text', () => {
    expect(repeatedShares('Read more', 'Read', 'Read more')).toEqual([0, 0, 1]);
  });

  test('is the same as a search for each run finds', () => {
    const word = fc.constantFrom('lamp', 'fog', 'tide', 'ночь', '灯');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const runsOf = (paragraph: string): string[] => {
      const words = paragraph.split(' ');
      if (words.length < 3) return [paragraph];
      return words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
    };

    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const shares = repeatedShares(...texts);

        texts.forEach((paragraph, at) => {
          const earlier = new Set(texts.slice(0, at).flatMap(runsOf));
          const runs = runsOf(paragraph);
          const repeated = runs.filter((run) => earlier.has(run)).length;
          expect(shares[at]).toBeCloseTo(repeated / runs.length, 5);
        });
      }),
    );
  });
});
