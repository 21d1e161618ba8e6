import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

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
