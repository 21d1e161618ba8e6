import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { iconFormat, isNamedIcon } from '#shared/content/dom/image-names.ts';
import { isOfIconSize, sidesOf } from '#shared/content/dom/image-sizes.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { type BlockPage, elementAt, nameOf, nodeAround } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isOperatingLabel } from '#shared/content/main-content/dropped/boilerplate-lines.ts';
import { wordsOfLine } from '#shared/content/main-content/dropped/line-words.ts';
import { isPrice } from '#shared/content/main-content/related/product/goods-list.ts';
import {
  imageAt,
  isInLink,
  isLinkElsewhere,
  linkAround,
} from '#shared/content/main-content/related/images/shown-images.ts';
import shopLabels from './shop-buttons.json' with { type: 'json' };

const maxItemLevels = 4;
/** More nodes above a rule are no wrappers of it. */
const maxNodesAbove = 12;

/** Whether a rule is what a list item begins with: the item before it ends there anyway. */
function opensItem(tree: BlockTree, rule: number): boolean {
  const item = nodeAround(tree, rule, maxItemLevels, (node) => nameOf(tree, node) === 'li');
  if (item < 0 || rule - item > maxNodesAbove || tree.from[item] !== tree.from[rule]) return false;
  for (let node = item; node < rule; node++) if (imageAt(tree, node) !== undefined) return false;
  return true;
}

/**
 * The rules before the first kept block, after the last, right after another, and at the beginning of an item: they
 * separate nothing. `shown` has 1 for each node that is kept.
 */
export function surplusRules(tree: BlockTree, kept: Uint8Array, shown: Uint8Array): readonly ChildNode[] {
  const [first, last] = [kept.indexOf(1), kept.lastIndexOf(1)];
  let above = -1;
  return tree.nodes.filter((_, node) => {
    const name = nameOf(tree, node);
    if (shown[node] === 1 && imageAt(tree, node) !== undefined) above = -1;
    if (name !== 'hr') return false;
    const at = tree.from[node] ?? 0;
    const followsRule = above >= 0 && !kept.subarray(above, at).includes(1);
    const isSurplus = at <= first || at > last || followsRule || opensItem(tree, node);
    above = at;
    return isSurplus;
  });
}

/** More images between a name and a price show one thing in its colours, or from its sides. */
const maxImagesOfCard = 4;
/** Names and prices; paragraphs are longer. */
const maxCardWords = 20;
const blocksOfCard = 6;
const minCards = 6;

/** Whether a price is among the blocks around a place. */
const isPriced = ({ blocks }: BlockTree, place: number): boolean =>
  blocks.slice(Math.max(0, place - 1), place + blocksOfCard).some(({ text }) => isPrice(text));

/** All but the first image of each product in a list; galleries of articles have no prices. */
export function furtherImagesOfCards({ tree, words }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const byPlace = new Map<number, ChildNode[]>();
  tree.nodes.forEach((node, at) => {
    const place = tree.from[at] ?? 0;
    if (place !== tree.to[at] || imageAt(tree, at) === undefined) return;
    const images = byPlace.get(place) ?? [];
    byPlace.set(place, images);
    images.push(node);
  });
  const isText = (block: number): boolean => kept[block] === 1 && words.over(block, block + 1) > maxCardWords;
  const cards = [...byPlace].filter(
    ([place, images]) =>
      images.length > maxImagesOfCard && !isText(place - 1) && !isText(place) && isPriced(tree, place),
  );
  return cards.length < minCards ? [] : cards.flatMap(([, images]) => images.slice(1));
}

const minImages = 3;
/** Larger items hold more than an image. */
const maxItemNodes = 20;

/** Whether a list item shows one image without a text, which leads to another page. */
function isLinkedImage(tree: BlockTree, item: number): boolean {
  const isSmall = (tree.end[item] ?? item) - item <= maxItemNodes;
  if (!isSmall || tree.from[item] !== tree.to[item]) return false;
  const images: number[] = [];
  for (let node = item; node < (tree.end[item] ?? item); node++)
    if (imageAt(tree, node) !== undefined) images.push(node);
  const [image = -1] = images;
  const { alt = '' } = imageAt(tree, image)?.attribs ?? {};
  return images.length === 1 && alt.trim() === '' && isInLink(tree, image);
}

