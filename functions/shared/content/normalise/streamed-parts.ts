import { becomeElement, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';

/**
 * Moves parts that React streams in hidden elements `S:1` to their templates `B:1`, as its script does. Returns whether
 * there were any.
 */
export function placeStreamedParts(index: ElementIndex): boolean {
  let hasParts = false;
  for (const template of index.named('template')) {
    const [, number] = /^[BP]:(.+)$/.exec(template.attribs['id'] ?? '') ?? [];
    const part = number === undefined ? undefined : index.target(`S:${number}`);
    if (part === undefined || !('hidden' in part.attribs)) continue;
    const { children } = part;
    makeSilent(part);
    becomeElement(template, 'div', {}, children);
    hasParts = true;
  }
  return hasParts;
}
