import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';

import { setChildren } from '#shared/content/dom/element-edit.ts';
import { maxDepth } from './html-tree.ts';

/**
 * Slots put what is deep in one tree where another is deep already. What would be deeper than this loses its elements, so
 * that later walks may recurse.
 */
const maxOpenDepth = 2 * maxDepth;

const isShadowRoot = (node: ChildNode): node is Element =>
  isTag(node) && node.name === 'template' && 'shadowrootmode' in node.attribs;

const slotNameOf = (node: ChildNode): string => (isTag(node) ? (node.attribs['slot'] ?? '') : '');

/** Replaces the children of a component by its shadow tree, with the children in the slots of that tree. */
function flatten(host: Element, root: Element): void {
  const light = Map.groupBy(
    // The first shadow tree of an element counts.
    host.children.filter((child) => !isShadowRoot(child)),
    slotNameOf,
  );
  const fillSlots = (element: Element): void => {
    for (const child of element.children) {
      // The slots in a component's own shadow tree are for the children of that component.
      if (!isTag(child) || child.name === 'template') continue;
      const assigned = child.name === 'slot' ? light.get(child.attribs['name'] ?? '') : undefined;
      if (assigned === undefined) fillSlots(child);
      else {
        light.delete(child.attribs['name'] ?? '');
        setChildren(child, assigned);
      }
    }
  };
  fillSlots(root);
  setChildren(host, root.children);
}

/** An outer component before those inside it: its children may be passed on to their slots. */
function openIn(children: readonly ChildNode[], depth: number): void {
  for (const child of children) {
    if (!isTag(child) || child.name === 'template') continue;
    const root = child.children.find(isShadowRoot);
    if (root !== undefined) flatten(child, root);
    if (depth === maxOpenDepth) setChildren(child, child.children.filter(isText));
    openIn(child.children, depth + 1);
  }
}

/**
 * Puts the content of declarative shadow trees where a browser shows it: the flat tree of the DOM standard, in linear
 * time. Changes the document in place.
 */
export const openShadowTrees = ({ children }: Document): void => openIn(children, 1);
