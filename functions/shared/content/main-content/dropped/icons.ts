import { type ChildNode, type Element, isText } from 'domhandler';

import { iconFormat, isNamedIcon } from '#shared/content/dom/image-names.ts';
import { isOfIconSize, sidesOf } from '#shared/content/dom/image-sizes.ts';
import { elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isOperatingLabel } from '#shared/content/main-content/dropped/boilerplate-lines.ts';
import { imageAt, linkAround } from '#shared/content/main-content/related/images/shown-images.ts';

interface ImageNode {
  readonly node: number;
  readonly image: Element;
}

const minSameIcons = 3;
/** An image that is all of a cell says yes or no. */
const cells = new Set(['td', 'th']);
/** One that is all of an item names a thing. */
const cellsAndItems = new Set([...cells, 'li', 'dd']);
const maxCellLevels = 4;

/** Whether an image decorates a text, or operates it: nothing is said by it. */
const isMute = ({ attribs: { src = '', alt = '', onclick } }: Element): boolean =>
  onclick !== undefined || (alt.trim() === '' && iconFormat.test(src));

/** Whether an image is all that one of the elements around it holds. */
const isAllOf = (tree: BlockTree, node: number, names: ReadonlySet<string>): boolean =>
  nodeAround(
    tree,
    node,
    maxCellLevels,
    (at) => names.has(nameOf(tree, at)) && tree.from[at] === tree.to[at],
  ) >= 0;

/** The icons that stand at one paragraph after the other, such as arrows, dividers and buttons that translate it. */
function repeatedIcons(tree: BlockTree, images: readonly ImageNode[]): readonly ChildNode[] {
  const bySource = new Map<string, number[]>();
  for (const { node, image } of images) {
    if (!isMute(image)) continue;
    const { src: source = '' } = image.attribs;
    const same = bySource.get(source) ?? [];
    bySource.set(source, same);
    same.push(node);
  }
  return [...bySource.values()]
    .filter((same) => same.length >= minSameIcons)
    .flatMap((same) => same.filter((node) => !isAllOf(tree, node, cells)))
    .flatMap((node) => tree.nodes[node] ?? []);
}

/** What the icon beside the text of a link says of it; as a line, these words are the heading of a section. */
const marksLink = /^(?:external link|lien externe|externer link|enlace externo)$/i;

/** The small images beside a text that are called icons. */
const namedIcons = (tree: BlockTree, images: readonly ImageNode[]): readonly ImageNode[] =>
  images.filter(
    ({ node, image }) => isOfIconSize(image) && isNamedIcon(image) && !isAllOf(tree, node, cellsAndItems),
  );

/** Portraits of accounts by their service, and the ones of those who have none. */
const portraitUrl =
  /\/\/(?:[\w-]+\.){0,3}gravatar\.com\/avatar\/|(?:default[-_]avatar|avatar[-_]default)[^/]*$/i;
const portraitText =
  /^(?:avatar(?: (?:of|for|von|de) .*)?|profile (?:picture|photo|image)(?: (?:of|for) .*)?|profilbild)$/i;
const portraitClass = /(?:^|[\s_-])(?:avatar|gravatar|userpic)(?:$|[\s_-])/i;
/** Larger ones are those of an interview, or of the page of a person. */
const maxPortraitSide = 160;
const maxBoxLevels = 2;
const authorBox =
  /(?:^|\s)(?:(?:post|entry|article)[-_]{1,2}author|byline|author[-_]{1,2}(?:image|img|photo|pic|picture|thumb|portrait))(?:\s|$)/i;
const maxBoxedSide = 300;

const isUpTo = (image: Element, maxSide: number): boolean => {
  const sides = sidesOf(image);
  return sides !== undefined && Math.max(...sides) <= maxSide;
};

/** Whether a link is a part of a sentence. */
const isInSentence = (tree: BlockTree, link: number): boolean => {
  const { prev = null, next = null } = elementAt(tree, link) ?? {};
  return [prev, next].some((beside) => beside !== null && isText(beside) && /\p{L}/u.test(beside.data));
};

/** Whether an image is the small portrait of an account or author beside the name. In a link, it may be all that names somebody. */
function isSmallPortrait(tree: BlockTree, { node, image }: ImageNode): boolean {
  const { alt = '', class: names = '', src = '' } = image.attribs;
  const link = alt === '' ? -1 : linkAround(tree, node);
  if (link >= 0 && (!portraitUrl.test(src) || isInSentence(tree, link))) return false;
  if (portraitUrl.test(src)) return true;
  const isNamed = portraitText.test(alt.trim()) || portraitClass.test(names);
  if (isNamed && isUpTo(image, maxPortraitSide)) return true;
  const isBoxOfAuthor = (at: number): boolean => authorBox.test(elementAt(tree, at)?.attribs['class'] ?? '');
  return isUpTo(image, maxBoxedSide) && nodeAround(tree, node, maxBoxLevels, isBoxOfAuthor) >= 0;
}

/**
 * The icons that print, share or comment on the page or mark a link, by their alternative texts, those that are called so, small
 * portraits, and those at each paragraph.
 */
export function icons(tree: BlockTree): readonly ChildNode[] {
  const images: ImageNode[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    const image = imageAt(tree, node);
    if (image !== undefined) images.push({ node, image });
  }
  const operating = images.filter(({ image: { attribs } }) => {
    const { alt, onclick, src = '' } = attribs;
    if (alt === undefined) return onclick !== undefined && iconFormat.test(src);
    return isOperatingLabel(alt.trim()) || (iconFormat.test(src) && marksLink.test(alt.trim()));
  });
  const portraits = images.filter((image) => isSmallPortrait(tree, image));
  const single = [...operating, ...namedIcons(tree, images), ...portraits];
  return [...single.flatMap(({ node }) => tree.nodes[node] ?? []), ...repeatedIcons(tree, images)];
}
