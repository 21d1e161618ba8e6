import { holdsAny, wordsOf } from '#shared/content/dom/words.ts';
import { phraseMarks } from '#shared/content/main-content/blocks/phrases.ts';
import { endsSentence } from '#shared/content/main-content/blocks/text-shape.ts';
import type { Block } from '#shared/content/main-content/blocks/text.ts';
import { type BlockFeature, type FeatureGroup, groupOf } from './feature-group.ts';

const blockFeature = (name: string, of: (block: Block) => number): BlockFeature => ({
  name: `text.${name}`,
  of: ({ tree }, at) => {
    const block = tree.blocks[at];
    return block === undefined ? 0 : of(block);
  },
});

const perWord = (count: number, { shape }: Block): number => count / Math.max(1, shape.words);

export const textFeatures = groupOf([
  blockFeature('words', ({ shape }) => Math.log2(1 + shape.words)),
  blockFeature('linkDensity', (block) => perWord(block.linkWords, block)),
  blockFeature('links', ({ links }) => Math.min(links, 50)),
  blockFeature('capitalised', (block) => perWord(block.shape.capitalisedWords, block)),
  blockFeature('commas', (block) => perWord(block.shape.commas, block)),
  blockFeature('sentenceEnds', (block) => perWord(block.shape.sentenceEnds, block)),
  blockFeature('separators', (block) => perWord(block.shape.separators, block)),
  blockFeature('lineBreaks', ({ lineBreaks }) => Math.min(lineBreaks, 20)),
  blockFeature('endsSentence', ({ tail }) => (endsSentence(tail) ? 1 : 0)),
  {
    name: 'text.ofTitle',
    of: ({ tree, titleWords }, at) => {
      const text = tree.blocks[at]?.text ?? '';
      if (titleWords.size === 0 || !holdsAny(text, titleWords)) return 0;
      const words = wordsOf(text).filter((word) => titleWords.has(word));
      return new Set(words).size / titleWords.size;
    },
  },
  { name: 'text.occurrences', of: ({ occurrences }, at) => Math.min(occurrences[at] ?? 1, 20) },
  { name: 'text.saidBefore', of: ({ repeatedText }, at) => repeatedText[at] ?? 0 },
]);

export const phraseFeatures: FeatureGroup = {
  names: phraseMarks.map((mark) => `text.says.${mark}`),
  of:
    ({ tree }) =>
    (block, row, at) => {
      const phrases = tree.blocks[block]?.phrases ?? 0;
      for (let mark = 0; mark < phraseMarks.length; mark++) row[at + mark] = (phrases >>> mark) & 1;
    },
};
