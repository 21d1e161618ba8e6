import { bitOf, marksOfName, type NameMark } from '#shared/content/dom/class-words.ts';
import { isWindowBar } from '#shared/content/dom/window-bar.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, isWithin, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { foldedWords } from '#shared/content/dom/words.ts';
import type { ProductFacts } from './product-facts.ts';

/** Parts of the page that show other goods, the cart, or nothing of the product. */
const otherMarks: readonly NameMark[] = ['related', 'overlay', 'comment'];
const otherBits = otherMarks.reduce((bits, mark) => bits | bitOf[mark], 0);
const otherElements = new Set(['nav', 'footer']);
const cartName =
  /mini-?_?(?:cart|basket|bag)|(?:cart|basket|bag)[-_]?(?:items?|total|summary|drawer|preview|list)/i;
/** What narrows a list of goods; often the box of the list is named so, too. */
const filterName = /filter|refine|facet/i;

/** `row has-side-banner`: what a part of the page has beside it, not what it is. */
const modifier = /(?<!\S)(?:has|with|without|no)-\S+/i;

/** Whether an element is named as one of other parts, and not only after what is beside it. */
function isNamedOther(tree: BlockTree, node: number): boolean {
  if (((tree.marks[node] ?? 0) & otherBits) === 0) return false;
  const { class: names = '', ...others } = elementAt(tree, node)?.attribs ?? {};
  if (!modifier.test(names)) return true;
  const own = [
    names
      .split(/\s+/)
      .filter((name) => !modifier.test(name))
      .join(' '),
    others['id'] ?? '',
    others['role'] ?? '',
  ].join(' ');
  return (marksOfName(own) & otherBits) !== 0;
}

const hasName = (tree: BlockTree, node: number, pattern: RegExp): boolean => {
  const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
  return pattern.test(names) || pattern.test(id);
};

/** Whether a part of the page around a block that does not hold `name` passes a test. */
function isInPart(tree: BlockTree, block: number, name: number, isPart: (node: number) => boolean): boolean {
  const holdsName = (node: number): boolean => name >= 0 && isWithin(tree, name, node);
  let node = tree.blocks[block]?.container ?? -1;
  while (node >= 0 && !holdsName(node)) {
    if (isPart(node)) return true;
    node = tree.parent[node] ?? -1;
  }
  return false;
}

const isOtherPart = (tree: BlockTree, node: number): boolean =>
  otherElements.has(nameOf(tree, node)) || isNamedOther(tree, node) || hasName(tree, node, cartName);

/** Whether a block is in a part of the page that shows other goods, the cart, or nothing of the product, and does not hold `name`. */
export const isInOtherPart = (tree: BlockTree, block: number, name: number): boolean =>
  isInPart(tree, block, name, (node) => isOtherPart(tree, node));

/** Whether a block is in a bar of the window that does not hold `name`: it repeats name and price beside a button. */
export const isInBar = (tree: BlockTree, block: number, name: number): boolean =>
  isInPart(tree, block, name, (node) => {
    const element = elementAt(tree, node);
    return element !== undefined && isWindowBar(element);
  });

/** Whether a block is in such a part, or among what narrows a list of goods. */
export const isInOtherPartOrFilter = (tree: BlockTree, block: number, name: number): boolean =>
  isInPart(tree, block, name, (node) => isOtherPart(tree, node) || hasName(tree, node, filterName));

export const isLinked = ({ tree }: BlockContext, block: number): boolean => {
  const { linkWords = 0, shape } = tree.blocks[block] ?? {};
  return linkWords > 0 && linkWords === shape?.words;
};

const headingName = /^h[1-6]$/;
const maxNameBlocks = 4;

/** All blocks of the heading around a block: brand, name and size are often lines of their own. */
export function headingAround({ tree }: BlockContext, block: number): BlockRun {
  let node = tree.blocks[block]?.container ?? -1;
  for (let level = 0; level < 3 && node >= 0; level++, node = tree.parent[node] ?? -1) {
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    if (headingName.test(nameOf(tree, node)) && to - from <= maxNameBlocks) return { from, to };
  }
  return { from: block, to: block + 1 };
}

/** A heading that is longer tells something about the product. */
const maxTimesName = 2;

/** How well a block names a product: 2 when it is the name, 1 when one of both has the other. */
function likeness(text: string, names: readonly string[]): number {
  const own = foldedWords(text);
  if (own.length < 3) return 0;
  if (names.includes(own)) return 2;
  const isNamed = (name: string): boolean =>
    name.includes(own) || (own.includes(name) && own.length <= maxTimesName * name.length);
  return names.some((name) => isNamed(name)) ? 1 : 0;
}

/** The block that names the product: its heading, else the first line that is its declared name; -1 without one. */
export function nameOfProduct(context: BlockContext, { names }: ProductFacts): number {
  const { tree, page, titleBlock } = context;
  const known = names.map(foldedWords).filter((name) => name !== '');
  let best = -1;
  let bestScore = 0;
  tree.blocks.forEach(({ text }, block) => {
    const like = likeness(text, known);
    const level = page.headingLevel[block] ?? 0;
    if (like === 0 || (level === 0 && like < 2) || isInOtherPartOrFilter(tree, block, -1)) return;
    const score = like + (level === 0 ? 0 : 4 / level) - (isLinked(context, block) ? 1 : 0);
    if (score <= bestScore) return;
    best = block;
    bestScore = score;
  });
  if (best >= 0) return best;
  return titleBlock >= 0 && page.headingLevel[titleBlock] === 1 ? titleBlock : -1;
}

const maxFactWords = 10;

/** The short lines of a neighbourhood that pass a test and are not of other goods. */
export function shortLines(
  context: BlockContext,
  name: number,
  { from, to }: BlockRun,
  passes: (text: string) => boolean,
): readonly number[] {
  const { tree } = context;
  const found: number[] = [];
  for (let block = Math.max(0, from); block < Math.min(to, tree.blocks.length); block++) {
    const { text = '', shape } = tree.blocks[block] ?? {};
    const isShort = (shape?.words ?? 0) <= maxFactWords;
    if (isShort && passes(text) && !isInOtherPartOrFilter(tree, block, name)) found.push(block);
  }
  return found;
}
