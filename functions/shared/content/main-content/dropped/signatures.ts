import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { blocksOf } from '#shared/content/main-content/blocks/units.ts';

/** vBulletin writes this line above the signature of an author. */
const line = /^_{10,}(?:\s|$)/;
const maxWords = 100;
/** A single line of this kind separates the notes of a text. */
const minSignatures = 2;

/** The kept signatures of the authors of posts: each begins with a line, and has an element of its own. */
export function signatures({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const found = tree.blocks.flatMap(({ text, container }, block) => {
    const run = blocksOf(tree, container);
    const isOpening = kept[block] === 1 && run.from === block && line.test(text);
    return isOpening && page.words.over(run.from, run.to) <= maxWords ? [run] : [];
  });
  if (found.length < minSignatures) return [];
  return found.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
}
