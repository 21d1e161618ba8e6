import type { ChildNode, Element } from 'domhandler';

import { type BlockPage, elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { pricesIn } from '#shared/values/prices.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/** A bar that stays at the edge of the window. Columns of a page are "sticky", too, and prices may be "fixed". */
const barName =
  /(?:^|[\s_-])(?:sticky|floating)(?:$|[\s_-])|(?:^|[\s_-])fixed[-_](?:[\w-]*[-_])?(?:header|title|headline|bar|top|bottom)(?:$|[\s_-])/i;
const isBarName = remembered((names): boolean => barName.test(names));
/** A title, a price and a button are fewer words. */
const maxWords = 60;
const minTitleWords = 2;
/** Texts about the topic of the page have its name in them, when it is a short one. */
const minInnerTitleWords = 4;

const isBar = ({ attribs: { class: names, id } }: Element): boolean =>
  (names !== undefined && isBarName(names)) || (id !== undefined && isBarName(id));

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

const amountsIn = (texts: readonly string[]): readonly number[] =>
  texts.flatMap((text) => pricesIn(text)).map(({ value }) => value.amount);

/** Whether a bar shows a price that no kept text outside of it shows: shops may show it there only. */
function hasOwnPrice({ tree }: BlockPage, { from, to }: BlockRun, kept: Uint8Array): boolean {
  const amounts = amountsIn(tree.blocks.slice(from, to).map(({ text }) => text));
  if (amounts.length === 0) return false;
  const outside = tree.blocks.filter((_, block) => kept[block] === 1 && (block < from || block >= to));
  const others = new Set(amountsIn(outside.map(({ text }) => text)));
  return amounts.some((amount) => !others.has(amount));
}

/** The bars with kept text that repeat a kept heading of the first level elsewhere, as shops and newspapers have them. */
export function stickyBars(page: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const { tree, words, headingLevel } = page;
  const titles = tree.blocks.flatMap(({ text, shape }, block) =>
    headingLevel[block] === 1 && kept[block] === 1 && shape.words >= minTitleWords
      ? [{ block, text: withoutSpace(text), isLong: shape.words >= minInnerTitleWords }]
      : [],
  );
  if (titles.length === 0) return [];
  const found: ChildNode[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    const element = elementAt(tree, node);
    const mayBe = element !== undefined && to > from && words.over(from, to) <= maxWords && isBar(element);
    if (mayBe && kept.subarray(from, to).includes(1)) {
      const text = withoutSpace(
        tree.blocks
          .slice(from, to)
          .map((block) => block.text)
          .join(' '),
      );
      const isRepeated = titles.some(
        (title) =>
          !isWithin(tree, title.block, node) &&
          (title.isLong ? text.includes(title.text) : text.startsWith(title.text)),
      );
      if (isRepeated && !hasOwnPrice(page, { from, to }, kept)) {
        found.push(element);
        node = tree.end[node] ?? node + 1;
        continue;
      }
    }
    node += 1;
  }
  return found;
}
