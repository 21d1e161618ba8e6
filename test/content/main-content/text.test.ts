import { describe, expect, test } from 'vitest';

import { BlockText } from '#shared/content/main-content/blocks/text.ts';

describe('the text of blocks', () => {
  test('joins text nodes until a block is closed', () => {
    const text = new BlockText();
    text.add('The  tide ', 1);
    text.add('turns', 2);
    text.close();
    text.add('Low', 3);
    text.close();

    expect(text.blocks).toMatchObject([
      { text: 'The tide turns', container: 1, shape: { words: 3 } },
      { text: 'Low', container: 3, shape: { words: 1 } },
    ]);
  });

  test('leaves out white space between blocks', () => {
    const text = new BlockText();

    expect(text.add(' \n ', 1)).toBe(false);
    expect(text.blocks).toEqual([]);
  });

  test('ends a block at the second line break in a row, unless it is preformatted', () => {
    const text = new BlockText();
    for (const part of ['one', 'two', 'three']) {
      text.add(part, 1);
      text.breakLine(part === 'two');
      text.breakLine(part === 'two');
    }

    expect(text.blocks).toMatchObject([
      { text: 'one', lineBreaks: 2 },
      { text: 'two  three', lineBreaks: 4 },
    ]);
  });

  test('counts words in links, and each link once', () => {
    const text = new BlockText();
    text.add('See ', 1);
    text.enterLink();
    text.add('the ', 2);
    text.add('tides', 3);
    text.leaveLink();
    text.add(' today', 1);

    expect(text.blocks).toMatchObject([{ linkWords: 2, links: 1, shape: { words: 4 } }]);
  });
});
