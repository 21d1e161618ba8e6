import type { ChildNode } from 'domhandler';

import { type BlockPage, elementAt, isWithin } from '#shared/content/main-content/blocks/page.ts';
import type { BlockRun } from '#shared/content/main-content/blocks/units.ts';
import { imageAt, isInLink, media, showsImage } from './shown-images.ts';

/** More words than a title, the lines under it and a byline are the text itself. */
const maxOpeningWords = 80;
/** A longer run of blocks between title and text is a part of the page in itself. */
const maxBlocksBetween = 40;

const none: BlockRun = { from: 0, to: 0 };

/**
 * The dropped blocks between the accepted title of a page (with the accepted blocks right under it) and its text.
 */
export function blocksUnderTitle(page: BlockPage, accepted: Uint8Array): BlockRun {
  const title = accepted.indexOf(1);
  const level = page.headingLevel[title] ?? 0;
  if (level !== 1) return none;
  const from = accepted.indexOf(0, title);
  const to = from < 0 ? -1 : accepted.indexOf(1, from);
  const isBetween =
    to >= 0 && to - from <= maxBlocksBetween && page.words.over(title, from) <= maxOpeningWords;
  return isBetween ? { from, to } : none;
}

/** Portraits and icons are smaller. */
const minWidthPx = 300;

function isLarge(page: BlockPage, node: number): boolean {
  const element = imageAt(page.tree, node) ?? elementAt(page.tree, node);
  if (element === undefined || !media.has(element.name)) return false;
  const { src = '', width, srcset } = element.attribs;
  // A data URL is a preview of the image that follows.
  if (src.startsWith('data:')) return false;
  return width === undefined ? srcset !== undefined : Number.parseFloat(width) >= minWidthPx;
}

function largeImageIn(page: BlockPage, node: number): number {
  const end = page.tree.end[node] ?? node;
  for (let inside = node; inside < end; inside++) if (isLarge(page, inside)) return inside;
  return -1;
}

/** The first large image between the title and the text that has no text beside it. */
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
    // A portrait is in a box with a name, and the image of a teaser in one with its text.
    const isOfOther = around >= 0 && (tree.from[around] ?? 0) >= from && (tree.to[around] ?? 0) <= to;
    const found = isBetween && !isOfOther ? largeImageIn(page, node) : -1;
    if (found >= 0) return found;
    node = tree.end[node] ?? node + 1;
  }
  return -1;
}

/** The large image without a caption right under the title, unless it links elsewhere. */
export function leadImage(page: BlockPage, accepted: Uint8Array): ChildNode | undefined {
  const { tree } = page;
  const between = blocksUnderTitle(page, accepted);
  if (between.to === between.from) return undefined;
  const lead = firstBetween(page, between);
  if (lead < 0 || isInLink(tree, lead)) return undefined;
  let around = lead;
  while (around >= 0 && !(isWithin(tree, between.from - 1, around) && isWithin(tree, between.to, around)))
    around = tree.parent[around] ?? -1;
  return showsImage(tree, lead, around) ? tree.nodes[lead] : undefined;
}
