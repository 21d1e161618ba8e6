import type { ChildNode, Element } from 'domhandler';

import { type BlockPage, elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
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

/** The bars with kept text that repeat a kept heading of the first level elsewhere, as shops and newspapers have them. */
export function stickyBars({ tree, words, headingLevel }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
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
      if (isRepeated) {
        found.push(element);
        node = tree.end[node] ?? node + 1;
        continue;
      }
    }
    node += 1;
  }
  return found;
}
