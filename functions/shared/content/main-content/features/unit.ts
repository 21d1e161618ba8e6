import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type FeatureGroup, NodeRows, log, ratio } from './feature-group.ts';

const minAlike = 3;
const maxLevels = 16;
/** Distance when there is no repeated element. */
const farAway = 20;
const measures = ['alike', 'linkDensity', 'meanWords', 'ofPage'] as const;
const width = measures.length;

/** The nearest element around a block that is repeated beside itself; -1 without one. */
export function unitAround({ tree, repetition }: BlockContext, block: number): number {
  let node = tree.blocks[block]?.container ?? -1;
  for (let level = 0; level < maxLevels && node >= 0; level++) {
    if ((repetition.alike[node] ?? 0) >= minAlike) return node;
    node = tree.parent[node] ?? -1;
  }
  return -1;
}

function measuresOf({ tree, page, repetition }: BlockContext): NodeRows {
  const pageWords = page.words.over(0, page.count);
  return new NodeRows(tree.nodes.length, width, (node, rows, at) => {
    const above = tree.parent[node] ?? -1;
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const words = page.words.over(from, to);
    const inAll = above < 0 ? words : page.words.over(tree.from[above] ?? 0, tree.to[above] ?? 0);
    const alike = repetition.alike[node] ?? 1;
    rows[at] = alike;
    rows[at + 1] = ratio(page.linkWords.over(from, to), words);
    rows[at + 2] = log(inAll / alike);
    rows[at + 3] = ratio(inAll, pageWords);
  });
}

/**
 * The repeated elements (cards, posts, rows) around a block: the nearest, and the one with the largest share of the
 * page.
 */
export const unitFeatures: FeatureGroup = {
  names: [
    'unit.nearest.distance',
    ...['nearest', 'largest'].flatMap((which) => measures.map((measure) => `unit.${which}.${measure}`)),
  ],
  of: (context) => {
    const { tree, repetition } = context;
    const measured = measuresOf(context);
    return (block, row, at) => {
      const nearest = at + 1;
      const largest = nearest + width;
      row.fill(0, nearest, largest + width);
      row[at] = farAway;
      let largestShare = -1;
      let node = tree.blocks[block]?.container ?? -1;
      for (let distance = 0; distance < maxLevels && node >= 0; distance++) {
        if ((repetition.alike[node] ?? 0) >= minAlike) {
          if (largestShare < 0) {
            row[at] = distance;
            measured.copy(node, row, nearest);
          }
          const ofPage = measured.at(node, width - 1);
          if (ofPage >= largestShare) {
            measured.copy(node, row, largest);
            largestShare = ofPage;
          }
        }
        node = tree.parent[node] ?? -1;
      }
    };
  },
};
