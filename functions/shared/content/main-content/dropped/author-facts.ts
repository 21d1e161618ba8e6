import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { findDate } from '#shared/values/dates.ts';
import labels from './author-facts.json' with { type: 'json' };
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

const labelled = (names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})\\s*[:：]`, 'iu');
/** Labels that only forums have, with a number: "Posts: 34", "Member since: 4 May 2019". */
const clear = labelled(labels.clear);
/** Other labels of members: "Location: Vienna", "Status: offline". Lists of other things have them, too. */
const beside = labelled(labels.beside);
const maxCharacters = 60;
const maxWords = 6;
/** One such line on a page is about a member, who may be its subject. */
const minAuthors = 2;
/** Blocks above or below a box with facts in which its post has a date. */
const reachOfDate = 12;

/** The element around the element of a block: cells with facts have one line for each. */
const boxOf = ({ parent, blocks }: BlockTree, block: number): number =>
  parent[blocks[block]?.container ?? -1] ?? -1;

/** Whether a date that is no fact of a member is near a block: posts have one. Reads each block once. */
function dateFinder({ blocks }: BlockTree): (block: number) => boolean {
  const isDated = new Map<number, boolean>();
  const read = (block: number): boolean => {
    const text = blocks[block]?.text.slice(0, maxCharacters) ?? '';
    return !clear.test(text) && !beside.test(text) && findDate(text) !== undefined;
  };
  return (block) => {
    for (let near = Math.max(0, block - reachOfDate); near < block + reachOfDate; near++) {
      const known = isDated.get(near) ?? read(near);
      isDated.set(near, known);
      if (known) return true;
    }
    return false;
  };
}

/**
 * The kept lines with facts about the authors of posts: how many they have written, and the lines with other facts beside
 * that. A list that has no such count is about something else.
 */
export function authorFacts({ context: { tree, page }, kept }: KeptText): readonly number[] {
  const isLine = (block: number): boolean =>
    kept[block] === 1 &&
    (tree.blocks[block]?.text.length ?? 0) <= maxCharacters &&
    page.words.over(block, block + 1) <= maxWords;
  const isNearDate = dateFinder(tree);
  const boxes = new Set<number>();
  tree.blocks.forEach(({ text }, block) => {
    if (isLine(block) && clear.test(text) && /\d/.test(text) && isNearDate(block))
      boxes.add(boxOf(tree, block));
  });
  if (boxes.size < minAuthors) return [];
  return tree.blocks.flatMap(({ text }, block) =>
    isLine(block) && (clear.test(text) || beside.test(text)) && boxes.has(boxOf(tree, block)) ? [block] : [],
  );
}
