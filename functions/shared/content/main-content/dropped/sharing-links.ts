import type { ChildNode } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

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
