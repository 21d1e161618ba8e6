import { type BlockContext, wideningsUntil } from './block-context.ts';
import { isWithin } from './block-page.ts';
import { type PhraseMark, phraseBit } from './block-phrases.ts';

interface AroundFeature {
  readonly name: string;
  readonly of: (context: BlockContext, block: number) => number;
}

const log = (count: number): number => Math.log2(1 + count);
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const levels = 5;

interface Surroundings {
  context: BlockContext | undefined;
  block: number;
  readonly nodes: Int32Array;
}

/** The widening containers of the block that was asked for last. */
const surroundings: Surroundings = { context: undefined, block: -1, nodes: new Int32Array(levels) };

function surroundingsOf(context: BlockContext, block: number): Int32Array {
  if (surroundings.context === context && surroundings.block === block) return surroundings.nodes;
  surroundings.context = context;
  surroundings.block = block;
  let node = context.tree.blocks[block]?.container ?? -1;
  if (node >= 0 && (context.tree.to[node] ?? 0) - (context.tree.from[node] ?? 0) === 1)
    node = context.page.wider[node] ?? -1;
  for (let level = 0; level < levels; level++) {
    surroundings.nodes[level] = node;
    if (node >= 0) node = context.page.wider[node] ?? -1;
  }
  return surroundings.nodes;
}

type OverContainer = (context: BlockContext, from: number, to: number) => number;

const containerMeasures: readonly (readonly [name: string, of: OverContainer])[] = [
  ['words', ({ page }, from, to) => log(page.words.over(from, to))],
  ['linkDensity', ({ page }, from, to) => ratio(page.linkWords.over(from, to), page.words.over(from, to))],
  ['blocks', (_, from, to) => log(to - from)],
  ['prose', ({ page }, from, to) => ratio(page.prose.over(from, to), page.words.over(from, to))],
  ['ofPage', ({ page }, from, to) => ratio(page.words.over(from, to), page.words.over(0, page.count))],
  ['ofProse', ({ page }, from, to) => ratio(page.prose.over(from, to), page.prose.over(0, page.count))],
  ['headings', ({ page }, from, to) => ratio(page.headings.over(from, to), to - from)],
];

const containerFeatures = Array.from({ length: levels }, (_, level) =>
  containerMeasures.map(([name, of]): AroundFeature => ({
    name: `box${level + 1}.${name}`,
    of: (context, block) => {
      const node = surroundingsOf(context, block)[level] ?? -1;
      return node < 0 ? -1 : of(context, context.tree.from[node] ?? 0, context.tree.to[node] ?? 0);
    },
  })),
).flat();

const neighbourFeatures = [-3, -2, -1, 1, 2, 3].flatMap((offset): AroundFeature[] => {
  const side = offset < 0 ? `before${-offset}` : `after${offset}`;
  return [
    {
      name: `${side}.words`,
      of: ({ page }, block) => {
        const at = block + offset;
        return at < 0 || at >= page.count ? -1 : log(page.words.over(at, at + 1));
      },
    },
    {
      name: `${side}.linkDensity`,
      of: ({ page }, block) => {
        const at = block + offset;
        if (at < 0 || at >= page.count) return -1;
        return ratio(page.linkWords.over(at, at + 1), page.words.over(at, at + 1));
      },
    },
  ];
});

const adjacentFeatures = [-1, 1].flatMap((offset): AroundFeature[] => {
  const side = offset < 0 ? 'before1' : 'after1';
  return [
    { name: `${side}.heading`, of: ({ page }, block) => page.headingLevel[block + offset] ?? 0 },
    {
      name: `${side}.widenings`,
      of: ({ page }, block) => wideningsUntil(page, block, block + offset, levels),
    },
    {
      name: `${side}.sameText`,
      of: ({ tree }, block) => (tree.blocks[block]?.phrases === tree.blocks[block + offset]?.phrases ? 1 : 0),
    },
  ];
});

const windowFeatures = [4, 12].flatMap((reach): AroundFeature[] => {
  const clip = ({ page }: BlockContext, block: number): readonly [number, number] => [
    Math.max(0, block - reach),
    Math.min(page.count, block + reach + 1),
  ];
  return [
    {
      name: `window${reach}.prose`,
      of: (context, block) => {
        const [from, to] = clip(context, block);
        return ratio(context.page.prose.over(from, to), context.page.words.over(from, to));
      },
    },
    {
      name: `window${reach}.linkDensity`,
      of: (context, block) => {
        const [from, to] = clip(context, block);
        return ratio(context.page.linkWords.over(from, to), context.page.words.over(from, to));
      },
    },
    {
      name: `window${reach}.words`,
      of: (context, block) => {
        const [from, to] = clip(context, block);
        return log(context.page.words.over(from, to));
      },
    },
  ];
});

const headingSays = (mark: PhraseMark): AroundFeature => ({
  name: `heading.says.${mark}`,
  of: ({ tree, headingBefore }, block) =>
    ((tree.blocks[headingBefore[block] ?? -1]?.phrases ?? 0) & phraseBit[mark]) === 0 ? 0 : 1,
});

const headingFeatures: readonly AroundFeature[] = [
  {
    name: 'heading.distance',
    of: ({ headingBefore }, block) => {
      const heading = headingBefore[block] ?? -1;
      return heading < 0 ? 200 : Math.min(199, block - heading);
    },
  },
  {
    name: 'heading.level',
    of: ({ page, headingBefore }, block) => page.headingLevel[headingBefore[block] ?? -1] ?? 0,
  },
  {
    name: 'heading.widenings',
    of: ({ page, headingBefore }, block) => {
      const heading = headingBefore[block] ?? -1;
      return heading < 0 ? levels + 1 : wideningsUntil(page, block, heading, levels);
    },
  },
  ...(
    ['related', 'comments', 'account', 'navigation', 'share', 'review', 'tagged', 'detail', 'buy'] as const
  ).map(headingSays),
];