/** Lists of nothing but images that lead to other pages: advertisements, and networks. */
export function linkedImageLists(tree: BlockTree): readonly ChildNode[] {
  const found: ChildNode[] = [];
  for (let list = 0; list < tree.nodes.length; list++) {
    const name = nameOf(tree, list);
    const node = tree.nodes[list];
    if ((name !== 'ul' && name !== 'ol') || node === undefined || tree.from[list] !== tree.to[list]) continue;
    let items = 0;
    let images = 0;
    for (let item = list + 1; item < (tree.end[list] ?? list); item = tree.end[item] ?? item + 1) {
      if (nameOf(tree, item) !== 'li') continue;
      items += 1;
      images += Number(isLinkedImage(tree, item));
    }
    if (images >= minImages && images === items) found.push(node);
  }
  return found;
}

/** Whether a node holds several images without words, most of which lead to pages of their own. */
function isMenuOfImages(tree: BlockTree, node: number): boolean {
  const targets = new Set<string>();
  let images = 0;
  let link = -1;
  for (let inside = node; inside < (tree.end[node] ?? node); inside++) {
    if (isLinkElsewhere(tree, inside)) link = inside;
    const image = imageAt(tree, inside);
    if (image === undefined) continue;
    images += 1;
    const isLinked = link >= 0 && inside < (tree.end[link] ?? link);
    if (isLinked && (image.attribs['alt'] ?? '').trim() === '')
      targets.add(elementAt(tree, link)?.attribs['href'] ?? '');
  }
  return targets.size >= minImages && targets.size * 2 > images;
}

/** The images before the first kept block, `first`, that are the menus and the advertisements of a page. */
export function menusOfImages(tree: BlockTree, first: number): readonly ChildNode[] {
  const found: ChildNode[] = [];
  let node = 0;
  while (node < tree.nodes.length && (tree.from[node] ?? 0) <= first) {
    const isTextless = tree.from[node] === tree.to[node];
    const menu = isTextless && isMenuOfImages(tree, node) ? tree.nodes[node] : undefined;
    if (menu !== undefined) found.push(menu);
    node = isTextless ? (tree.end[node] ?? node + 1) : node + 1;
  }
  return found;
}

/** The linked images before the first kept block, `first`, that lead to the home page of the site: its logo, as on Substack. */
export function logosAbove(
  { tree, url }: Pick<BlockContext, 'tree' | 'url'>,
  first: number,
): readonly ChildNode[] {
  const home = URL.parse(url)?.origin;
  return tree.nodes.filter((_, node) => {
    const link = elementAt(tree, node);
    if (link?.name !== 'a' || (tree.from[node] ?? 0) > first || tree.from[node] !== tree.to[node])
      return false;
    const target = URL.parse(link.attribs['href'] ?? '');
    return target !== null && target.origin === home && target.pathname === '/' && target.search === '';
  });
}

/** Forms of forums that answer or report one post: vBulletin, phpBB, Simple Machines. */
const postForm =
  /(?:^|\/)(?:newreply|report)\.php\?(?:.*&)?(?:p|post|postid)=\d|[?&;]mode=(?:quote|reply|report)\b.*[?&;][fpt]=\d|[?&;]action=(?:post|quote\w*|reporttm)\b.*[?&;](?:topic|quote|msg)=\d/i;
const maxFormCharacters = 500;
/** Charts may be named so, too, but they are no GIFs. */
const presence = /(?:^|\/)(?:(?:user[-_]?)?(?:on|off)line\.gif|(?:user|statusicon)[-_](?:on|off)line\.\w+)$/i;

/** The buttons of posts that are images, and the images that tell whether an author is there. */
export function postButtons(tree: BlockTree): readonly ChildNode[] {
  return tree.nodes.filter((_, node) => {
    const image = imageAt(tree, node);
    if (image !== undefined) return presence.test(image.attribs['src'] ?? '');
    const link = elementAt(tree, node);
    if (link?.name !== 'a' || tree.from[node] !== tree.to[node]) return false;
    return postForm.test(link.attribs['href']?.slice(0, maxFormCharacters) ?? '');
  });
}

