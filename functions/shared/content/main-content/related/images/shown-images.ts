import type { Element } from 'domhandler';

import { findElement } from '#shared/content/dom/element-text.ts';
import { sidesOf } from '#shared/content/dom/image-sizes.ts';
import { isImageUrl } from '#shared/content/dom/image-names.ts';
import { bitOf, type NameMark } from '#shared/content/dom/class-words.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/**
 * The image that a node is, itself or as a `<picture>`, which may hold it in a `<noscript>` that has been opened; the tree has no
 * nodes below pictures.
 */
export function imageAt(tree: BlockTree, node: number): Element | undefined {
  const element = elementAt(tree, node);
  if (element?.name === 'picture') return findElement(element, ({ name }) => name === 'img');
  return element?.name === 'img' ? element : undefined;
}

export const media = new Set(['img', 'picture', 'svg', 'video', 'audio', 'iframe']);

/** Icons and portraits beside text. */
const iconName = /(?:^|[^a-z])(?:icons?|ico|logo|avatar|gravatar|userpic|stars?|status\w*)(?:$|[^a-z])/i;

/** Boilerplate that occurs inside articles, too. */
const frameMarks: readonly NameMark[] = ['related', 'person', 'action', 'overlay'];
const frameBits = frameMarks.reduce((bits, mark) => bits | bitOf[mark], 0);

const advertName =
  /(?:^|[^a-z])(?:ads?|adverts?|advertisement|adsense|banners?|sponsor(?:ed)?|promo|reklam[ay])(?:$|[^a-z])/i;
const shareName = /(?:^|[^a-z])(?:shar(?:e|ing)|socials?)(?:$|[^a-z])/i;

/** Whether an element is named an advertisement. */
export const isNamedAdvert = ({ attribs: { class: names = '', id = '' } }: Element): boolean =>
  advertName.test(names) || advertName.test(id);

function isOfFrame(tree: BlockTree, node: number): boolean {
  const element = elementAt(tree, node);
  const { class: names = '', id = '', role } = element?.attribs ?? {};
  // A button without text holds an image that it enlarges, or opens its card.
  if (role === 'button' && tree.from[node] === tree.to[node]) return false;
  const isNamed = element !== undefined && isNamedAdvert(element);
  return (
    isNamed || ((tree.marks[node] ?? 0) & frameBits) !== 0 || shareName.test(names) || shareName.test(id)
  );
}

/** Names with a number or a size, but no digits of a hash: `9a9d79ad1c38`. */
const advertUrl = /[^a-z\d](?:ads?|adserver|adverts?|banners?)(?:\d{1,3}|\d+x\d+)?[^a-z\d]/i;

/** Larger images that are not square are no icons, whatever they are called: a photograph may show a logo. */
const minPhotographSide = 300;

function isPhotograph(image: Element): boolean {
  const [width = 0, height = 0] = sidesOf(image) ?? [];
  return Math.min(width, height) >= minPhotographSide && width !== height;
}

/** Whether an image is an icon or a portrait, by its own names. */
export function isIcon(image: Element): boolean {
  const { src = '', class: names = '' } = image.attribs;
  return iconName.test(names) || (iconName.test(src) && !isPhotograph(image));
}

/** Whether an element is an image that is no icon, portrait or advertisement, by its own names. */
export const isContentImage = (element: Element): boolean =>
  media.has(element.name) && !isIcon(element) && !advertUrl.test(element.attribs['src'] ?? '');

/**
 * Whether a node shows an image that is no icon and not part of boilerplate, by the names of elements up to
 * `around`. The node may hold a share icon, but no text of boilerplate.
 */
export function showsImage(tree: BlockTree, node: number, around: number): boolean {
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
      isShown ||= element !== undefined && isContentImage(element);
      inside += 1;
    }
  }
  return isShown;
}

export const isLinkElsewhere = (tree: BlockTree, node: number): boolean =>
  nameOf(tree, node) === 'a' && !isImageUrl(elementAt(tree, node)?.attribs['href'] ?? '');

export function leadsElsewhere(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  let linkEnd = 0;
  for (let inside = node; inside < end; inside++) {
    if (isLinkElsewhere(tree, inside)) linkEnd = tree.end[inside] ?? inside;
    if (inside < linkEnd && media.has(nameOf(tree, inside))) return true;
  }
  return false;
}

const maxLinkLevels = 7;

/** The link around an image to anything but an image file; -1 without one. */
export function linkAround(tree: BlockTree, node: number): number {
  let above = node;
  for (let level = 0; level < maxLinkLevels && above >= 0; level++, above = tree.parent[above] ?? -1)
    if (isLinkElsewhere(tree, above)) return above;
  return -1;
}

export const isInLink = (tree: BlockTree, node: number): boolean => linkAround(tree, node) >= 0;
