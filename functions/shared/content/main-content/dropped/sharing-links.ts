import type { ChildNode } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementAt, nameOf } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { isInLink } from '#shared/content/main-content/related/shown-images.ts';

/** Pages of networks that pass a URL on. */
const sharingPage =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:addtoany\.com\/share|addthis\.com\/bookmark|hupso\.com\/share|sharethis\.com\/share|facebook\.com\/(?:sharer|share\.php)|twitter\.com\/(?:share|intent\/tweet)|x\.com\/intent|linkedin\.com\/share|pinterest\.com\/pin\/create|vk\.com\/share|t\.me\/share|reddit\.com\/submit|tumblr\.com\/share|xing\.com\/spi\/shares|getpocket\.com\/(?:edit|save)|whatsapp\.com\/send)/i;
/** What other networks name such a page, with the URL in its query. */
const sharingPath = /^[^?#]*[/.](?:share|sharer|bookmarklet)(?:\.php)?\/?\?/i;
const urlInQuery = /https?(?::|%3a)/i;
/** A longer text is a quotation that readers may pass on. */
const maxCharacters = 30;

function isSharing(href: string): boolean {
  if (href.startsWith('whatsapp:') || sharingPage.test(href)) return true;
  const path = sharingPath.exec(href)?.[0];
  return path !== undefined && urlInQuery.test(href.slice(path.length));
}

/**
 * The links that share a page or one of its images. The model sees them, because they tell where a text begins and ends.
 */
export function sharingLinks(tree: BlockTree): readonly ChildNode[] {
  return tree.nodes.filter((node, at) => {
    const element = elementAt(tree, at);
    return (
      element?.name === 'a' &&
      isSharing(element.attribs['href'] ?? '') &&
      rawText(element, 100).trim().length <= maxCharacters
    );
  });
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
    if (nameOf(tree, node) === 'img') images.push(node);
  const [image] = images;
  const alt = image === undefined ? '' : (elementAt(tree, image)?.attribs['alt'] ?? '');
  return images.length === 1 && image !== undefined && alt.trim() === '' && isInLink(tree, image);
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
