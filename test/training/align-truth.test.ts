import { describe, expect, test } from 'vitest';

import { alignedShares, tokensOf } from '../../lib/training/align-truth.ts';
import { exampleWith, verdictsOf } from './example-pages.ts';

describe('a page whose main text is known', () => {
  const menu = 'Home Teas Kettles Contact the shop';
  const first = 'Green tea wants water of eighty degrees and two minutes of patience.';
  const second = 'Black tea takes boiling water, and is bitter after the fifth minute.';
  const footer = 'All rights to the tea are reserved by its drinkers.';
  const body = `<nav>${menu}</nav><p>${first}</p><p>${second}</p><footer>${footer}</footer>`;

  test('has its content in the blocks that the text was taken from', async () => {
    const example = await exampleWith(body, { text: `${first}\n\n${second}` });

    expect(verdictsOf(example)).toEqual({ [menu]: 0, [first]: 1, [second]: 1, [footer]: 0 });
  });

  test('has it there too when the text gives the blocks in another order', async () => {
    const example = await exampleWith(body, { text: `${second}\n\n${first}` });

    expect(verdictsOf(example)).toEqual({ [menu]: 0, [first]: 1, [second]: 1, [footer]: 0 });
  });

  test('has a share of a block that the text has in part', async () => {
    const example = await exampleWith(body, { text: 'Green tea wants water of eighty degrees' });

    expect(verdictsOf(example)[first]).toBeCloseTo(7 / 12, 5);
  });
});

describe('a page of which only phrases are known', () => {
  test('has verdicts for the blocks with these phrases and no others', async () => {
    const example = await exampleWith('<p>Leaves and water.</p><p>Buy a kettle now!</p><p>Subscribe</p>', {
      must: ['Leaves and water'],
      mustNot: ['Buy a kettle'],
    });

    expect(verdictsOf(example)).toEqual({
      'Leaves and water.': 1,
      'Buy a kettle now!': 0,
      Subscribe: undefined,
    });
  });
});

describe('aligning', () => {
  test('finds what a text of hundreds of words leaves out of a page', () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
    const blocks = Array.from({ length: 40 }, (_, at) => words.slice(at * 10, at * 10 + 10));
    const isLeftOut = (block: number): boolean => block % 3 === 0;

    const shares = alignedShares(blocks, blocks.filter((_, block) => !isLeftOut(block)).flat());

    expect([...shares]).toEqual(blocks.map((_, block) => (isLeftOut(block) ? 0 : 1)));
  });

  test('takes no block for content because of single words that happen to be in order', () => {
    const shares = alignedShares(
      [tokensOf('our opening hours this week'), tokensOf('kettles sing in small kitchens')],
      tokensOf('For hours kettles sing in small kitchens'),
    );

    expect([...shares]).toEqual([0, 1]);
  });

  test('cuts scripts without spaces into characters', () => {
    expect(tokensOf('Tea 茶水 is ชา')).toEqual(['tea', '茶', '水', 'is', 'ช', 'า']);
  });
});
