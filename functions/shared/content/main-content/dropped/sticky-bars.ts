import type { ChildNode } from 'domhandler';

import { isWindowBar } from '#shared/content/dom/window-bar.ts';
import { type BlockPage, elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { pricesIn } from '#shared/values/prices.ts';

/** A page has one title; old templates have a few. */
const maxTitles = 3;
const minTitleWords = 2;
/** Beside the title, a bar has the name of a section, a price and a button. */
const maxWordsInLine = 4;
const maxOtherWords = 12;

/** Texts about the topic of a page have its title in them when that is shorter. */
const minInnerTitleWords = 4;

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

interface Title {
  readonly block: number;
  readonly text: string;
  readonly words: number;
}

/** The first kept headings of the first level with different texts. */
function titlesOf({ tree, headingLevel }: BlockPage, kept: Uint8Array): readonly Title[] {
  const titles: Title[] = [];
  for (let block = 0; block < tree.blocks.length && titles.length < maxTitles; block++) {
    const { text = '', shape } = tree.blocks[block] ?? {};
    const words = shape?.words ?? 0;
    if (headingLevel[block] !== 1 || kept[block] !== 1 || words < minTitleWords) continue;
    const plain = withoutSpace(text);
    if (titles.every((title) => title.text !== plain)) titles.push({ block, text: plain, words });
  }
  return titles;
}

const amountsIn = (text: string): readonly number[] => pricesIn(text).map(({ value }) => value.amount);

/** How often each amount is in kept text. */
function countAmounts({ blocks }: BlockTree, kept: Uint8Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  blocks.forEach(({ text }, block) => {
    if (kept[block] !== 1) return;
    for (const amount of amountsIn(text)) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  });
  return counts;
}

/**
 * The bars of the window with kept text that repeat the title of the page, as shops and newspapers have them. One with a
 * price that is nowhere else in the kept text stays.
 */
export function stickyBars(page: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const { tree, words, prose } = page;
  const titles = titlesOf(page, kept);
  if (titles.length === 0) return [];
  const repeats = ({ from, to }: BlockRun, node: number): boolean =>
    titles.some((title) => {
      if (isWithin(tree, title.block, node)) return false;
      if (words.over(from, to) > title.words + maxOtherWords || prose.over(from, to) > title.words)
        return false;
      return tree.blocks.slice(from, to).some(({ text, shape }) => {
        if (shape.words > title.words + maxWordsInLine) return false;
        const line = withoutSpace(text);
        return title.words < minInnerTitleWords ? line.startsWith(title.text) : line.includes(title.text);
      });
    });
  let amounts: ReadonlyMap<number, number> | undefined;
  const hasOwnPrice = ({ from, to }: BlockRun): boolean => {
    const own = new Map<number, number>();
    for (let block = from; block < to; block++)
      for (const amount of amountsIn(tree.blocks[block]?.text ?? ''))
        own.set(amount, (own.get(amount) ?? 0) + (kept[block] ?? 0));
    if (own.size === 0) return false;
    amounts ??= countAmounts(tree, kept);
    return [...own].some(([amount, count]) => (amounts?.get(amount) ?? 0) <= count);
  };
  const found: ChildNode[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const run = { from: tree.from[node] ?? 0, to: tree.to[node] ?? 0 };
    const element = run.to > run.from ? elementAt(tree, node) : undefined;
    const isBar = element !== undefined && isWindowBar(element);
    if (isBar && kept.subarray(run.from, run.to).includes(1) && repeats(run, node) && !hasOwnPrice(run)) {
      found.push(element);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return found;
}
