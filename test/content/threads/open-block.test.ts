import { Element } from 'domhandler';
import { describe, expect, test } from 'vitest';

import { type Marks, OpenBlock } from '#shared/content/threads/open-block.ts';
import type { PostMark } from '#shared/content/threads/post-marks.ts';

const mark = (text: string, isDeclared = false): PostMark => ({
  element: new Element('b', {}),
  text,
  isDeclared,
});
const marksOf = (marks: Partial<Marks>): Marks => ({
  author: undefined,
  date: undefined,
  points: undefined,
  attribution: undefined,
  ...marks,
});
const box = new Element('div', {});
const [ann, day] = [mark('ann'), mark('2026-05-04')];

/** A block with a line of this text after the marks. */
function blockOf(marks: Marks, textLength: number): OpenBlock {
  const block = new OpenBlock();
  block.markLine(marks, block.marks);
  block.line.length = textLength;
  block.line.endsSentence = textLength > 0;
  block.endLine();
  return block;
}

describe('an open block', () => {
  test('gives a post for a text with author and date, once', () => {
    const block = blockOf(marksOf({ author: ann, date: day }), 40);

    expect(block.attribute(box)).toBe(ann);
    expect(block.takePost()?.attribution).toMatchObject({ author: ann, date: day, holder: box });
    expect(block.takePost()).toBeUndefined();
  });

  test('gives no post without text, or without a date', () => {
    const bare = blockOf(marksOf({ author: ann, date: day }), 0);
    bare.attribute(box);

    expect(bare.takePost()).toBeUndefined();
    expect(blockOf(marksOf({ author: ann }), 40).attribute(box)).toBeUndefined();
  });

  test('forgets a name inside a sentence', () => {
    const block = new OpenBlock();
    block.line.beginsWithText = true;
    block.line.endsSentence = true;
    block.markLine(marksOf({ author: ann }), block.marks);
    block.endLine();

    expect(block.marks.author).toBeUndefined();
  });

  test('prefers a declared author of a block inside to a guessed one of its own', () => {
    const declared = mark('Ann Lee', true);
    const block = blockOf(marksOf({ author: ann }), 0);

    block.add(blockOf(marksOf({ author: declared }), 0));
    block.add(blockOf(marksOf({ author: mark('bernd') }), 0));

    expect(block.marks.author).toBe(declared);
  });

  test('takes a row with cells for author and date for data', () => {
    const row = blockOf(marksOf({ author: ann, date: day }), 40);
    row.markCells = 2;
    row.clearDataRow();

    expect(row.attribute(box)).toBeUndefined();
  });
});
