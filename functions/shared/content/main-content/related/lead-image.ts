import type { ChildNode } from 'domhandler';

import { type BlockPage, elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
import { isInLink, media, showsPicture } from './shown-images.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';

/** A title, the lines under it and who wrote it; more words are the text itself. */
const longestOpening = 80;
/** More blocks between title and text are a part of the page of its own. */
const mostBetween = 40;

const none: BlockRun = { from: 0, to: 0 };

/** The blocks that were left out between the accepted title of a page, with what is accepted right under it, and its text. */
export function blocksUnderTitle(page: BlockPage, accepted: Uint8Array): BlockRun {
  const title = accepted.indexOf(1);
  const level = page.headingLevel[title] ?? 0;
  if (level !== 1) return none;
  const from = accepted.indexOf(0, title);
  const to = from < 0 ? -1 : accepted.indexOf(1, from);
  const isBetween = to >= 0 && to - from <= mostBetween && page.words.over(title, from) <= longestOpening;
  return isBetween ? { from, to } : none;
}

/** Faces and signs are smaller. */
const leastWidth = 300;

/** Whether a picture is set in the width of a text. */
function isLarge(page: BlockPage, node: number): boolean {
  const element = elementAt(page.tree, node);
  if (element === undefined || !media.has(element.name)) return false;
  const { src = '', width, srcset } = element.attribs;
  // A preview inside the page stands before the picture itself.
  if (src.startsWith('data:')) return false;
  return width === undefined ? srcset !== undefined : Number.parseFloat(width) >= leastWidth;
}

/** The first large picture in the wordless node, -1 when there is none. */
function largePictureIn(page: BlockPage, node: number): number {
  const end = page.tree.end[node] ?? node;
  for (let inside = node; inside < end; inside++) if (isLarge(page, inside)) return inside;
  return -1;
}

/** The first large picture without text of its own between the title and the text. */
function firstBetween(page: BlockPage, { from, to }: BlockRun): number {
  const { tree } = page;
  let node = 0;
  while (node < tree.nodes.length) {
    const at = tree.from[node] ?? 0;
    if (at < (tree.to[node] ?? 0)) {
      node += 1;
      continue;
    }
    const around = tree.parent[node] ?? -1;
    const isBetween = at >= from && at <= to;
    // Faces stand in a box with a name, and teasers in one with their text.
    const isOfOther = around >= 0 && (tree.from[around] ?? 0) >= from && (tree.to[around] ?? 0) <= to;
    const found = isBetween && !isOfOther ? largePictureIn(page, node) : -1;
    if (found >= 0) return found;
    node = tree.end[node] ?? node + 1;
  }
  return -1;
}

/** The large picture without a caption that the text under the title begins with, unless it leads elsewhere. */
export function leadPicture(page: BlockPage, accepted: Uint8Array): ChildNode | undefined {
  const { tree } = page;
  const between = blocksUnderTitle(page, accepted);
  if (between.to === between.from) return undefined;
  const lead = firstBetween(page, between);
  if (lead < 0 || isInLink(tree, lead)) return undefined;
  let around = lead;
  while (around >= 0 && !(isWithin(tree, between.from - 1, around) && isWithin(tree, between.to, around)))
    around = tree.parent[around] ?? -1;
  return showsPicture(tree, lead, around) ? tree.nodes[lead] : undefined;
}
