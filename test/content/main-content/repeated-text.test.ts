import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { repeatedText } from '#shared/content/main-content/blocks/repeated-text.ts';
import { blockTree } from '#shared/content/main-content/blocks/tree.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';

const saidBeforeIn = (...paragraphs: readonly string[]): number[] => [
  ...repeatedText(blockTree(parseHtml(paragraphs.map((text) => `<p>${text}</p>`).join('')).document)),
];

describe('what a page has said before', () => {
  test('are found by runs of three words, letter case and punctuation aside', () => {
    const shares = saidBeforeIn('The lamp was lit', 'Ann wrote: the LAMP, was lit', 'Fog');

    expect(shares).toEqual([0, expect.closeTo(2 / 4, 5), 0]);
  });

  test('of one or two words are the whole text', () => {
    expect(saidBeforeIn('Read more', 'Read', 'Read more')).toEqual([0, 0, 1]);
  });

  test('are the same words wherever they are searched for', () => {
    const word = fc.constantFrom('lamp', 'fog', 'tide', 'ночь', '灯');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const runsOf = (paragraph: string): string[] => {
      const words = paragraph.split(' ');
      if (words.length < 3) return [paragraph];
      return words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
    };

    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const shares = saidBeforeIn(...texts);

        texts.forEach((paragraph, at) => {
          const earlier = new Set(texts.slice(0, at).flatMap(runsOf));
          const runs = runsOf(paragraph);
          const said = runs.filter((run) => earlier.has(run)).length;
          expect(shares[at]).toBeCloseTo(said / runs.length, 5);
        });
      }),
    );
  });
});
