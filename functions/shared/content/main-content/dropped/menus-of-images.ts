import type { ChildNode } from 'domhandler';

import type { BlockContext } from '#shared/content/main-content/blocks/context.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import {
  imageAt,
  isInLink,
  isLinkElsewhere,
} from '#shared/content/main-content/related/images/shown-images.ts';

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
