import { isTag, isText } from 'domhandler';

import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { blocksOf } from '#shared/content/main-content/blocks/units.ts';

/** vBulletin writes this line above the signature of an author. Exercises and contracts have gaps in lines of text. */
const line = /^_{10,}$/;
const maxWords = 100;
/** A single line of this kind separates the notes of a text. */
const minSignatures = 2;

/** Whether an element begins with a text that is such a line, with a line break after it. */
function opensWithLine(tree: BlockTree, node: number): boolean {
  const [first, next] =
    elementAt(tree, node)?.children.filter((child) => !isText(child) || child.data.trim() !== '') ?? [];
  const isLine = first !== undefined && isText(first) && line.test(first.data.trim());
  return isLine && next !== undefined && isTag(next) && next.name === 'br';
}

/** The kept signatures of the authors of posts: each is a box that begins with a line, below the text of its post. */
export function signatures({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const found = tree.blocks.flatMap(({ container }, block) => {
    const run = blocksOf(tree, container);
    const isBelowText = kept[block] === 1 && kept[block - 1] === 1 && run.from === block;
    const isBox = isBelowText && nameOf(tree, container) === 'div' && opensWithLine(tree, container);
    return isBox && page.words.over(run.from, run.to) <= maxWords ? [run] : [];
  });
  if (found.length < minSignatures) return [];
  return found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
}
