import { type ChildNode, type Element, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { wordsOfLine } from '#shared/content/main-content/dropped/line-words.ts';
import shopLabels from './shop-buttons.json' with { type: 'json' };

const labelsOfShopButtons = new Set(Object.values(shopLabels).flat().map(wordsOfLine));
/** Names of buttons of WooCommerce, BigCommerce and Shopify. */
const shopButton =
  /(?:^|[\s_-])(?:quick-?view|quick-?shop|(?:ajax_)?add[-_]?to[-_]?cart(?:[-_]button)?)(?:\s|$)/i;
/** URLs that put a product into the cart: WooCommerce, BigCommerce, PrestaShop, Shopify and Magento. */
const cartUrl = /[?&]add-to-cart=|\/cart\.php\?action=(?:add|buy)\b|\/cart\?add=1\b|\/cart\/add\b/;
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
  const isShopButton = ({ attribs: { class: names = '', href = '' } }: Element): boolean =>
    shopButton.test(names) || cartUrl.test(href);
  const isButton = (link: Element): boolean =>
    isShopButton(link) || anyButton.test(link.attribs['class'] ?? '');
  const destinations = new Set(links.filter((link) => !isButton(link)).map(({ attribs }) => attribs['href']));
  return links.filter((link) => {
    if (!isButton(link) || holdsWords(link.prev) || holdsWords(link.next)) return false;
    if (!isShopButton(link) && !destinations.has(link.attribs['href'])) return false;
    return labelsOfShopButtons.has(wordsOfLine(rawText(link, 2 * maxButtonCharacters)));
  });
}
