import { type ChildNode, isTag, isText } from 'domhandler';

import { panelName } from '#shared/content/dom/own-markers.ts';
import { type BlockPage, nameOf, RunningSum } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isBrand } from '#shared/content/main-content/related/product/product-facts.ts';
import { media } from '#shared/content/main-content/related/images/shown-images.ts';
import { isOperatingLabel } from './boilerplate-lines.ts';
import { isTeaserHeading } from './teaser-lists.ts';
import type { KeptText } from '#shared/content/main-content/dropped/kept-text.ts';

/** Longer lines are sentences. */
const maxWords = 8;
const maxCharacters = 60;
const opensSomething = /[:：]\s*$/u;
const maxLabels = 3;

const cells = new Set(['td', 'th', 'dt', 'dd', 'li']);
/** What such an element says is no announcement; cells may lay out the whole page. */
const entries = new Set(['li', 'dt', 'dd', 'figcaption', 'pre']);

/** The innermost element of these names around a block; -1 without one. */
function elementAround(tree: BlockTree, block: number, names: ReadonlySet<string>): number {
  let node = tree.blocks[block]?.container ?? -1;
  while (node >= 0 && !names.has(nameOf(tree, node))) node = tree.parent[node] ?? -1;
  return node;
}

/** Whether an image or a player comes right after a block. */
const showsMediaAfter = (tree: BlockTree, block: number): boolean =>
  tree.nodes.some((_, node) => tree.from[node] === block + 1 && media.has(nameOf(tree, node)));

/**
 * The last kept lines that end with a colon, such as "Keywords:", or are headings of teasers or comments: what they announce is
 * dropped.
 */
export function labelsAtEnd(
  { context: { tree, page }, kept }: KeptText,
  dropped: ReadonlyMap<number, string>,
): readonly number[] {
  const labels: number[] = [];
  // What a line announces may have no text.
  const isCut = kept.at(-1) !== 1;
  for (let block = kept.length - 1; block >= 0 && labels.length < maxLabels; block--) {
    if (kept[block] === 0 || dropped.has(block)) continue;
    const { text = '', container = -1 } = tree.blocks[block] ?? {};
    const isAnnouncing = opensSomething.test(text);
    // Without a colon, the same words may be the last item or line of the text.
    const isHeadingLeft = isAnnouncing || (page.headingLevel[block] ?? 0) > 1;
    const isLabel =
      text.length <= maxCharacters &&
      page.words.over(block, block + 1) <= maxWords &&
      ((isCut && isAnnouncing) || (isHeadingLeft && (isTeaserHeading(text) || isOperatingLabel(text)))) &&
      page.headingLevel[block] !== 1 &&
      !cells.has(nameOf(tree, container)) &&
      elementAround(tree, block, entries) < 0;
    if (!isLabel || showsMediaAfter(tree, block)) break;
    labels.push(block);
  }
  return labels;
}

/** Where more headings are left, they are the entries of a list, or the text is in their words. */
const maxLeftHeadings = 3;

/** Longer lists are menus and the end of the page. */
const maxBlocksBelow = 12;

/** Sections with fewer words in links hold text, which other rules may have dropped. */
const minLinkedShare = 0.5;

/** Whether the blocks between a heading and the next kept one, or the first of them, are mostly links. */
function headsLinks({ words, linkWords }: BlockPage, heading: number, below: number): boolean {
  const end = Math.min(below, heading + maxBlocksBelow);
  return linkWords.over(heading + 1, end) >= minLinkedShare * words.over(heading + 1, end);
}

/** Sums the images and players right before each block. */
const mediaBefore = (tree: BlockTree): RunningSum => {
  const counts = new Uint32Array(tree.blocks.length + 1);
  tree.nodes.forEach((_, node) => {
    const at = tree.from[node] ?? 0;
    if (media.has(nameOf(tree, node))) counts[at] = (counts[at] ?? 0) + 1;
  });
  return new RunningSum(counts.length, (block) => counts[block] ?? 0);
};