const labelsOfShopButtons = new Set(Object.values(shopLabels).flat().map(wordsOfLine));
/** Buttons of WooCommerce, BigCommerce and Shopify that need no URL. */
const shopButton =
  /(?:^|[\s_-])(?:quick-?view|quick-?shop|(?:ajax_)?add[-_]?to[-_]?cart(?:[-_]button)?)(?:\s|$)/i;
const anyButton = /(?:^|[\s_-])(?:button|btn)(?:$|[\s_-])/i;
const maxButtonCharacters = 40;

const holdsWords = (node: ChildNode | null): boolean =>
  node !== null && isText(node) && /\p{L}/u.test(node.data);

/** The links with which shops buy a product of a list, show it in a dialog, or lead where its kept title leads. */
export function shopButtons(tree: BlockTree, kept: Uint8Array): readonly ChildNode[] {
  const links = tree.nodes.flatMap((_, node) => {
    const link = elementAt(tree, node);
    return link?.name === 'a' && kept[tree.from[node] ?? 0] === 1 ? [link] : [];
  });
  const isButton = ({ attribs: { class: names = '' } }: Element): boolean =>
    shopButton.test(names) || anyButton.test(names);
  const destinations = new Set(links.filter((link) => !isButton(link)).map(({ attribs }) => attribs['href']));
  return links.filter((link) => {
    if (!isButton(link) || holdsWords(link.prev) || holdsWords(link.next)) return false;
    const { class: names = '', href } = link.attribs;
    if (!shopButton.test(names) && !destinations.has(href)) return false;
    return labelsOfShopButtons.has(wordsOfLine(rawText(link, 2 * maxButtonCharacters)));
  });
}

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

/** What eBay calls such texts. */
const clipped = /(?:^|\s)(?:(?:sr|fb)-)?clipped(?:\s|$)/i;
const minRepeatedCharacters = 4;
const maxSpokenCharacters = 240;

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a text for screen readers begins with the text right before it: "See all details", "See all details on coverage". */
function repeatsShown(element: Element): boolean {
  const { prev } = element;
  if (prev === null || !(isText(prev) || isTag(prev))) return false;
  const shown = inOneLine(isText(prev) ? prev.data : rawText(prev, maxSpokenCharacters));
  if (shown.length < minRepeatedCharacters || isBlock(element) || findElement(element, isBlock) !== undefined)
    return false;
  const spoken = inOneLine(rawText(element, maxSpokenCharacters));
  return spoken.startsWith(shown) && !/^[\p{L}\p{N}]/u.test(spoken.slice(shown.length));
}

/** `, discount of`: joins two parts of a price for those who hear it. */
const joinsParts = /^\s*,\s\p{Ll}+\s(?:of|from)\s*$/u;

/** `- Top Rated Plus - opens in a new window or tab`: explains what is shown before it. */
const explanation = /^\s*[-–—(]\s?\S|(?:opens in (?:a )?new (?:window|tab)|new (?:window|tab) or tab)\b/i;

const explainsShown = (element: Element, spoken: string): boolean =>
  spoken.length < maxSpokenCharacters &&
  explanation.test(spoken) &&
  !isBlock(element) &&
  findElement(element, isBlock) === undefined;

/** The texts for screen readers that only repeat the text before them, explain it, or join it to the one behind. */
export const spokenCopies = (tree: BlockTree): readonly ChildNode[] =>
  tree.nodes.filter((_, node) => {
    const element = elementAt(tree, node);
    if (element === undefined) return false;
    const { class: names } = element.attribs;
    const isClipped = names?.includes('clipped') === true && clipped.test(names);
    if (!isClipped && !isForScreenReaders(element)) return false;
    const spoken = rawText(element, maxSpokenCharacters);
    return repeatsShown(element) || joinsParts.test(spoken) || (isClipped && explainsShown(element, spoken));
  });
