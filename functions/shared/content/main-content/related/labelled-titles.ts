import { headings } from '#shared/content/dom/html-elements.ts';
import { type BlockPage, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

const maxHeadingLevels = 3;

/** The titles below kept labels in the same heading: "Analysis" is no heading without the text that it announces. */
export function titlesBelowLabels({ tree, headingLevel }: BlockPage, kept: Uint8Array): readonly BlockRun[] {
  const found: BlockRun[] = [];
  for (let block = 0; block < kept.length; block++) {
    if (kept[block] === 0 || (headingLevel[block] ?? 0) === 0) continue;
    const container = tree.blocks[block]?.container ?? -1;
    const node = nodeAround(tree, container, maxHeadingLevels, (at) => headings.has(nameOf(tree, at)));
    const title = { from: block + 1, to: tree.to[node] ?? 0 };
    if (tree.from[node] === block && !kept.subarray(title.from, title.to).includes(1)) found.push(title);
  }
  return found;
}
