import { domainOf } from '#shared/content/dom/web-url.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { type BlockRun, blocksOf } from '#shared/content/main-content/blocks/units.ts';
import { findDate } from '#shared/values/dates.ts';

const minPosts = 4;
/** A smaller share of kept posts means that the page's comments are meant to be dropped. */
const minKeptShare = 0.75;
/** A post with a smaller chance is a rule of the forum or an advertisement. */
const minChance = 0.25;

/** The dropped posts of a discussion of which most posts are kept: short answers look like anything. */
export function peerPosts(
  { tree }: BlockPage,
  texts: readonly (readonly number[])[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly BlockRun[] {
  return texts.flatMap((nodes) => {
    const posts = nodes.map((node) => blocksOf(tree, node));
    const missed = posts.filter(({ from, to }) => !kept.subarray(from, to).includes(1));
    if (posts.length < minPosts || posts.length - missed.length < minKeptShare * posts.length) return [];
    return missed.filter(({ from, to }) => chances.subarray(from, to).some((chance) => chance >= minChance));
  });
}

/** Less likely ones are advertisements and notes of the forum. */
const minOpeningChance = 0.2;
/** Other lines are names and numbers of the author. */
const endsSentence = /[.!?…。！？]$/u;

/** The dropped first sentences of posts of which the next paragraph is kept: a greeting, or where an answer comes from. */
export function openingsOfPosts(
  { tree }: BlockPage,
  texts: readonly (readonly number[])[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const posts = texts.filter((nodes) => nodes.length >= minPosts).flat();
  return posts.flatMap((node) => {
    const { from, to } = blocksOf(tree, node);
    const isMissed = to - from > 1 && kept[from] === 0 && kept[from + 1] === 1;
    if (!isMissed || (chances[from] ?? 0) < minOpeningChance) return [];
    if (!endsSentence.test(tree.blocks[from]?.text.trim() ?? '')) return [];
    const isQuoted = quotationsIn(tree, node).some((quoted) => from >= quoted.from - 1 && from < quoted.to);
    return isQuoted ? [] : [from];
  });
}

/** The outermost quotations below a node. */
function quotationsIn(tree: BlockTree, node: number): readonly BlockRun[] {
  const found: BlockRun[] = [];
  const end = tree.end[node] ?? node;
  for (let below = node + 1; below < end; below++) {
    if (nameOf(tree, below) !== 'blockquote') continue;
    found.push(blocksOf(tree, below));
    below = (tree.end[below] ?? below) - 1;
  }
  return found;
}

/** A link in a post with a smaller chance is part of a signature or an advertisement. */
const minLinkChance = 0.15;
const maxLinkLevels = 3;

/** The first node that is in a block or behind it: blocks are numbered in the order of the nodes. */
function firstNodeOf({ from }: BlockTree, block: number, start: number): number {
  let [low, high] = [start, from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a block is a link to another site. Below a rule is a signature. */
function isLinkToOtherSite({ tree, url, page }: BlockContext, block: number): boolean {
  const { container = -1, linkWords = 0 } = tree.blocks[block] ?? {};
  if (linkWords === 0 || 2 * linkWords < page.words.over(block, block + 1)) return false;
  for (let node = container; node >= 0 && tree.from[node] === block; node--)
    if (nameOf(tree, node - 1) === 'hr') return false;
  const around = nodeAround(tree, container, maxLinkLevels, (node) => nameOf(tree, node) === 'a');
  const own = domainOf(URL.parse(url)?.host ?? '');
  const leadsElsewhere = (node: number): boolean => {
    const { href } = elementAt(tree, node)?.attribs ?? {};
    const host = href === undefined ? undefined : URL.parse(href, url)?.host;
    return host !== undefined && host !== '' && domainOf(host) !== own;
  };
  if (around >= 0) return leadsElsewhere(around);
  const end = tree.end[container] ?? container;
  for (let node = firstNodeOf(tree, block, container); node < end && tree.from[node] === block; node++)
    if (leadsElsewhere(node)) return true;
  return leadsElsewhere(container);
}

/**
 * The dropped links to other sites in posts of which other text is kept: what the post is about, or where it has it from. Those
 * of quotations are left to `quotationsInPosts`.
 */
export function linksInPosts(
  context: BlockContext,
  texts: readonly (readonly number[])[],
  chances: Float32Array,
  kept: Uint8Array,
): readonly number[] {
  const { tree } = context;
  return texts.flatMap((nodes) => {
    if (nodes.length < minPosts) return [];
    return nodes.flatMap((node) => {
      const { from, to } = blocksOf(tree, node);
      if (!kept.subarray(from, to).includes(1)) return [];
      const quotations = quotationsIn(tree, node);
      const found: number[] = [];
      for (let block = from; block < to; block++) {
        const isMissed =
          kept[block] === 0 &&
          (chances[block] ?? 0) >= minLinkChance &&
          (kept[block - 1] === 1 || kept[block + 1] === 1);
        const isQuoted = quotations.some((quoted) => block >= quoted.from - 1 && block < quoted.to);
        if (isMissed && !isQuoted && isLinkToOtherSite(context, block)) found.push(block);
      }
      return found;
    });
  });
}

/** A longer quotation is most of a post, which the page shows if it has the same passages elsewhere. */
const maxQuotationWords = 30;
/** Shorter lines are names and greetings. */
const minPassageWords = 6;

/** Whether a quotation is short, or the only place where its text is. */
function isReference({ page, tree, occurrences }: BlockContext, { from, to }: BlockRun): boolean {
  if (page.words.over(from, to) <= maxQuotationWords) return true;
  return tree.blocks
    .slice(from, to)
    .every(({ shape }, at) => shape.words < minPassageWords || occurrences[from + at] === 1);
}

/** A larger part of a post is the whole of it, with an answer below. */
const maxExcerptShare = 0.5;
/** With more words, each of several answers would repeat a page. */
const maxExcerptWords = 150;

/** For the passages that posts do not quote: the words of their post without its quotations. */
function wordsOfPosts(
  { page, tree }: BlockContext,
  texts: readonly (readonly number[])[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const node of texts.flat()) {
    const { from, to } = blocksOf(tree, node);
    const isQuoted = new Uint8Array(to - from);
    let own = page.words.over(from, to);
    for (const run of quotationsIn(tree, node)) {
      isQuoted.fill(1, run.from - from, run.to - from);
      own -= page.words.over(run.from, run.to);
    }
    for (let block = from; block < to; block++) {
      const { shape, text = '' } = tree.blocks[block] ?? {};
      if ((shape?.words ?? 0) >= minPassageWords && isQuoted[block - from] === 0) found.set(text.trim(), own);
    }
  }
  return found;
}

/** "Ada said:", "On 3/5/2024 at 7:29 PM, Ada said:", "Ada wrote: Sat Feb 24, 2024 12:41 pm" */
const maxAttributionWords = 12;
const attribution = /^[^:：]{0,40}\p{L}[^:：]{0,40}[:：↑]/u;

/** The line above a quotation that says whose words it repeats; nothing without one. */
function attributionOf({ page, tree }: BlockContext, { from, to }: BlockRun): readonly BlockRun[] {
  const isLine = to - from > 1 && page.words.over(from, from + 1) <= maxAttributionWords;
  const text = tree.blocks[from]?.text.trim() ?? '';
  if (isLine && /[:：↑]$/.test(text)) return [{ from, to: from + 1 }];
  const [named] = attribution.exec(text) ?? [];
  if (!isLine || named === undefined) return [];
  const rest = text.slice(named.length).trim();
  return rest === '' || rest === '↑' || findDate(rest) !== undefined ? [{ from, to: from + 1 }] : [];
}

/** Whether a quotation repeats a small part of a post: which part the answer is to, nothing else says. */
function isExcerpt(
  context: BlockContext,
  { from, to }: BlockRun,
  posts: ReadonlyMap<string, number>,
): boolean {
  const { page, tree } = context;
  const [line] = attributionOf(context, { from, to });
  const start = line?.to ?? from;
  const words = page.words.over(start, to);
  const isPart = (text: string): boolean => words <= maxExcerptShare * (posts.get(text.trim()) ?? 0);
  return (
    words <= maxExcerptWords &&
    tree.blocks.slice(start, to).every(({ shape, text }) => shape.words < minPassageWords || isPart(text))
  );
}

/** Ends the line above a quotation: "Ada posted...". */
const announcesQuotation = /(?:[:：…]|\.{3})$/;
const maxAnnouncingWords = 6;

/**
 * The short quotations between a kept line that says whose words they are and a kept answer: without them, the answer
 * would be taken for these words.
 */
export function announcedQuotations({ tree, page }: BlockContext, kept: Uint8Array): readonly BlockRun[] {
  return tree.nodes.flatMap((_, node) => {
    if (nameOf(tree, node) !== 'blockquote') return [];
    const { from, to } = blocksOf(tree, node);
    if (from === 0 || kept[from - 1] !== 1 || kept[to] !== 1 || !kept.subarray(from, to).includes(0))
      return [];
    const isShort =
      page.words.over(from - 1, from) <= maxAnnouncingWords && page.words.over(from, to) <= maxQuotationWords;
    return isShort && announcesQuotation.test(tree.blocks[from - 1]?.text.trim() ?? '') ? [{ from, to }] : [];
  });
}

/**
 * The dropped quotations in posts of which other text is kept: an answer says nothing without what it answers. Of one
 * that repeats most of a post, the line that says whose words it has.
 */
export function quotationsInPosts(
  context: BlockContext,
  texts: readonly (readonly number[])[],
  kept: Uint8Array,
): readonly BlockRun[] {
  const { tree } = context;
  let wordsOf: ReadonlyMap<string, number> | undefined;
  return texts.flat().flatMap((node) => {
    const quotations = quotationsIn(tree, node);
    if (quotations.length === 0) return [];
    const { from, to } = blocksOf(tree, node);
    const own = kept.slice(from, to);
    for (const quotation of quotations) own.fill(0, quotation.from - from, quotation.to - from);
    if (!own.includes(1)) return [];
    return quotations.flatMap((quotation) =>
      isReference(context, quotation) ||
      isExcerpt(context, quotation, (wordsOf ??= wordsOfPosts(context, texts)))
        ? [quotation]
        : attributionOf(context, quotation),
    );
  });
}
