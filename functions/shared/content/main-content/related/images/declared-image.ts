import type { Element } from 'domhandler';

import { foldedLetters } from '#shared/content/dom/words.ts';
import { isSameImage } from '#shared/content/dom/image-names.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, isWithin, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { imageAt, isContentImage, isIcon, isInLink, linkAround } from './shown-images.ts';

/** The first accepted block of running text; -1 without one. */
function textBegins({ page }: BlockContext, accepted: Uint8Array): number {
  for (let block = accepted.indexOf(1); block >= 0; block = accepted.indexOf(1, block + 1))
    if (page.prose.over(block, block + 1) > 0) return block;
  return -1;
}

/** Where a page shows its declared image (`og:image`), as nodes; -1 for nowhere. */
export interface DeclaredImage {
  /** Nearest above the text, where the text does not show it. */
  readonly above: number;
  /** First in the text. */
  readonly inText: number;
}

/** Servers that scale images read the size and the format from the query: `?type=large`. */
const sizeQuery = /\?(?:(?:w|h|width|height|type|size|quality|q|fit|format|fm|auto|dpr|s)=[^&#]*(?:&|$))+$/i;
const withoutSizeQuery = (source: string): string => source.replace(sizeQuery, '');

const minTitledPx = 150;
const isSmall = ({ attribs: { width } }: Element): boolean => Number.parseFloat(width ?? '') < minTitledPx;

const isThumbnail = (tree: BlockTree, node: number): boolean => {
  const image = imageAt(tree, node);
  return image !== undefined && isSmall(image);
};

/**
 * Whether an image is that of another page, to which it leads. The very file that the page declares may lead to the gallery
 * that it opens.
 */
function isOfOtherPage(tree: BlockTree, node: number, image: string): boolean {
  const link = linkAround(tree, node);
  if (link < 0) return false;
  const source = imageAt(tree, node)?.attribs['src'] ?? '';
  if (withoutSizeQuery(source) !== withoutSizeQuery(image) || /logo/i.test(image)) return true;
  if (source !== image && isThumbnail(tree, node)) return true;
  const href = elementAt(tree, link)?.attribs['href'] ?? '';
  return tree.from[link] !== tree.to[link] || (URL.parse(href)?.pathname ?? '/') === '/';
}

const maxThumbnailLevels = 3;
const thumbnail = /thumb/i;

/** Whether an image, or an element around it, is called a thumbnail. */
const isNamedThumbnail = (tree: BlockTree, node: number): boolean =>
  nodeAround(tree, node, maxThumbnailLevels, (around) =>
    Object.entries(elementAt(tree, around)?.attribs ?? {}).some(
      ([name, value]) => thumbnail.test(name) || (name === 'class' && thumbnail.test(value)),
    ),
  ) >= 0;

const nowhere: DeclaredImage = { above: -1, inText: -1 };

/** Where a page shows one of its declared images, around a text that begins and ends at these blocks. */
function placesOf({ tree }: BlockContext, image: string, text: number, end: number): DeclaredImage {
  let above = -1;
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = imageAt(tree, node);
    if (element === undefined || !isContentImage(element)) continue;
    if (!isSameImage(element.attribs['src'] ?? '', image)) continue;
    const at = tree.from[node] ?? 0;
    if (at > end) break;
    const isOwn = !isOfOtherPage(tree, node, image);
    if (at > text) return isOwn ? { above: -1, inText: node } : { above, inText: -1 };
    // A carousel below the image may show it as a link to the gallery, or as a thumbnail.
    if (isOwn && (above < 0 || !isNamedThumbnail(tree, node))) above = node;
  }
  return { above, inText: -1 };
}

/**
 * Finds the first declared image that is shown around the accepted text, unless it links to another page. What the elements
 * around it are named does not count: `related-images` may hold the one image of an article.
 */
export function declaredImage(context: BlockContext, accepted: Uint8Array): DeclaredImage {
  const text = context.images.length === 0 ? -1 : textBegins(context, accepted);
  if (text < 0) return nowhere;
  const end = accepted.lastIndexOf(1);
  for (const image of context.images) {
    const places = placesOf(context, image, text, end);
    if (places.above >= 0 || places.inText >= 0) return places;
  }
  return nowhere;
}

/** Shorter alternative texts may be those of a logo. */
const minTitleCharacters = 12;

const maxBarLevels = 12;

/** Whether an image is in a header or menu without the headline: that of the site, which may have its name. */
const isInBar = (tree: BlockTree, node: number, headline: number): boolean =>
  nodeAround(
    tree,
    node,
    maxBarLevels,
    (around) => bars.has(nameOf(tree, around)) && !isWithin(tree, headline, around),
  ) >= 0;
const bars = new Set(['header', 'nav']);

/**
 * The image that has the headline as its alternative text, above the text or in it; -1 without one. The image of another page has its
 * title, and a link.
 */
export function titledImage({ tree, page }: BlockContext, accepted: Uint8Array): number {
  const headline = tree.blocks.findIndex((_, at) => accepted[at] === 1 && page.headingLevel[at] === 1);
  const title = foldedLetters(tree.blocks[headline]?.text ?? '');
  if (title.length < minTitleCharacters) return -1;
  const end = accepted.lastIndexOf(1);
  return tree.nodes.findIndex((_, node) => {
    const image = imageAt(tree, node);
    if (image === undefined || isIcon(image) || isSmall(image) || isInBar(tree, node, headline)) return false;
    if ((tree.from[node] ?? 0) > end || isInLink(tree, node)) return false;
    const { src = '', alt = '' } = image.attribs;
    return src !== '' && !src.startsWith('data:') && foldedLetters(alt) === title;
  });
}
