import type { Element } from 'domhandler';

import { bitOf, type NameMark } from '#shared/content/dom/class-words.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** What shows a picture, or plays. */
export const media = new Set(['img', 'picture', 'svg', 'video', 'audio', 'iframe']);

/** Small pictures that stand beside text and say nothing. */
const signName = /(?:^|[^a-z])(?:icons?|logo|avatar|gravatar|userpic|stars?|status\w*)(?:$|[^a-z])/i;

/** Parts of the frame that stand inside articles, too. */
const frameMarks: readonly NameMark[] = ['related', 'person', 'action', 'overlay'];
const frameBits = frameMarks.reduce((bits, mark) => bits | bitOf[mark], 0);

/** Adverts and signs of networks, which say nothing of the blocks of text. */
const frameName =
  /(?:^|[^a-z])(?:ads?|adverts?|advertisement|adsense|banners?|sponsor(?:ed)?|promo|shar(?:e|ing)|socials?|reklam[ay])(?:$|[^a-z])/i;

function isOfFrame(tree: BlockTree, node: number): boolean {
  const { class: names = '', id = '' } = elementAt(tree, node)?.attribs ?? {};
  return ((tree.marks[node] ?? 0) & frameBits) !== 0 || frameName.test(names) || frameName.test(id);
}

/** Where adverts come from. */
const advertAddress = /[^a-z](?:ads?|adserver|adverts?|banners?)[^a-z]/i;

function isPicture({ name, attribs }: Element): boolean {
  const { src = '', class: names = '' } = attribs;
  return media.has(name) && !signName.test(names) && !signName.test(src) && !advertAddress.test(src);
}

/**
 * Whether a node shows a picture that is neither a sign nor, by the names around it up to `around`, of the frame.
 * A sign to share it may stand on it, but no text that says so.
 */
export function showsPicture(tree: BlockTree, node: number, around: number): boolean {
  for (let above = node; above >= 0 && above !== around; above = tree.parent[above] ?? -1)
    if (isOfFrame(tree, above)) return false;
  const end = tree.end[node] ?? node;
  let isShown = false;
  let inside = node;
  while (inside < end) {
    const element = elementAt(tree, inside);
    if (element !== undefined && isOfFrame(tree, inside)) {
      if (tree.from[inside] !== tree.to[inside]) return false;
      inside = tree.end[inside] ?? end;
    } else {
      isShown ||= element !== undefined && isPicture(element);
      inside += 1;
    }
  }
  return isShown;
}

/** A picture's own address; many lead to a larger copy of themselves. */
const ofPicture = /\.(?:jpe?g|png|webp|gif|avif|svg)(?:[?#]|$)/i;

const isLinkElsewhere = (tree: BlockTree, node: number): boolean =>
  nameOf(tree, node) === 'a' && !ofPicture.test(elementAt(tree, node)?.attribs['href'] ?? '');

/** Whether a picture below the node leads to another page. */
export function leadsElsewhere(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  let linkEnd = 0;
  for (let inside = node; inside < end; inside++) {
    if (isLinkElsewhere(tree, inside)) linkEnd = tree.end[inside] ?? inside;
    if (inside < linkEnd && media.has(nameOf(tree, inside))) return true;
  }
  return false;
}

/** How far around a picture its link may stand. */
const linkLevels = 4;

/** Whether a node stands in a link to another page. */
export function isInLink(tree: BlockTree, node: number): boolean {
  let above = node;
  for (let level = 0; level < linkLevels && above >= 0; level++, above = tree.parent[above] ?? -1)
    if (isLinkElsewhere(tree, above)) return true;
  return false;
}
