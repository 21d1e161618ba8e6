import { headings, nameSet } from '#shared/content/dom/html-elements.ts';
import { type BlockContext, wideningsUntil } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import { isPrice } from '#shared/content/main-content/related/product/goods-list.ts';

/** A heading with a smaller chance is the name of a site or a menu, however near it is. */
const minHeadingChance = 0.1;

const maxBoxWidenings = 2;

const isAllLink = ({ page: { words, linkWords } }: BlockContext, block: number): boolean =>
  linkWords.over(block, block + 1) === words.over(block, block + 1);

/**
 * Whether a heading names another page: all of it is a link, and it is neither the title nor in one box with the
 * text below.
 */
const namesOtherText = (context: BlockContext, block: number): boolean =>
  isAllLink(context, block) &&
  block !== context.titleBlock &&
  wideningsUntil(context.page, block + 1, block, maxBoxWidenings) === maxBoxWidenings;

const maxHeadingWidenings = 3;

/** What a heading is kept as that `headingsAbove` finds. */
export const ofHeadings = 'the heading of kept text';

/** The dropped headings right above kept text. From below, so that a heading brings the one above itself. */
export function headingsAbove(
  context: BlockContext,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { page } = context;
  const found: number[] = [];
  for (let block = page.count - 2; block >= 0; block--) {
    const isMissing = kept[block] === 0 && (page.headingLevel[block] ?? 0) > 0;
    if (!isMissing || (kept[block + 1] !== 1 && found.at(-1) !== block + 1)) continue;
    if ((chances[block] ?? 0) < minHeadingChance || namesOtherText(context, block)) continue;
    if (wideningsUntil(page, block, block + 1, maxHeadingWidenings) < maxHeadingWidenings) found.push(block);
  }
  return found;
}

const maxHeadingLevels = 4;
/** Their headings are those of menus and boxes beside the text. */
const otherParts = nameSet('nav aside footer');
const maxPartLevels = 12;
/** Fewer kept headings of a kind are no row of sections. */
const minPeers = 2;
/** "Re: …" above each post is repeated more often. */
const maxAlike = 3;
/** Badges and buttons may stand between a heading and the text of its section. */
const maxBlocksBetween = 8;
const maxWordsBetween = 20;
/** More links are a list, which the heading may be of, … */
const maxLinksBetween = 2;
/** … and so is the headline of another page; badges and buttons are shorter. */
const minHeadlineWords = 4;
const maxWidenings = 5;

/** What headings of one kind of section share: level and classes. */
function kindOf({ tree, page }: BlockContext, block: number): string {
  const container = tree.blocks[block]?.container ?? -1;
  const heading = nodeAround(tree, container, maxHeadingLevels, (node) => headings.has(nameOf(tree, node)));
  return `${page.headingLevel[block]} ${elementAt(tree, heading)?.attribs['class'] ?? ''}`;
}

/** The first kept block of the section below a heading, after labels at most; -1 without one. */
function firstOfSection({ page }: BlockContext, heading: number, kept: Uint8Array): number {
  const level = page.headingLevel[heading] ?? 0;
  const last = Math.min(page.count - 1, heading + maxBlocksBetween + 1);
  for (let block = heading + 1; block <= last; block++) {
    const own = page.headingLevel[block] ?? 0;
    if (own > 0 && own <= level) return -1;
    if (kept[block] === 1) return page.words.over(heading + 1, block) <= maxWordsBetween ? block : -1;
  }
  return -1;
}

/** Whether a heading names links that are nearer to it than the first kept text, such as "On this page". */
function namesLinks({ page, tree }: BlockContext, heading: number, first: number): boolean {
  const between = tree.blocks.slice(heading + 1, first);
  const links = between.filter(({ linkWords }) => linkWords > 0);
  const areBadges = links.every(({ linkWords }) => linkWords < minHeadlineWords);
  if (areBadges && links.length <= maxLinksBetween) return false;
  const [toLinks, toText] = [heading + 1, first].map((other) =>
    wideningsUntil(page, heading, other, maxWidenings),
  );
  return toLinks !== toText;
}

const isInOtherPart = ({ tree }: BlockContext, block: number): boolean =>
  nodeAround(tree, tree.blocks[block]?.container ?? -1, maxPartLevels, (node) =>
    otherParts.has(nameOf(tree, node)),
  ) >= 0;

