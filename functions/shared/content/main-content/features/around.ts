import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { isWithin } from '#shared/content/main-content/blocks/page.ts';
import { containerAround } from './container.ts';
import { type BlockFeature, groupOf, log, ratio } from './feature-group.ts';

const maxWidenings = 5;

const neighbourFeatures: readonly BlockFeature[] = [
  { name: 'before1', offset: -1 },
  { name: 'after1', offset: 1 },
].map(({ name, offset }) => ({
  name: `${name}.linkDensity`,
  of: ({ page }, block) => {
    const at = block + offset;
    if (at < 0 || at >= page.count) return -1;
    return ratio(page.linkWords.over(at, at + 1), page.words.over(at, at + 1));
  },
}));

const linkDensityAround = ({ page }: BlockContext, block: number, reach: number): number => {
  const from = Math.max(0, block - reach);
  const to = Math.min(page.count, block + reach + 1);
  return ratio(page.linkWords.over(from, to), page.words.over(from, to));
};

const windowFeatures: readonly BlockFeature[] = [
  { name: 'window4.linkDensity', of: (context, block) => linkDensityAround(context, block, 4) },
  { name: 'window12.linkDensity', of: (context, block) => linkDensityAround(context, block, 12) },
  {
    name: 'window12.words',
    of: ({ page }, block) => log(page.words.over(Math.max(0, block - 12), Math.min(page.count, block + 13))),
  },
];

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
      return heading < 0 ? maxWidenings + 1 : wideningsUntil(page, block, heading, maxWidenings);
    },
  },
];

const shareOfTop = ({ top }: BlockContext, node: number): number =>
  ratio(top.scores.get(node) ?? 0, top.score);

const topFeatures: readonly BlockFeature[] = [
  {
    name: 'top.within',
    of: ({ tree, top }, block) => (top.node >= 0 && isWithin(tree, block, top.node) ? 1 : 0),
  },
  {
    name: 'top.widenings',
    of: ({ page, tree, top }, block) => {
      let node = top.node;
      for (let steps = 0; steps < maxWidenings; steps++) {
        if (isWithin(tree, block, node)) return steps;
        node = page.wider[node] ?? -1;
      }
      return maxWidenings;
    },
  },
  {
    name: 'top.depth',
    of: ({ tree, top }, block) =>
      top.node < 0
        ? -20
        : Math.min(20, (tree.depth[tree.blocks[block]?.container ?? -1] ?? 0) - (tree.depth[top.node] ?? 0)),
  },
  { name: 'top.share', of: (context, block) => shareOfTop(context, containerAround(context, block)) },
  { name: 'top.shareAbove', of: (context, block) => shareOfTop(context, containerAround(context, block, 1)) },
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

export const aroundFeatures = groupOf([
  ...neighbourFeatures,
  ...windowFeatures,
  ...headingFeatures,
  ...topFeatures,
  ...groupFeatures,
]);
