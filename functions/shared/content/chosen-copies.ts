import type { BlockContext } from './block-context.ts';
import { bitOf } from './block-keywords.ts';
import { nameOf } from './block-page.ts';
import type { Block, BlockTree } from './block-tree.ts';

/** Shorter passages are said twice for many reasons. */
const fewestWords = 20;
/** Blocks without a word make a run longer without making it a passage. */
const mostBlocks = 60;

/** Who repeats something here means to: an answer quotes what it answers, a table has a value in many rows. */
const repeating = new Set(['blockquote', 'q', 'pre', 'code', 'table']);

/** For every node, 1 when it stands in something that repeats on purpose. */
function onPurpose(tree: BlockTree): Uint8Array {
  const { nodes, parent, marks } = tree;
  const found = new Uint8Array(nodes.length);
  for (let node = 0; node < nodes.length; node++)
    if (
      found[parent[node] ?? -1] === 1 ||
      repeating.has(nameOf(tree, node)) ||
      ((marks[node] ?? 0) & bitOf.quote) !== 0
    )
      found[node] = 1;
  return found;
}

const isSame = (one: Block | undefined, other: Block | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.hash === other.hash &&
  one.shape.words === other.shape.words &&
  one.tail === other.tail &&
  one.text === other.text;

/** How many blocks from `copy` on say what those from `original` on say; 0 when they are no passage. */
function passageAt(
  { tree: { blocks }, page }: BlockContext,
  accepted: Uint8Array,
  original: number,
  copy: number,
): number {
  let length = 0;
  let isLong = false;
  while (isLong || length < mostBlocks) {
    const [said, saidAgain] = [original + length, copy + length];
    if (said >= copy || accepted[said] !== 1 || accepted[saidAgain] !== 1) break;
    if (!isSame(blocks[said], blocks[saidAgain])) break;
    length += 1;
    isLong ||= page.words.over(copy, copy + length) >= fewestWords;
  }
  return isLong ? length : 0;
}

/**
 * Leaves out one copy of a passage that the page sets twice in different markup: for wide and for narrow screens, as
 * a lead and in the text, cut short and whole. The copy in the commoner markup stays, else the first. What stands
 * twice in the same markup was written twice.
 */
export function withoutCopies(context: BlockContext, accepted: Uint8Array): Uint8Array {
  const { tree, repetition } = context;
  const { blocks } = tree;
  const meant = onPurpose(tree);
  const isMeant = (block: number): boolean => meant[blocks[block]?.container ?? 0] === 1;
  const first = new Map<number, number>();
  const left = Uint8Array.from(accepted);
  let block = 0;
  while (block < blocks.length) {
    const hash = blocks[block]?.hash ?? 0;
    const original = accepted[block] === 1 ? first.get(hash) : undefined;
    if (original === undefined) {
      if (accepted[block] === 1) first.set(hash, block);
      block += 1;
      continue;
    }
    const length = passageAt(context, accepted, original, block);
    for (let at = 0; at < length; at++) {
      const [said, saidAgain] = [original + at, block + at];
      const [group, otherGroup] = [repetition.groupOf[said], repetition.groupOf[saidAgain]];
      if (group === otherGroup || isMeant(said) || isMeant(saidAgain)) continue;
      left[(group?.words ?? 0) < (otherGroup?.words ?? 0) ? said : saidAgain] = 0;
    }
    block += Math.max(1, length);
  }
  return left;
}