const topFeatures: readonly AroundFeature[] = [
  {
    name: 'top.within',
    of: ({ tree, top }, block) => (top.node >= 0 && isWithin(tree, block, top.node) ? 1 : 0),
  },
  {
    name: 'top.widenings',
    of: ({ page, tree, top }, block) => {
      let node = top.node;
      for (let steps = 0; steps < levels; steps++) {
        if (isWithin(tree, block, node)) return steps;
        node = page.wider[node] ?? -1;
      }
      return levels;
    },
  },
  {
    name: 'top.depth',
    of: ({ tree, top }, block) =>
      top.node < 0
        ? -20
        : Math.min(20, (tree.depth[tree.blocks[block]?.container ?? -1] ?? 0) - (tree.depth[top.node] ?? 0)),
  },
  {
    name: 'top.share',
    of: (context, block) => {
      const node = surroundingsOf(context, block)[0] ?? -1;
      return ratio(context.top.scores.get(node) ?? 0, context.top.score);
    },
  },
  {
    name: 'top.shareAbove',
    of: (context, block) => {
      const node = surroundingsOf(context, block)[1] ?? -1;
      return ratio(context.top.scores.get(node) ?? 0, context.top.score);
    },
  },
];

const groupFeatures: readonly AroundFeature[] = [
  { name: 'group.blocks', of: ({ repetition }, block) => log(repetition.groupOf[block]?.blocks ?? 0) },
  {
    name: 'group.ofPage',
    of: ({ repetition, page }, block) =>
      ratio(repetition.groupOf[block]?.words ?? 0, page.words.over(0, page.count)),
  },
  {
    name: 'group.meanWords',
    of: ({ repetition }, block) => {
      const group = repetition.groupOf[block];
      return group === undefined ? 0 : log(group.words / group.blocks);
    },
  },
  {
    name: 'group.linkDensity',
    of: ({ repetition }, block) => {
      const group = repetition.groupOf[block];
      return group === undefined ? 0 : ratio(group.linkWords, group.words);
    },
  },
  {
    name: 'group.prose',
    of: ({ repetition }, block) => {
      const group = repetition.groupOf[block];
      return group === undefined ? 0 : ratio(group.prose, group.words);
    },
  },
  {
    name: 'group.spread',
    of: ({ repetition, page }, block) => {
      const group = repetition.groupOf[block];
      return group === undefined ? 0 : ratio(group.last - group.first, page.count);
    },
  },
];

interface Unit {
  readonly distance: number;
  readonly alike: number;
  readonly words: number;
  readonly linkDensity: number;
  readonly prose: number;
  readonly meanWords: number;
  readonly ofPage: number;
}

const noUnit: Unit = { distance: 20, alike: 0, words: 0, linkDensity: 0, prose: 0, meanWords: 0, ofPage: 0 };
const leastAlike = 3;
const unitReach = 16;

interface Units {
  context: BlockContext | undefined;
  block: number;
  nearest: Unit;
  largest: Unit;
}

/** The repeated elements (cards, posts, rows) around the block that was asked for last. */
const units: Units = { context: undefined, block: -1, nearest: noUnit, largest: noUnit };

function unitAt({ tree, page, repetition }: BlockContext, node: number, distance: number): Unit {
  const above = tree.parent[node] ?? -1;
  const from = tree.from[node] ?? 0;
  const to = tree.to[node] ?? 0;
  const words = page.words.over(from, to);
  const inAll = above < 0 ? words : page.words.over(tree.from[above] ?? 0, tree.to[above] ?? 0);
  const alike = repetition.alike[node] ?? 1;
  return {
    distance,
    alike,
    words: log(words),
    linkDensity: ratio(page.linkWords.over(from, to), words),
    prose: ratio(page.prose.over(from, to), words),
    meanWords: log(inAll / alike),
    ofPage: ratio(inAll, page.words.over(0, page.count)),
  };
}

function unitsOf(context: BlockContext, block: number): Units {
  if (units.context === context && units.block === block) return units;
  units.context = context;
  units.block = block;
  units.nearest = noUnit;
  units.largest = noUnit;
  const { tree, repetition } = context;
  let node = tree.blocks[block]?.container ?? -1;
  for (let distance = 0; distance < unitReach && node >= 0; distance++) {
    if ((repetition.alike[node] ?? 0) >= leastAlike) {
      const unit = unitAt(context, node, distance);
      if (units.nearest === noUnit) units.nearest = unit;
      if (unit.ofPage >= units.largest.ofPage) units.largest = unit;
    }
    node = tree.parent[node] ?? -1;
  }
  return units;
}

const unitFeatures = (['nearest', 'largest'] as const).flatMap((which) =>
  (['distance', 'alike', 'words', 'linkDensity', 'prose', 'meanWords', 'ofPage'] as const).map(
    (measure): AroundFeature => ({
      name: `unit.${which}.${measure}`,
      of: (context, block) => unitsOf(context, block)[which][measure],
    }),
  ),
);

export const aroundFeatures: readonly AroundFeature[] = [
  ...containerFeatures,
  ...neighbourFeatures,
  ...adjacentFeatures,
  ...windowFeatures,
  ...headingFeatures,
  ...topFeatures,
  ...groupFeatures,
  ...unitFeatures,
];
