import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import type { BlockPage } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun, ListOfLines } from '#shared/content/main-content/blocks/units.ts';

const announces = /[:：]\s*$/u;
/** Shorter lines are labels of lists of links, such as "Read more:". */
const minWords = 5;
/** Less likely lines announce other pages. */
const minChance = 0.5;

const minLinkedShare = 0.7;

const isOfLinks = ({ words, linkWords }: BlockPage, from: number, to: number): boolean =>
  linkWords.over(from, to) >= minLinkedShare * words.over(from, to);

/**
 * The dropped lists right below a kept line that announces them ("The most common ones are:"), in the same element. Links
 * that end a text lead to other pages.
 */
export function announcedLists(
  { tree, page }: BlockContext,
  lists: readonly ListOfLines[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  return lists.filter(({ from, to, node }) => {
    const line = tree.blocks[from - 1];
    if (line === undefined || kept.subarray(from, to).includes(1)) return false;
    if (kept[from - 1] === 0 || (kept[to] !== 1 && isOfLinks(page, from, to))) return false;
    if (!announces.test(line.text) || page.words.over(from - 1, from) < minWords) return false;
    return (chances[from - 1] ?? 0) >= minChance && tree.parent[line.container] === tree.parent[node];
  });
}

const maxLabelWords = 8;
/** Less likely lines operate the page. */
const minLabelChance = 0.1;

/** The dropped short lines right above kept lists in the same element: "Cons" must not be read as more pros. */
export function labelsOfLists(
  { tree, page }: BlockContext,
  lists: readonly ListOfLines[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  return lists.flatMap(({ from, node }) => {
    const label = from - 1;
    const line = tree.blocks[label];
    if (line === undefined || kept[label] === 1 || kept[from] === 0) return [];
    const words = page.words.over(label, from);
    const isLabel = words > 0 && words <= maxLabelWords && page.linkWords.over(label, from) === 0;
    const isBeside = tree.parent[line.container] === tree.parent[node];
    return isLabel && isBeside && (chances[label] ?? 0) >= minLabelChance ? [label] : [];
  });
}
