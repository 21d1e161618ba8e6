import { phraseMarks } from './block-phrases.ts';
import { endsSentence } from './block-text.ts';
import type { Block } from './block-tree.ts';
import { type BlockFeature, type FeatureGroup, groupOf } from './feature-group.ts';
import { holdsAny, wordsOf } from './words.ts';

const aboutBlock = (name: string, of: (block: Block) => number): BlockFeature => ({
  name: `text.${name}`,
  of: ({ tree }, at) => {
    const block = tree.blocks[at];
    return block === undefined ? 0 : of(block);
  },
});

const aWord = (count: number, { shape }: Block): number => count / Math.max(1, shape.words);
const startsUpper = /^[^\p{L}\d]{0,3}\p{Lu}/u;
const startsLower = /^[^\p{L}\d]{0,3}\p{Ll}/u;

const shape: readonly BlockFeature[] = [
  aboutBlock('words', ({ shape }) => Math.log2(1 + shape.words)),
  aboutBlock('wordLength', (block) => aWord(block.shape.letters, block)),
  aboutBlock('linkDensity', (block) => aWord(block.linkWords, block)),
  aboutBlock('links', ({ links }) => Math.min(links, 50)),
  aboutBlock('capitalised', (block) => aWord(block.shape.capitalisedWords, block)),
  aboutBlock('upperCase', (block) => aWord(block.shape.upperCaseWords, block)),
  aboutBlock('shortWords', (block) => aWord(block.shape.shortWords, block)),
  aboutBlock('digits', ({ shape }) => shape.digits / Math.max(1, shape.chars)),
  aboutBlock('commas', (block) => aWord(block.shape.commas, block)),
  aboutBlock('sentenceEnds', (block) => aWord(block.shape.sentenceEnds, block)),
  aboutBlock('separators', (block) => aWord(block.shape.separators, block)),
  aboutBlock('symbols', (block) => aWord(block.shape.symbols, block)),
  aboutBlock('strong', (block) => aWord(block.strongWords, block)),
  aboutBlock('code', (block) => aWord(block.codeWords, block)),
  aboutBlock('lineBreaks', ({ lineBreaks }) => Math.min(lineBreaks, 20)),
  aboutBlock('images', ({ images }) => Math.min(images, 5)),
  aboutBlock('endsSentence', ({ tail }) => (endsSentence(tail) ? 1 : 0)),
  aboutBlock('startsUpper', ({ text }) => (startsUpper.test(text) ? 2 : startsLower.test(text) ? 0 : 1)),
];

const phrases: FeatureGroup = {
  names: phraseMarks.map((mark) => `text.says.${mark}`),
  of:
    ({ tree }) =>
    (block, row, at) => {
      const said = tree.blocks[block]?.phrases ?? 0;
      for (let mark = 0; mark < phraseMarks.length; mark++) row[at + mark] = (said >>> mark) & 1;
    },
};

const likeness: readonly BlockFeature[] = [
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
  { name: 'text.saidBefore', of: ({ echoes }, at) => echoes.before[at] ?? 0 },
  { name: 'text.saidAgain', of: ({ echoes }, at) => echoes.after[at] ?? 0 },
  { name: 'text.declaredBody', of: ({ declared }, at) => declared.inBody[at] ?? 0 },
  { name: 'text.declaredDescription', of: ({ declared }, at) => declared.inDescription[at] ?? 0 },
];

export const textFeatures: readonly FeatureGroup[] = [groupOf(shape), phrases, groupOf(likeness)];
