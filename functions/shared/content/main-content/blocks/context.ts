import { holdsAny, wordsOf } from '#shared/content/dom/words.ts';
import { blockPage, type BlockPage, isWithin } from './page.ts';
import { repeatedText } from './repeated-text.ts';
import { repetition, type Repetition } from './repetition.ts';
import { topContainer, type TopContainer } from './top-container.ts';
import type { BlockTree } from './tree.ts';

export interface MainContentContext {
  readonly url?: string;
  readonly title?: string;
  /** The URLs of the images that the page declares as its own, the surest first. */
  readonly images?: readonly string[];
  /** The program that made the page, as far as the page tells. */
  readonly generator?: string;
}

export interface BlockContext {
  /** The URL of the page; empty where it is not known. */
  readonly url: string;
  readonly tree: BlockTree;
  readonly page: BlockPage;
  readonly top: TopContainer;
  readonly repetition: Repetition;
  /** The block that repeats the page's title, else the first h1; -1 without either. */
  readonly titleBlock: number;
  readonly titleWords: ReadonlySet<string>;
  /** The URLs of the images that the page declares as its own, the surest first. */
  readonly images: readonly string[];
  /** For each block, the last heading before it; -1 without one. */
  readonly headingBefore: Int32Array;
  readonly occurrences: Int32Array;
  /** For each block, the share (0–1) of its text that earlier blocks contain. */
  readonly repeatedText: Float32Array;
}

/** Share of a block's words that the title has, times the share of the title's words that the block has. */
function likeness(title: ReadonlySet<string>, text: string): number {
  if (!holdsAny(text, title)) return 0;
  const words = new Set(wordsOf(text));
  let common = 0;
  for (const word of words) if (title.has(word)) common += 1;
  return words.size === 0 || title.size === 0 ? 0 : (common / words.size) * (common / title.size);
}

const minLikeness = 0.3;
const headingBonus = 0.3;

function titleBlockOf(page: BlockPage, title: string): number {
  const titleWords = new Set(wordsOf(title));
  let best = -1;
  let bestScore = minLikeness;
  page.tree.blocks.forEach(({ text, shape }, at) => {
    if (shape.words > 2 * titleWords.size + 2) return;
    const level = page.headingLevel[at] ?? 0;
    const score = likeness(titleWords, text) + (level === 0 ? 0 : headingBonus / level);
    if (score <= bestScore) return;
    best = at;
    bestScore = score;
  });
  return best >= 0 ? best : page.headingLevel.indexOf(1);
}

function headingsBefore(page: BlockPage): Int32Array {
  const before = new Int32Array(page.count);
  let last = -1;
  page.headingLevel.forEach((level, at) => {
    before[at] = last;
    if (level > 0) last = at;
  });
  return before;
}

function occurrencesOf(tree: BlockTree): Int32Array {
  const counts = new Map<number, number>();
  for (const { hash } of tree.blocks) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const occurrences = new Int32Array(tree.blocks.length);
  tree.blocks.forEach(({ hash }, block) => {
    occurrences[block] = counts.get(hash) ?? 1;
  });
  return occurrences;
}

export function blockContext(tree: BlockTree, context: MainContentContext = {}): BlockContext {
  const page = blockPage(tree);
  const title = context.title ?? tree.title;
  return {
    url: context.url ?? '',
    tree,
    page,
    top: topContainer(page),
    repetition: repetition(page),
    titleBlock: titleBlockOf(page, title),
    titleWords: new Set(wordsOf(title).filter(({ length }) => length > 3)),
    images: context.images ?? [],
    headingBefore: headingsBefore(page),
    occurrences: occurrencesOf(tree),
    repeatedText: repeatedText(tree),
  };
}

/** How often the container of `block` must widen until it holds `other`; `max` if more often than that. */
export function wideningsUntil(page: BlockPage, block: number, other: number, max: number): number {
  let node = page.tree.blocks[block]?.container ?? -1;
  for (let steps = 0; steps < max; steps++) {
    if (isWithin(page.tree, other, node)) return steps;
    node = page.wider[node] ?? -1;
  }
  return max;
}