/** The kept headings of lists of links of which nothing else is kept. */
export function headingsOfDropped(
  { context: { tree, page }, kept }: KeptText,
  dropped: ReadonlyMap<number, string>,
): readonly number[] {
  const left: number[] = [];
  let below = kept.length;
  let levelBelow = 1;
  let images: RunningSum | undefined;
  for (let block = kept.length - 1; block >= 0; block--) {
    if (kept[block] === 0 || dropped.has(block)) continue;
    const level = page.headingLevel[block] ?? 0;
    const isHeading =
      level > 1 &&
      page.linkWords.over(block, block + 1) === 0 &&
      page.words.over(block, block + 1) <= maxWords;
    const isAlone = below > block + 1 && levelBelow > 0 && levelBelow <= level;
    const end = below === kept.length ? block + 1 : below;
    const isLeft = isHeading && isAlone && headsLinks(page, block, below);
    if (isLeft) images ??= mediaBefore(tree);
    if (isLeft && images?.over(block + 1, end + 1) === 0) left.push(block);
    else {
      below = block;
      levelBelow = level;
    }
  }
  return left.length > maxLeftHeadings ? [] : left;
}

/** The kept names of tabs of whose panels nothing else is kept, and no image or player comes right after them. */
export function namesOfDroppedPanels(
  { context: { tree }, kept }: KeptText,
  dropped: ReadonlyMap<number, string>,
): readonly number[] {
  const names = tree.nodes.flatMap((node, at) => (isTag(node) && panelName in node.attribs ? [at] : []));
  if (names.length === 0) return [];
  const left = new RunningSum(kept.length, (block) => (kept[block] === 1 && !dropped.has(block) ? 1 : 0));
  const images = mediaBefore(tree);
  return names.flatMap((name) => {
    const block = tree.from[name] ?? 0;
    const end = tree.to[tree.parent[name] ?? -1] ?? 0;
    const isLeft = end > block + 1 && left.over(block, end) === 1 && left.over(block, block + 1) === 1;
    return isLeft && images.over(block + 1, block + 2) === 0 ? [block] : [];
  });
}

/** Longer headings say what the page is about. */
const maxSectionWords = 6;

/** The kept lower headings right before the headline: names of sections, unless they are the brand of a product. */
export function labelsBeforeHeadline(
  { context: { tree, page }, kept }: KeptText,
  brands: readonly string[],
): readonly number[] {
  const labels: number[] = [];
  for (let block = kept.indexOf(1); block >= 0; block = kept.indexOf(1, block + 1)) {
    const level = page.headingLevel[block] ?? 0;
    if (level === 1) return labels;
    if (isBrand(tree.blocks[block]?.text ?? '', brands)) continue;
    if (level === 0 || page.words.over(block, block + 1) > maxSectionWords) return [];
    labels.push(block);
  }
  return [];
}

const slideNumber = /^(\d{1,2})\s?\/\s?(\d{1,2})$/;
/** "1/2", "2/2" may be two ratings. */
const minSlides = 3;

/**
 * The texts with the numbers of slides, "1/4" to "4/4", which count up one by one, each with something else behind it: fractions
 * follow each other. Their images stay.
 */
export function slideNumbers({ tree, headingLevel }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const found = new Set<number>();
  let run: number[] = [];
  let ofAll = '';
  tree.blocks.forEach(({ text, container }, block) => {
    const isLine = kept[block] === 1 && headingLevel[block] === 0 && !cells.has(nameOf(tree, container));
    const [, number, all = ''] = isLine ? (slideNumber.exec(text) ?? []) : [];
    if (number === undefined) return;
    const isNext = Number(number) === run.length + 1 && run.at(-1) !== block - 1;
    if (!isNext || (run.length > 0 && all !== ofAll)) run = [];
    if (Number(number) !== run.length + 1) return;
    run.push(block);
    ofAll = all;
    if (run.length !== Number(all)) return;
    if (run.length >= minSlides) for (const one of run) found.add(one);
    run = [];
  });
  if (found.size === 0) return [];
  return tree.nodes.filter((node, at) => isText(node) && found.has(tree.from[at] ?? -1));
}

const maxTitleWords = 12;

/**
 * The kept lines that the kept heading right below repeats: the buttons that open a part of the page. The last item of
 * a list above a heading is no button.
 */
export function buttonsAboveHeadings({ context: { tree, page }, kept }: KeptText): readonly number[] {
  const buttons: number[] = [];
  for (let block = 0; block + 1 < page.count; block++) {
    if (kept[block] === 0 || kept[block + 1] === 0) continue;
    const isAbove = (page.headingLevel[block] ?? 0) === 0 && (page.headingLevel[block + 1] ?? 0) > 0;
    const isSame = tree.blocks[block]?.text === tree.blocks[block + 1]?.text;
    if (!isAbove || !isSame || page.words.over(block, block + 1) > maxTitleWords) continue;
    const cell = elementAround(tree, block, cells);
    if (cell < 0 || (tree.to[cell] ?? 0) > block + 1) buttons.push(block);
  }
  return buttons;
}
