import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import labels from './author-facts.json' with { type: 'json' };

/** What a forum tells of a member, such as "Posts: 34" or "Joined: 4 May 2019". */
const fact = new RegExp(`^(${[...labels.counts, ...labels.dates].join('|')})\\s*[:：]\\s*(?=.*\\d)`, 'iu');
/** Lines beside such facts: "Location: Vienna", "Status: offline". */
const labelled = /^\p{L}[\p{L} ]{1,24}[:：]/u;
const maxCharacters = 60;
const maxWords = 6;
/** A page with one such line is about the member. */
const minAuthors = 2;

/** The element around the element of a block: cells with facts have one line for each. */
const boxOf = ({ parent, blocks }: BlockTree, block: number): number =>
  parent[blocks[block]?.container ?? -1] ?? -1;

/** The kept lines with facts about the authors of posts: how many they wrote, when they joined, and those beside them. */
export function authorFacts({ tree, page }: BlockContext, kept: Uint8Array): readonly number[] {
  const isLine = (block: number): boolean =>
    kept[block] === 1 &&
    (tree.blocks[block]?.text.length ?? 0) <= maxCharacters &&
    page.words.over(block, block + 1) <= maxWords;
  const boxes = new Map<string, Set<number>>();
  tree.blocks.forEach(({ text }, block) => {
    const label = isLine(block) ? fact.exec(text)?.[1]?.toLowerCase() : undefined;
    if (label === undefined) return;
    const known = boxes.get(label) ?? new Set();
    boxes.set(label, known.add(boxOf(tree, block)));
  });
  const ofAuthors = new Set(
    [...boxes.values()].filter(({ size }) => size >= minAuthors).flatMap((set) => [...set]),
  );
  if (ofAuthors.size === 0) return [];
  return tree.blocks.flatMap(({ text }, block) =>
    isLine(block) && labelled.test(text) && ofAuthors.has(boxOf(tree, block)) ? [block] : [],
  );
}
