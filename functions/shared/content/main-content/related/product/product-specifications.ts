import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, isWithin, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { isInOtherPartOrFilter } from './product-name.ts';
import { type BlockRun, blocksOf, type Unit } from '#shared/content/main-content/blocks/units.ts';

const specificationName = /(?:^|[\s_-])(?:tech-?)?spec(?:s|ifications?)(?:$|[\s_-])/i;
/** Also `productSpecs_9x2k`, as scripts name the classes of a component. */
const namesSpecifications = remembered(
  (names) => /spec/i.test(names) && specificationName.test(names.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')),
);
/** A pair of name and value is two blocks; fewer are the facts of a card. */
const minBlocks = 8;
const maxWords = 3_000;
const maxLinkedShare = 0.3;

/**
 * The specifications of a product, by their class name or id, where nothing of them is kept, also elsewhere: names and values
 * alone look like a menu. The outermost element of that name, below the name of the product.
 */
export function specifications(
  { tree, page }: BlockContext,
  name: number,
  kept: Uint8Array,
): readonly BlockRun[] {
  const keptTexts = new Set(tree.blocks.filter((_, block) => kept[block] === 1).map(({ text }) => text));
  const isCopy = ({ from, to }: BlockRun): boolean =>
    2 * tree.blocks.slice(from, to).filter(({ text }) => keptTexts.has(text)).length >= to - from;
  const found: BlockRun[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    const isNamed = (namesSpecifications(names) || namesSpecifications(id)) && !isWithin(tree, name, node);
    const run = blocksOf(tree, node);
    if (isNamed && run.from > name && run.to - run.from >= minBlocks) {
      const words = page.words.over(run.from, run.to);
      const isMenu = page.linkWords.over(run.from, run.to) > maxLinkedShare * words;
      const isMissing = !kept.subarray(run.from, run.to).includes(1) && !isCopy(run);
      const isOwn = !isInOtherPartOrFilter(tree, run.from, name);
      if (!isMenu && words <= maxWords && isMissing && isOwn) found.push(run);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return found;
}

/** How shops name the box of a product's facts: "productDetails_techSpec_section_1", "product-attributes". */
const factsName =
  /prod(?:uct)?[-_]?(?:details?|overview|information|attributes|parameters)|tech(?:nical)?[-_]?(?:spec|detail|data)/i;
/** How a shop names a table that lists what a product has, and nothing else: WooCommerce writes weight and dimensions alone. */
const attributesName = /product[-_]?attributes/i;
/** Two rows of a name and a value. */
const minAttributeBlocks = 4;
/** Up from a cell, through row, body, table and the boxes around it. */
const maxBoxLevels = 7;
/** Words of a cell, on average: names and values are short, but one value may list all compatible devices. */
const maxMeanWords = 15;

/**
 * The dropped tables of names and values in a box of product facts, below the heading of the page: also shops that declare
 * no product show them.
 */
export function factTables(
  { tree, page }: BlockContext,
  units: readonly Unit[],
  heading: number,
  kept: Uint8Array,
): readonly BlockRun[] {
  const isNamed = (node: number): boolean => {
    const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
    return factsName.test(names) || factsName.test(id);
  };
  const isTableOfAttributes = (node: number): boolean => {
    const { name, attribs } = elementAt(tree, node) ?? {};
    return name === 'table' && attributesName.test(attribs?.['class'] ?? '');
  };
  return units.filter(({ kind, from, to }) => {
    if (kind !== 'table' || from <= heading || to - from < minAttributeBlocks) return false;
    const cell = tree.blocks[from]?.container ?? -1;
    const isLong = to - from >= minBlocks;
    if (!isLong && nodeAround(tree, cell, maxBoxLevels, isTableOfAttributes) < 0) return false;
    if (kept.subarray(from, to).includes(1) || isInOtherPartOrFilter(tree, from, heading)) return false;
    const words = page.words.over(from, to);
    if (words > maxMeanWords * (to - from)) return false;
    if (page.linkWords.over(from, to) > maxLinkedShare * words) return false;
    const box = nodeAround(tree, cell, maxBoxLevels, isNamed);
    return box >= 0 && !isWithin(tree, heading, box);
  });
}
