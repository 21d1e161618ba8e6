import { isTag, isText } from 'domhandler';

import { bitOf } from '#shared/content/dom/class-words.ts';
import { isSignature } from '#shared/content/dom/signature.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';

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

const threadBits = bitOf.thread | bitOf.comment;
const maxPostLevels = 6;
const boxes = new Set(['div', 'aside']);

/** The boxes of signatures by their names, in elements that are named as posts: manuals have signatures of methods. */
function namedSignatures(tree: BlockTree): readonly BlockRun[] {
  const found: BlockRun[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = elementAt(tree, node);
    if (element === undefined || !boxes.has(element.name) || !isSignature(element)) continue;
    const isPost = (around: number): boolean => ((tree.marks[around] ?? 0) & threadBits) !== 0;
    if (nodeAround(tree, tree.parent[node] ?? -1, maxPostLevels, isPost) >= 0)
      found.push(blocksOf(tree, node));
  }
  return found;
}

const blocksIn = (runs: readonly BlockRun[]): readonly number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));

/**
 * The kept signatures of the authors of posts: by the name of the box, or boxes that begin with a line, below the text of
 * their posts.
 */
export function signatures({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const named = blocksIn(namedSignatures(tree)).filter((block) => kept[block] === 1);
  const found = tree.blocks.flatMap(({ container }, block) => {
    const run = blocksOf(tree, container);
    const isBelowText = kept[block] === 1 && kept[block - 1] === 1 && run.from === block;
    const isBox = isBelowText && nameOf(tree, container) === 'div' && opensWithLine(tree, container);
    return isBox && page.words.over(run.from, run.to) <= maxWords ? [run] : [];
  });
  return found.length < minSignatures ? named : [...named, ...blocksIn(found)];
}
