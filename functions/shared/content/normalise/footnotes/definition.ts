import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';

import { footnoteDefinition, footnoteMark } from '#shared/content/dom/own-markers.ts';
import { becomeElement, classesOf, makeSilent, newText } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

/** The number of a note without brackets and dots. */
export const bareLabel = (text: string): string => text.replace(/[[\]().:\s^]/g, '');

export const elementParent = ({ parent }: { readonly parent: ParentNode | null }): Element | undefined =>
  parent !== null && isTag(parent) ? parent : undefined;

/** Turns an element into a footnote reference, which the writers find by `data-footnote`. */
export function becomeMark(element: Element, number: number): void {
  const parent = elementParent(element);
  if (parent?.name === 'sup')
    for (const sibling of parent.children)
      if (isText(sibling) && /^[\s[\](),;]*$/.test(sibling.data)) sibling.data = '';
  becomeElement(element, 'sup', { [footnoteMark]: String(number) }, [newText(`[${number}]`)]);
}

const backText =
  /^(?:[\s↩↑^⏎↵⤴⬆⇑[\]()]|\ufe0e|\ufe0f|back(?: to (?:text|top|content))?|return|jump (?:up|back)(?: to:?)?|назад|вверх|a|b|c|d|e|f|g|\d{1,3}[.:)]?|[*†‡§])*$/iu;
const backName = /backlink|backref|footnote-?back|reversefootnote|cite-accessibility/;

function dropBackLinks(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    const { attribs } = node;
    const isShort =
      node.name === 'a' &&
      (attribs['href'] === undefined || attribs['href'].includes('#')) &&
      backText.test(rawText(node).trim());
    if (isShort || classesOf(node).some((name) => backName.test(name))) makeSilent(node);
    else dropBackLinks(node.children);
  }
}

/** Removes the number at the beginning of a note. Returns whether text has been found. */
function dropLabel(nodes: readonly ChildNode[], label: string): boolean {
  for (const [at, node] of nodes.entries()) {
    if (isText(node)) {
      if (node.data.trim() === '') continue;
      if (at > 0) node.data = node.data.replace(/^\s*[.:)]\s+/, '');
      const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const atStart = new RegExp(`^\\s*(?:\\^\\s*)?(?:[[(]?${escaped}[\\])]?(?:[.:)]|\\s|$)\\s*)?`, 'u');
      node.data = node.data.replace(atStart, '');
      return true;
    }
    if (!isTag(node) || node.name === 'template') continue;
    const text = rawText(node).trim();
    if (text === '') continue;
    // The number in the label was a back link and is already removed.
    if (node.name === 'span' && /^[[\]()]+$/.test(text)) {
      makeSilent(node);
      continue;
    }
    if (bareLabel(text) !== label) return dropLabel(node.children, label);
    makeSilent(node);
  }
  return false;
}

/** Turns a block into a footnote, which the writers find by `data-footnote-definition`, without its number and back links. */
export function becomeDefinition(block: Element, number: number, label: string): void {
  dropBackLinks(block.children);
  dropLabel(block.children, label);
  block.attribs[footnoteDefinition] = String(number);
  if (block.name === 'blockquote') block.name = 'div';
  const before = block.name === 'dd' ? block.prev : null;
  if (before !== null && isTag(before) && before.name === 'dt' && rawText(before).trim().length < 8)
    makeSilent(before);
}

export const isDefinition = ({ attribs }: Element): boolean => footnoteDefinition in attribs;
