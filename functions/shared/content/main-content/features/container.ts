import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type FeatureGroup, NodeRows, log, ratio } from './feature-group.ts';

/** Which of the widening containers around a block are measured: the nearest two, and one far out. */
const levels = [1, 2, 5] as const;
const measures = ['words', 'linkDensity', 'blocks', 'prose', 'ofPage', 'ofProse', 'headings'] as const;

/** The container that holds more than the block alone, `level` steps wider; -1 beyond the page. */
export function containerAround({ tree, page }: BlockContext, block: number, level = 0): number {
  let node = tree.blocks[block]?.container ?? -1;
  if (node >= 0 && (tree.to[node] ?? 0) - (tree.from[node] ?? 0) === 1) node = page.wider[node] ?? -1;
  for (let step = 0; step < level && node >= 0; step++) node = page.wider[node] ?? -1;
  return node;
}

function measuresOf({ tree, page }: BlockContext): NodeRows {
  const pageWords = page.words.over(0, page.count);
  const pageProse = page.prose.over(0, page.count);
  return new NodeRows(tree.nodes.length, measures.length, (node, rows, at) => {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const words = page.words.over(from, to);
    const prose = page.prose.over(from, to);
    rows[at] = log(words);
    rows[at + 1] = ratio(page.linkWords.over(from, to), words);
    rows[at + 2] = log(to - from);
    rows[at + 3] = ratio(prose, words);
    rows[at + 4] = ratio(words, pageWords);
    rows[at + 5] = ratio(prose, pageProse);
    rows[at + 6] = ratio(page.headings.over(from, to), to - from);
  });
}

export const containerFeatures: FeatureGroup = {
  names: levels.flatMap((level) => measures.map((measure) => `box${level}.${measure}`)),
  of: (context) => {
    const measured = measuresOf(context);
    return (block, row, at) => {
      let start = at;
      let level = 1;
      let node = containerAround(context, block);
      for (const wanted of levels) {
        for (; level < wanted; level++) node = node < 0 ? node : (context.page.wider[node] ?? -1);
        if (node < 0) row.fill(-1, start, start + measures.length);
        else measured.copy(node, row, start);
        start += measures.length;
      }
    };
  },
};
