import { type ChildNode, type Element, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { wordsOfLine } from '#shared/content/main-content/dropped/line-words.ts';
import shopLabels from './shop-buttons.json' with { type: 'json' };

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
