import { nameMarks } from '#shared/content/dom/class-words.ts';
import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import { type BlockFeature, type FeatureGroup, groupOf } from './feature-group.ts';

/** Further ancestors say nothing about the block; the limit also bounds work on deep documents. */
const maxLevels = 20;
const outOfReach = 30;

/** Tags whose meaning comes from HTML, not from a site's author. */
const semanticTags = [
  'article',
  'main',
  'nav',
  'footer',
  'aside',
  'form',
  'table',
  'ul',
  'li',
  'figure',
  'a',
] as const;

const tagIndex = new Map<string, number>(semanticTags.map((tag, at) => [tag, at]));

/** Distance from a block up to the nearest element with each tag, and with each kind of name. */
export const ancestorFeatures: FeatureGroup = {
  names: [...semanticTags.map((tag) => `tag.${tag}`), ...nameMarks.map((mark) => `name.${mark}`)],
  of:
    ({ tree }) =>
    (block, row, at) => {
      const ofNames = at + semanticTags.length;
      row.fill(outOfReach, at, ofNames + nameMarks.length);
      let node = tree.blocks[block]?.container ?? -1;
      for (let distance = 0; distance < maxLevels && node >= 0; distance++) {
        const tag = tagIndex.get(nameOf(tree, node));
        if (tag !== undefined && row[at + tag] === outOfReach) row[at + tag] = distance;
        const marks = tree.marks[node] ?? 0;
        for (let mark = 0; marks >>> mark !== 0; mark++)
          if ((marks & (1 << mark)) !== 0 && row[ofNames + mark] === outOfReach)
            row[ofNames + mark] = distance;
        node = tree.parent[node] ?? -1;
      }
    },
};

const tagCodes = new Map(
  [
    'p',
    'li',
    'td',
    'th',
    'dt',
    'dd',
    'pre',
    'blockquote',
    'figcaption',
    'caption',
    'button',
    'summary',
    'address',
    'section',
    'article',
    'div',
    'body',
    'main',
    'center',
  ].map((tag, at) => [tag, at + 7]),
);

const containerOf = ({ tree }: BlockContext, block: number): number => tree.blocks[block]?.container ?? -1;
const tagCode = (context: BlockContext, block: number): number =>
  context.page.headingLevel[block] || (tagCodes.get(nameOf(context.tree, containerOf(context, block))) ?? 0);

const maxWidenings = 8;

const titleFeatures: readonly BlockFeature[] = [
  {
    name: 'title.offset',
    of: ({ titleBlock }, block) =>
      titleBlock < 0 ? -300 : Math.max(-200, Math.min(200, block - titleBlock)),
  },
  {
    name: 'title.words',
    of: ({ page, titleBlock }, block) => {
      if (titleBlock < 0) return -10_000;
      return block < titleBlock ? -page.words.over(block, titleBlock) : page.words.over(titleBlock, block);
    },
  },
  {
    name: 'title.widenings',
    of: ({ page, titleBlock }, block) =>
      titleBlock < 0 ? -1 : wideningsUntil(page, block, titleBlock, maxWidenings),
  },
  {
    name: 'title.fromTitle',
    of: ({ page, titleBlock }, block) =>
      titleBlock < 0 ? -1 : wideningsUntil(page, titleBlock, block, maxWidenings),
  },
];

export const placeFeatures = groupOf([
  { name: 'place.tag', of: tagCode },
  { name: 'place.depth', of: (context, block) => context.tree.depth[containerOf(context, block)] ?? 0 },
  { name: 'place.order', of: ({ page }, block) => block / Math.max(1, page.count) },
  { name: 'place.fromStart', of: (_, block) => Math.min(block, 200) },
  { name: 'place.fromEnd', of: ({ page }, block) => Math.min(page.count - block, 200) },
  {
    name: 'place.wordsBefore',
    of: ({ page }, block) => page.words.over(0, block) / Math.max(1, page.words.over(0, page.count)),
  },
  {
    name: 'place.proseBefore',
    of: ({ page }, block) => page.prose.over(0, block) / Math.max(1, page.prose.over(0, page.count)),
  },
  {
    name: 'place.proseAfter',
    of: ({ page }, block) => Math.log2(1 + page.prose.over(block + 1, page.count)),
  },
  ...titleFeatures,
]);
