import type { ChildNode } from 'domhandler';

import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

interface Mark {
  readonly node: number;
  /** The blocks of its note. */
  readonly note: BlockRun;
}

/** The marks in accepted text that have a note. */
function acceptedMarks(tree: BlockTree, accepted: Uint8Array): readonly Mark[] {
  const notes = new Map<string, BlockRun>();
  tree.nodes.forEach((_, node) => {
    const number = elementAt(tree, node)?.attribs['data-footnote-definition'];
    if (number !== undefined) notes.set(number, { from: tree.from[node] ?? 0, to: tree.to[node] ?? 0 });
  });
  if (notes.size === 0) return [];
  return tree.nodes.flatMap((_, node) => {
    const note = notes.get(elementAt(tree, node)?.attribs['data-footnote'] ?? '');
    return note !== undefined && accepted[tree.from[node] ?? 0] === 1 ? [{ node, note }] : [];
  });
}

const wordsOf = (tree: BlockTree, isCounted: (block: number) => boolean): number =>
  tree.blocks.reduce((sum, { shape }, block) => sum + (isCounted(block) ? shape.words : 0), 0);

/** Notes belong to the text while they are this small a part of it; beyond that they are a bibliography, … */
const mostOfText = 0.25;
/** … which has more words than these. */
const fewestOfBibliography = 100;

/**
 * Takes the notes of the accepted text when most of them were accepted, for the one that is odd is one of them,
 * and when they are short.
 */
export function withNotes(tree: BlockTree, accepted: Uint8Array): Uint8Array {
  const marks = acceptedMarks(tree, accepted);
  if (marks.length === 0) return accepted;
  const all = Uint8Array.from(accepted);
  for (const { note } of marks) all.fill(1, note.from, note.to);
  const taken = marks.filter(({ note }) => accepted[note.from] === 1).length;
  const added = wordsOf(tree, (block) => all[block] !== accepted[block]);
  const text = wordsOf(tree, (block) => accepted[block] === 1);
  const isShort = added <= Math.max(mostOfText * text, fewestOfBibliography);
  return isShort || taken * 2 >= marks.length ? all : accepted;
}

/** Marks in the accepted text whose notes are left out: there is nothing that they could point to. */
export const marksWithoutNote = (tree: BlockTree, accepted: Uint8Array): readonly ChildNode[] =>
  acceptedMarks(tree, accepted)
    .filter(({ note }) => accepted[note.from] !== 1)
    .flatMap(({ node }) => tree.nodes[node] ?? []);