/** Fewer dropped headings of a kind with kept sections are boxes beside the text. */
const minRow = 3;
const minRowChance = 0.05;
const minSectionWords = 20;
const minKeptShare = 0.6;

/** A heading in an item of a list names the item, and no more. */
function endOfItem({ tree, page }: BlockContext, heading: number): number {
  const container = tree.blocks[heading]?.container ?? -1;
  const item = nodeAround(tree, container, maxHeadingLevels, (node) => nameOf(tree, node) === 'li');
  return item < 0 ? page.count : (tree.to[item] ?? page.count);
}

/** The first kept block below a heading, where most of its section is kept and begins soon; -1 otherwise. */
function firstOfKeptSection(context: BlockContext, heading: number, kept: Uint8Array): number {
  const { page } = context;
  const level = page.headingLevel[heading] ?? 0;
  const end = endOfItem(context, heading);
  let [words, keptWords, first] = [0, 0, -1];
  for (let block = heading + 1; block < end; block++) {
    const own = page.headingLevel[block] ?? 0;
    if (own > 0 && own <= level) break;
    if (first < 0 && block > heading + 1 + maxBlocksBetween) return -1;
    const length = page.words.over(block, block + 1);
    words += length;
    if (kept[block] === 0) continue;
    keptWords += length;
    if (first < 0) first = block;
  }
  return keptWords >= minSectionWords && keptWords >= minKeptShare * words ? first : -1;
}

/** Whether a heading is the headline of another page: all of it is a link, and no price stands between it and its text. */
const isTeaser = (context: BlockContext, heading: number, first: number): boolean =>
  isAllLink(context, heading) &&
  !context.tree.blocks.slice(heading + 1, first).some(({ text }) => isPrice(text));

/**
 * Dropped headings that are a row of their own: the names of the products that a page compares, each above a price,
 * some buttons and the text about it.
 */
function rowsOfHeadings(
  context: BlockContext,
  own: readonly number[],
  inPosts: Uint8Array,
  kept: Uint8Array,
): readonly number[] {
  const named = own.flatMap((block) => {
    if ((context.page.headingLevel[block] ?? 0) === 1) return [];
    const first = firstOfKeptSection(context, block, kept);
    return first < 0 ? [] : [{ block, first, isTeaser: isTeaser(context, block, first) }];
  });
  if (named.length < minRow) return [];
  const rows = Map.groupBy(
    // In a discussion they are the names of authors.
    named.filter(({ first }) => inPosts[first] === 0),
    ({ block }) => kindOf(context, block),
  ).values();
  return [...rows]
    .filter((row) => row.filter((one) => !one.isTeaser).length >= minRow)
    .flatMap((row) => row.map(({ block }) => block));
}

/** The dropped headings that name text below them, and in no part beside the text, as far as they are not repeated. */
function ownHeadings(
  context: BlockContext,
  all: readonly number[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { tree } = context;
  const missed = all.filter((block) => kept[block] === 0 && (chances[block] ?? 0) >= minRowChance);
  if (missed.length === 0) return [];
  const alike = Map.groupBy(all, (block) => tree.blocks[block]?.text);
  return missed.filter(
    (block) =>
      (alike.get(tree.blocks[block]?.text)?.length ?? 0) <= maxAlike &&
      !namesOtherText(context, block) &&
      !isInOtherPart(context, block),
  );
}

/**
 * The dropped headings of kept sections, where other headings of their kind are kept, or where a row of them is dropped:
 * without them, a section would be part of the one above. `inPosts` has a 1 for each block in the text of a post.
 */
export function peerHeadings(
  context: BlockContext,
  inPosts: Uint8Array,
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { page } = context;
  const all: number[] = [];
  for (let block = 0; block < page.count; block++) if (page.headingLevel[block] !== 0) all.push(block);
  const own = ownHeadings(context, all, chances, kept);
  if (own.length === 0) return [];
  const peers = Map.groupBy(
    all.filter((block) => kept[block] === 1),
    (block) => kindOf(context, block),
  );
  const beside = own.filter((block) => {
    if ((chances[block] ?? 0) < minHeadingChance) return false;
    const first = firstOfSection(context, block, kept);
    if (first < 0 || wideningsUntil(page, block, first, maxWidenings) === maxWidenings) return false;
    return !namesLinks(context, block, first) && (peers.get(kindOf(context, block))?.length ?? 0) >= minPeers;
  });
  return [...beside, ...rowsOfHeadings(context, own, inPosts, kept)];
}
