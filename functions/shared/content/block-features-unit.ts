import type { BlockContext } from './block-context.ts';
import { type FeatureGroup, NodeRows } from './feature-group.ts';

const log = (count: number): number => Math.log2(1 + count);
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const leastAlike = 3;
const reach = 16;
/** The distance of a repeated element that is not there. */
const farAway = 20;
const measures = ['alike', 'words', 'linkDensity', 'prose', 'meanWords', 'ofPage'] as const;
const width = 1 + measures.length;

/** What the repeated element `node` and its look-alikes hold. */
function measuresOf({ tree, page, repetition }: BlockContext): NodeRows {
  const pageWords = page.words.over(0, page.count);
  return new NodeRows(tree.nodes.length, measures.length, (node, rows, at) => {
    const above = tree.parent[node] ?? -1;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const words = page.words.over(from, to);
    const inAll = above < 0 ? words : page.words.over(tree.from[above] ?? 0, tree.to[above] ?? 0);
    const alike = repetition.alike[node] ?? 1;
    rows[at] = alike;
    rows[at + 1] = log(words);
    rows[at + 2] = ratio(page.linkWords.over(from, to), words);
    rows[at + 3] = ratio(page.prose.over(from, to), words);
    rows[at + 4] = log(inAll / alike);
    rows[at + 5] = ratio(inAll, pageWords);
  });
}

/** The repeated elements (cards, posts, rows) around a block: the nearest, and the one with most of the page. */
export const unitFeatures: FeatureGroup = {
  names: ['nearest', 'largest'].flatMap((which) =>
    ['distance', ...measures].map((measure) => `unit.${which}.${measure}`),
  ),
  of: (context) => {
    const { tree, repetition } = context;
    const measured = measuresOf(context);
    const unit = new Float32Array(width);
    return (block, row, at) => {
      row.fill(0, at, at + 2 * width);
      row[at] = farAway;
      row[at + width] = farAway;
      let isFirst = true;
      let node = tree.blocks[block]?.container ?? -1;
      for (let distance = 0; distance < reach && node >= 0; distance++) {
        if ((repetition.alike[node] ?? 0) >= leastAlike) {
          unit[0] = distance;
          measured.copy(node, unit, 1);
          if (isFirst) row.set(unit, at);
          isFirst = false;
          if ((unit[width - 1] ?? 0) >= (row[at + 2 * width - 1] ?? 0)) row.set(unit, at + width);
        }
        node = tree.parent[node] ?? -1;
      }
    };
  },
};
