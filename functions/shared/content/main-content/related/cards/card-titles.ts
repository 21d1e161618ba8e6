import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import { cardsByKind, isShort, maxCardBlocks, titleOfCard } from './cards.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 3;
/** A shorter text is a label or a date. */
const minSummaryWords = 5;

const minLinkShare = 0.8;

/** Whether a block leads elsewhere, with nearly all of its words. */
function isLink({ tree }: BlockContext, block: number): boolean {
  const { linkWords = 0, shape } = tree.blocks[block] ?? {};
  return linkWords > 0 && linkWords >= minLinkShare * (shape?.words ?? 0);
}

const titleName = /(?:^|[\s_-])(?:title|headline|heading)(?:$|[\s_-])/i;
const maxTitleWords = 20;

/** The first short block that is named a title, where a card has neither a heading nor a link as its title; -1 without one. */
function namedTitle({ tree, page }: BlockContext, card: number): number {
  for (let block = tree.from[card] ?? 0; block < (tree.to[card] ?? 0); block++) {
    const names = elementAt(tree, tree.blocks[block]?.container ?? -1)?.attribs['class'];
    if (names === undefined || !titleName.test(names)) continue;
    return page.words.over(block, block + 1) <= maxTitleWords ? block : -1;
  }
  return -1;
}

/** Whether a card keeps a summary below its title, and nothing above it: what is kept there is the title. */
function keepsSummary({ tree }: BlockContext, card: number, title: number, kept: Uint8Array): boolean {
  for (let block = tree.from[card] ?? 0; block < title; block++) if (kept[block] === 1) return false;
  for (let block = title + 1; block < (tree.to[card] ?? 0); block++) {
    const { linkWords = 0, shape } = tree.blocks[block] ?? {};
    if (kept[block] === 1 && linkWords === 0 && (shape?.words ?? 0) >= minSummaryWords) return true;
  }
  return false;
}

interface CardTitle {
  readonly node: number;
  /** The block of the title. */
  readonly title: number;
}

/** Without those that another card has, too: "Visit website". */
function withoutButtons({ tree }: BlockContext, titles: readonly CardTitle[]): readonly CardTitle[] {
  const textOf = ({ title }: CardTitle): string => tree.blocks[title]?.text ?? '';
  const byText = Map.groupBy(titles, textOf);
  return titles.filter((title) => byText.get(textOf(title))?.length === 1);
}

/**
 * The dropped titles of cards whose summaries are kept: they say what is summarised, and lead to it. `inPosts` has a 1 for
 * each block in the text of a post.
 */
export function titlesOfCards(
  context: BlockContext,
  inPosts: Uint8Array,
  kept: Uint8Array,
): readonly number[] {
  const { tree } = context;
  const isPost = ({ node }: CardTitle): boolean =>
    inPosts.subarray(tree.from[node], tree.to[node]).includes(1);
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxCardBlocks }).flatMap((nodes) => {
    const titles = nodes.flatMap((node) => {
      if (!isShort(context, node)) return [];
      const shown = titleOfCard(context, node);
      const title = shown >= 0 && isLink(context, shown) ? shown : namedTitle(context, node);
      return title >= 0 && keepsSummary(context, node, title, kept) ? [{ node, title }] : [];
    });
    const own = withoutButtons(context, titles);
    const missed = own.filter(({ title }) => kept[title] === 0);
    // The first link of a post is its author.
    if (own.length < minCards || missed.length === 0 || own.some(isPost)) return [];
    return missed.map(({ title }) => title);
  });
}
