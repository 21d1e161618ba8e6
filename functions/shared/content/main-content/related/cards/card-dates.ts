import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { findDate } from '#shared/values/dates.ts';
import { isTimeAgo } from '#shared/values/time-ago.ts';
import { cardsByKind, isShort, maxCardBlocks } from './cards.ts';

/** Fewer cards are teasers beside a text. */
const minCards = 4;
const minShare = 0.6;
const maxPostBlocks = 60;
/** A post begins with its author and its date. */
const maxBylineBlocks = 3;
const minKeptShare = 0.5;
const maxDateCharacters = 40;
const maxDateWords = 8;

/** Whether a block is no more than a date. */
function isDate({ tree }: BlockContext, block: number): boolean {
  const { text = '', container = -1, shape } = tree.blocks[block] ?? {};
  if (text.length > maxDateCharacters || (shape?.words ?? 0) > maxDateWords || !/\d/.test(text)) return false;
  return findDate(text) !== undefined || isTimeAgo(text) || holdsTime(tree, container);
}

function holdsTime(tree: BlockTree, container: number): boolean {
  for (let node = container; node >= 0 && node < (tree.end[container] ?? 0); node++)
    if (nameOf(tree, node) === 'time') return true;
  return false;
}

type IsDate = (block: number) => boolean;

/** `isDate` with its answers remembered: it is asked of a block once for each box around it. */
function rememberingDates(context: BlockContext): IsDate {
  const known = new Int8Array(context.page.count);
  return (block) => {
    if (known[block] === 0) known[block] = isDate(context, block) ? 1 : -1;
    return known[block] === 1;
  };
}

const listed = new Set(['li', 'dd', 'dt']);

/** Whether a block is in a list inside the card: forums tell there when a member joined. */
function isListedIn({ tree }: BlockContext, block: number, card: number): boolean {
  let node = tree.blocks[block]?.container ?? -1;
  for (; node >= 0 && node !== card; node = tree.parent[node] ?? -1)
    if (listed.has(nameOf(tree, node))) return true;
  return false;
}

interface Card {
  readonly isKept: boolean;
  /** -1 without one. */
  readonly date: number;
}

function cardAt(context: BlockContext, node: number, kept: Uint8Array, isDateAt: IsDate): Card {
  const { tree, page } = context;
  let isKept = false;
  let date = -1;
  for (let block = tree.from[node] ?? 0; block < (tree.to[node] ?? 0); block++) {
    const isTitle = (page.headingLevel[block] ?? 0) > 0 || (tree.blocks[block]?.linkWords ?? 0) > 1;
    if (kept[block] === 1 && isTitle) isKept = true;
    if (date < 0 && isDateAt(block) && !isListedIn(context, block, node)) date = block;
  }
  return { isKept, date };
}

/** A post, with the line of its date, which also names its author; it is kept if most of its text is. */
function postAt(context: BlockContext, node: number, kept: Uint8Array, isDateAt: IsDate): Card {
  const { tree, page } = context;
  const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
  let keptWords = 0;
  for (let block = from; block < to; block++)
    if (kept[block] === 1) keptWords += page.words.over(block, block + 1);
  let date = from;
  const end = Math.min(to, from + maxBylineBlocks);
  while (date < end && !(isDateAt(date) && !isListedIn(context, date, node))) date += 1;
  const isKept = keptWords >= minKeptShare * page.words.over(from, to);
  return { isKept, date: date < end ? date : -1 };
}

/** The dropped dates of cards, if most cards of their list are kept and have one. */
function missingDates(cards: readonly Card[], kept: Uint8Array): readonly number[] {
  const dated = cards.filter(({ isKept, date }) => isKept && date >= 0);
  if (dated.length < minCards || dated.length < minShare * cards.length) return [];
  return dated.map(({ date }) => date).filter((date) => kept[date] === 0);
}

/** The dropped dates of the cards in a list, and of the posts of a discussion, where most of them are kept and have one. */
export function datesOfCards(context: BlockContext, kept: Uint8Array): readonly number[] {
  const { tree } = context;
  const isDateAt = rememberingDates(context);
  return cardsByKind(context, { minAlike: minCards, maxBlocks: maxPostBlocks }).flatMap((nodes) => {
    const cards = nodes
      .filter((node) => isShort(context, node))
      .filter((node) => (tree.to[node] ?? 0) - (tree.from[node] ?? 0) <= maxCardBlocks)
      .map((node) => cardAt(context, node, kept, isDateAt));
    const posts = nodes.map((node) => postAt(context, node, kept, isDateAt));
    return [...missingDates(cards, kept), ...missingDates(posts, kept)];
  });
}
