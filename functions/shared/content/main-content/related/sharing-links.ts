import type { ChildNode } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** Pages that pass a URL on to a network. */
const sharingPage =
  /^(?:https?:)?\/\/(?:www\.)?(?:addtoany\.com\/share|addthis\.com\/bookmark|hupso\.com\/share|sharethis\.com\/share|facebook\.com\/(?:sharer|share\.php)|twitter\.com\/(?:share|intent\/tweet)|x\.com\/intent|linkedin\.com\/share|pinterest\.com\/pin\/create|vk\.com\/share|t\.me\/share|reddit\.com\/submit|tumblr\.com\/share)/i;
/** A longer text is a quotation that readers may pass on. */
const maxCharacters = 30;

/**
 * The links that share a page or one of its images. The model sees them, because they tell where a text begins and ends.
 */
export function sharingLinks(tree: BlockTree): readonly ChildNode[] {
  return tree.nodes.filter((node, at) => {
    const element = elementAt(tree, at);
    return (
      element?.name === 'a' &&
      sharingPage.test(element.attribs['href'] ?? '') &&
      rawText(element, 100).trim().length <= maxCharacters
    );
  });
}
