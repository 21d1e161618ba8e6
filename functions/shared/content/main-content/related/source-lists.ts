import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import headings from './source-headings.json' with { type: 'json' };

const namesSources = new RegExp(`^\\P{L}*(?:${Object.values(headings).flat().join('|')})\\s*[:：]?$`, 'iu');
const maxHeadingCharacters = 40;

/** The dropped lists right below a kept line that calls them the sources of the text: they are links, but no menu. */
export function listsOfSources({ tree }: BlockContext, kept: Uint8Array): readonly BlockRun[] {
  const found: BlockRun[] = [];
  for (let list = 0; list < tree.nodes.length; list++) {
    const name = nameOf(tree, list);
    if (name !== 'ul' && name !== 'ol') continue;
    const [from, to] = [tree.from[list] ?? 0, tree.to[list] ?? 0];
    const heading = tree.blocks[from - 1];
    if (heading === undefined || from === to || kept[from - 1] === 0) continue;
    if (heading.text.length > maxHeadingCharacters || !namesSources.test(heading.text.trim())) continue;
    const isBeside = tree.parent[heading.container] === tree.parent[list];
    if (isBeside && !kept.subarray(from, to).includes(1)) found.push({ from, to });
  }
  return found;
}
