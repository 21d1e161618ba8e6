import { isTag, isText } from 'domhandler';

import { isSignature } from '#shared/content/dom/signature.ts';
import { type BlockPage, elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import { textsOfPosts } from '#shared/content/main-content/blocks/post-texts.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

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

const boxes = new Set(['div', 'aside']);
/** Fewer posts are no discussion: manuals have signatures of methods, and letters end with one. */
const minPosts = 2;

const holdsCode = (tree: BlockTree, node: number): boolean => {
  for (let inside = node; inside < (tree.end[node] ?? node); inside++)
    if (nameOf(tree, inside) === 'pre' || nameOf(tree, inside) === 'code') return true;
  return false;
};

/** The boxes of signatures by their names, below the text of a post. */
function namedSignatures(page: BlockPage): readonly BlockRun[] {
  const { tree, words } = page;
  const found: number[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const element = elementAt(tree, node);
    const isNamed = element !== undefined && boxes.has(element.name) && isSignature(element);
    if (isNamed) found.push(node);
    node = isNamed ? (tree.end[node] ?? node + 1) : node + 1;
  }
  if (found.length === 0) return [];
  const posts = textsOfPosts(page).flat();
  if (posts.length < minPosts) return [];
  const firstPost = posts.reduce((first, post) => Math.min(first, tree.to[post] ?? 0), tree.blocks.length);
  return found
    .filter((box) => !holdsCode(tree, box))
    .map((box) => blocksOf(tree, box))
    .filter(({ from, to }) => from >= firstPost && words.over(from, to) <= maxWords);
}

const blocksIn = (runs: readonly BlockRun[]): readonly number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));

/**
 * The kept signatures of the authors of posts: by the name of the box, or boxes that begin with a line, below the text of
 * their posts.
 */
export function signatures({ context: { tree, page }, kept }: KeptText): readonly number[] {
  const named = blocksIn(namedSignatures(page)).filter((block) => kept[block] === 1);
  const found = tree.blocks.flatMap(({ container }, block) => {
    const run = blocksOf(tree, container);
    const isBelowText = kept[block] === 1 && kept[block - 1] === 1 && run.from === block;
    const isBox = isBelowText && nameOf(tree, container) === 'div' && opensWithLine(tree, container);
    return isBox && page.words.over(run.from, run.to) <= maxWords ? [run] : [];
  });
  return found.length < minSignatures ? named : [...named, ...blocksIn(found)];
}
