import { type ChildNode, type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  makeSilent,
  setChildren,
} from '#shared/content/dom/element-edit.ts';

const isShadowRoot = (node: ChildNode): node is Element =>
  isTag(node) && node.name === 'template' && 'shadowrootmode' in node.attribs;

const slotNameOf = (node: ChildNode): string => (isTag(node) ? (node.attribs['slot'] ?? '') : '');

/** Puts the children of a component into the slots of its declarative shadow tree. */
function flatten(host: Element, root: Element): void {
  const light = Map.groupBy(
    host.children.filter((child) => child !== root),
    slotNameOf,
  );
  const fillSlots = (element: Element): void => {
    for (const child of element.children) {
      if (!isTag(child)) continue;
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

/** Moves parts that React streams in hidden elements `S:1` to their templates `B:1`, as its script does. */
function placeStreamedParts(index: ElementIndex): void {
  for (const template of index.named('template')) {
    const [, number] = /^[BP]:(.+)$/.exec(template.attribs['id'] ?? '') ?? [];
    const part = number === undefined ? undefined : index.target(`S:${number}`);
    if (part === undefined || !('hidden' in part.attribs)) continue;
    const { children } = part;
    makeSilent(part);
    becomeElement(template, 'div', {}, children);
  }
}

/** Moves content of shadow trees and streamed parts to where a browser shows it. Returns whether there was any. */
export function openShadowTrees(index: ElementIndex): boolean {
  const templates = index.named('template');
  if (templates.length === 0) return false;
  for (const template of templates)
    if (isShadowRoot(template) && template.parent !== null && isTag(template.parent))
      flatten(template.parent, template);
  placeStreamedParts(index);
  return true;
}
