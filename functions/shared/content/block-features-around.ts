import { type BlockContext, wideningsUntil } from './block-context.ts';
import { containerAround } from './block-features-container.ts';
import { isWithin } from './block-page.ts';
import { type PhraseMark, phraseBit } from './block-phrases.ts';
import type { BlockFeature } from './feature-group.ts';

const log = (count: number): number => Math.log2(1 + count);
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const mostWidenings = 5;

const neighbourFeatures = [-3, -2, -1, 1, 2, 3].flatMap((offset): BlockFeature[] => {
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

const adjacentFeatures = [-1, 1].flatMap((offset): BlockFeature[] => {
  const side = offset < 0 ? 'before1' : 'after1';
  return [
    { name: `${side}.heading`, of: ({ page }, block) => page.headingLevel[block + offset] ?? 0 },
    {
      name: `${side}.widenings`,
      of: ({ page }, block) => wideningsUntil(page, block, block + offset, mostWidenings),
    },
    {
      name: `${side}.sameText`,
      of: ({ tree }, block) => (tree.blocks[block]?.phrases === tree.blocks[block + offset]?.phrases ? 1 : 0),
    },
  ];
});

const windowFeatures = [4, 12].flatMap((reach): BlockFeature[] => {
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

const headingSays = (mark: PhraseMark): BlockFeature => ({
  name: `heading.says.${mark}`,
  of: ({ tree, headingBefore }, block) =>
    ((tree.blocks[headingBefore[block] ?? -1]?.phrases ?? 0) & phraseBit[mark]) === 0 ? 0 : 1,
});

const headingFeatures: readonly BlockFeature[] = [
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
      return heading < 0 ? mostWidenings + 1 : wideningsUntil(page, block, heading, mostWidenings);
    },
  },
  ...(
    ['related', 'comments', 'account', 'navigation', 'share', 'review', 'tagged', 'detail', 'buy'] as const
  ).map(headingSays),
];

const topFeatures: readonly BlockFeature[] = [
  {
    name: 'top.within',
    of: ({ tree, top }, block) => (top.node >= 0 && isWithin(tree, block, top.node) ? 1 : 0),
  },
  {
    name: 'top.widenings',
    of: ({ page, tree, top }, block) => {
      let node = top.node;
      for (let steps = 0; steps < mostWidenings; steps++) {
        if (isWithin(tree, block, node)) return steps;
        node = page.wider[node] ?? -1;
      }
      return mostWidenings;
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
      const node = containerAround(context, block);
      return ratio(context.top.scores.get(node) ?? 0, context.top.score);
    },
  },
  {
    name: 'top.shareAbove',
    of: (context, block) => {
      const node = containerAround(context, block, 1);
      return ratio(context.top.scores.get(node) ?? 0, context.top.score);
    },
  },
];

const groupFeatures: readonly BlockFeature[] = [
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

export const aroundFeatures: readonly BlockFeature[] = [
  ...neighbourFeatures,
  ...adjacentFeatures,
  ...windowFeatures,
  ...headingFeatures,
  ...topFeatures,
  ...groupFeatures,
];
