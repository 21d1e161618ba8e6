import type { Element } from 'domhandler';

import { attributeOf, childNamed, childrenNamed, elementsOf, localName } from './xml-elements.ts';

/** Elements around any part of the text: content controls, custom XML, inserted and moved text, directions. */
const wrappers = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo', 'dir', 'bdo']);

/** Elements around text that was deleted, or moved to another place, with changes tracked. */
export const removed: ReadonlySet<string> = new Set(['del', 'moveFrom']);

/** The drawings of which the text is read. */
const known = /^\s*wp[cgs](?:\s+wp[cgs])*\s*$/;

/** Content that is written twice or more (ISO/IEC 29500-3, AlternateContent): the one for programs that know what we know. */
function alternative(element: Element): Element | undefined {
  const choices = childrenNamed(element, 'Choice');
  const choice = choices.find((each) => known.test(attributeOf(each, 'Requires') ?? ''));
  return choice ?? childNamed(element, 'Fallback') ?? choices[0];
}

/** The elements of a body, table, row, paragraph or run, with those in wrappers in place of the wrappers. */
export function contentElements(parent: Element): readonly Element[] {
  const found: Element[] = [];
  const open = (at: Element): void => {
    for (const element of elementsOf(at)) {
      const name = localName(element);
      const inner = name === 'AlternateContent' ? alternative(element) : element;
      if (inner === undefined) continue;
      if (inner !== element || wrappers.has(name)) open(inner);
      else found.push(element);
    }
  };
  open(parent);
  return found;
}

/** The outermost text boxes in a paragraph. */
export const textBoxes = (parent: Element): readonly Element[] =>
  contentElements(parent).flatMap((part) => {
    const name = localName(part);
    if (name === 'txbxContent') return [part];
    return removed.has(name) ? [] : textBoxes(part);
  });
