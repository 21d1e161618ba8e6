import type { ChildNode } from 'domhandler';

import { footnoteDefinition, footnoteMark } from '#shared/content/dom/own-markers.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';

interface Mark {
  readonly node: number;
  readonly note: BlockRun;
}

function acceptedMarks(tree: BlockTree, accepted: Uint8Array): readonly Mark[] {
  const notes = new Map<string, BlockRun>();
  tree.nodes.forEach((_, node) => {
    const number = elementAt(tree, node)?.attribs[footnoteDefinition];
    if (number !== undefined) notes.set(number, blocksOf(tree, node));
  });
  if (notes.size === 0) return [];
  return tree.nodes.flatMap((_, node) => {
    const note = notes.get(elementAt(tree, node)?.attribs[footnoteMark] ?? '');
    return note !== undefined && accepted[tree.from[node] ?? 0] === 1 ? [{ node, note }] : [];
  });
}

const countWords = (tree: BlockTree, isCounted: (block: number) => boolean): number =>
  tree.blocks.reduce((sum, { shape }, block) => sum + (isCounted(block) ? shape.words : 0), 0);

/** Notes with a larger share of the words of the text are a bibliography, … */
const maxShareOfText = 0.25;
/** … if they have more words than this. */
const minBibliographyWords = 100;

/** Adds the notes of the accepted text when half of them were accepted or all are short. */
export function attachNotes(tree: BlockTree, accepted: Uint8Array): Uint8Array {
  const marks = acceptedMarks(tree, accepted);
  if (marks.length === 0) return accepted;
  const all = Uint8Array.from(accepted);
  for (const { note } of marks) all.fill(1, note.from, note.to);
  const taken = marks.filter(({ note }) => accepted[note.from] === 1).length;
  const added = countWords(tree, (block) => all[block] !== accepted[block]);
  const text = countWords(tree, (block) => accepted[block] === 1);
  const isShort = added <= Math.max(maxShareOfText * text, minBibliographyWords);
  return isShort || taken * 2 >= marks.length ? all : accepted;
}

/** Marks in the accepted text whose notes are dropped: they would link to nothing. */
export const marksWithoutNote = (tree: BlockTree, accepted: Uint8Array): readonly ChildNode[] =>
  acceptedMarks(tree, accepted)
    .filter(({ note }) => accepted[note.from] !== 1)
    .flatMap(({ node }) => tree.nodes[node] ?? []);
