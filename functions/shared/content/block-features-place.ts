import { type BlockContext, wideningsUntil } from './block-context.ts';
import { bitOf, nameMarks } from './block-keywords.ts';
import { nameOf } from './block-page.ts';

interface PlaceFeature {
  readonly name: string;
  readonly of: (context: BlockContext, block: number) => number;
}

/** Beyond this an ancestor says nothing of the block any more; it also bounds work on deep documents. */
const reach = 20;
export const outOfReach = 30;

/** Tags whose meaning comes from the language itself, not from a site's author. */
const tellingTags = [
  'article',
  'main',
  'nav',
  'header',
  'footer',
  'aside',
  'section',
  'form',
  'table',
  'ul',
  'ol',
  'li',
  'dl',
  'figure',
  'blockquote',
  'details',
  'a',
  'button',
  'label',
  'pre',
  'dialog',
  'noscript',
] as const;

interface Ancestry {
  context: BlockContext | undefined;
  block: number;
  readonly marks: Float32Array;
  readonly tags: Float32Array;
  lists: number;
}

/** The ancestors of the block that was asked for last: some fifty features read them one after another. */
const ancestry: Ancestry = {
  context: undefined,
  block: -1,
  marks: new Float32Array(nameMarks.length),
  tags: new Float32Array(tellingTags.length),
  lists: 0,
};

const tagIndex = new Map<string, number>(tellingTags.map((tag, at) => [tag, at]));

function ancestryOf(context: BlockContext, block: number): Ancestry {
  if (ancestry.context === context && ancestry.block === block) return ancestry;
  const { tree } = context;
  ancestry.context = context;
  ancestry.block = block;
  ancestry.marks.fill(outOfReach);
  ancestry.tags.fill(outOfReach);
  ancestry.lists = 0;
  let node = tree.blocks[block]?.container ?? -1;
  for (let distance = 0; distance < reach && node >= 0; distance++) {
    const name = nameOf(tree, node);
    const tag = tagIndex.get(name);
    if (tag !== undefined && ancestry.tags[tag] === outOfReach) ancestry.tags[tag] = distance;
    if (name === 'ul' || name === 'ol') ancestry.lists += 1;
    const marks = tree.marks[node] ?? 0;
    for (let mark = 0; marks >>> mark !== 0; mark++)
      if ((marks & (1 << mark)) !== 0 && ancestry.marks[mark] === outOfReach) ancestry.marks[mark] = distance;
    node = tree.parent[node] ?? -1;
  }
  return ancestry;
}

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

const mostWidenings = 8;

/** Class words on the element itself, its parent or grandparent. */
const nearMarks = (context: BlockContext, block: number): number => {
  const own = containerOf(context, block);
  return (context.tree.marks[own] ?? 0) | (context.tree.marks[context.tree.parent[own] ?? -1] ?? 0);
};

export const placeFeatures: readonly PlaceFeature[] = [
  { name: 'place.tag', of: tagCode },
  ...tellingTags.map((tag, at) => ({
    name: `tag.${tag}`,
    of: (context: BlockContext, block: number) => ancestryOf(context, block).tags[at] ?? outOfReach,
  })),
  ...nameMarks.map((mark, at) => ({
    name: `name.${mark}`,
    of: (context: BlockContext, block: number) => ancestryOf(context, block).marks[at] ?? outOfReach,
  })),
  { name: 'name.anyNear', of: (context, block) => bitCount(nearMarks(context, block)) },
  {
    name: 'name.framing',
    of: (context, block) => bitCount(nearMarks(context, block) & framing),
  },
  { name: 'place.lists', of: (context, block) => ancestryOf(context, block).lists },
  { name: 'place.depth', of: (context, block) => context.tree.depth[containerOf(context, block)] ?? 0 },
  {
    name: 'place.relativeDepth',
    of: (context, block) => (context.tree.depth[containerOf(context, block)] ?? 0) / context.deepest,
  },
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
  {
    name: 'title.offset',
    of: ({ titleBlock }, block) =>
      titleBlock < 0 ? -300 : Math.max(-200, Math.min(200, block - titleBlock)),
  },
  {
    name: 'title.widenings',
    of: ({ page, titleBlock }, block) =>
      titleBlock < 0 ? -1 : wideningsUntil(page, block, titleBlock, mostWidenings),
  },
  {
    name: 'title.fromTitle',
    of: ({ page, titleBlock }, block) =>
      titleBlock < 0 ? -1 : wideningsUntil(page, titleBlock, block, mostWidenings),
  },
];

const framing =
  bitOf.navigation | bitOf.side | bitOf.footer | bitOf.advert | bitOf.social | bitOf.related | bitOf.overlay;

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
