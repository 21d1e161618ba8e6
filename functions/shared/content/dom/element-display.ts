import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { nameSet, textLevelNames } from './html-elements.ts';

const blocks = nameSet(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav noframes noscript ol ' +
    'optgroup option p pre search section summary table tbody td tfoot th thead tr ul xmp',
);

const silent = nameSet(
  'applet area audio base basefont bgsound canvas col colgroup command datalist embed frame head iframe input ' +
    'link map meta meter noembed object param progress script select source style svg template textarea title track video',
);

/** Whether elements of this name are blocks by default, whatever their style. */
export const isBlockName = (name: string): boolean => blocks.has(name);

const inlineNames = nameSet(`${textLevelNames} blink br button img marquee picture rp rtc svg video`);

/** Whether a name is that of a custom element, or of one that HTML does not have; not Office’s `o:p`. */
export const isOwnName = (name: string): boolean =>
  !blocks.has(name) && !inlineNames.has(name) && !silent.has(name) && !name.includes(':');

export const isSilent = (name: string): boolean => silent.has(name);

const isInlineNeighbour = (node: ChildNode | null): boolean => {
  if (node === null) return false;
  if (isText(node)) return node.data.trim() !== '' || isInlineNeighbour(node.next);
  return isTag(node) && !blocks.has(node.name) && !isOwnName(node.name) && node.name !== 'br';
};

const inlineStyle = /display\s*:\s*(?:inline\s*(?:;|$)|contents)/i;

/** Forums name the author of a quotation in a line before it, which phpBB puts into a box with the quotation. */
function opensQuotation({ parent, prev }: Element): boolean {
  if (parent === null || !isTag(parent) || !(prev === null || isBlank(prev))) return false;
  return parent.name === 'blockquote' || (parent.name === 'div' && opensQuotation(parent));
}

const isBlank = (node: ChildNode): boolean => isText(node) && node.prev === null && node.data.trim() === '';

/** Whether an element is laid out as a block. Elements of a page’s own count as blocks, except in a line of text. */
export function isBlock(element: Element): boolean {
  if (element.name === 'cite') return opensQuotation(element);
  if (blocks.has(element.name)) return !inlineStyle.test(element.attribs['style'] ?? '');
  return (
    isOwnName(element.name) &&
    element.namespace === undefined &&
    !isInlineNeighbour(element.prev) &&
    !isInlineNeighbour(element.next)
  );
}
