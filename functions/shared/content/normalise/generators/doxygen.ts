import {
  becomeElement,
  type ElementIndex,
  hasClass,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const lineOf = (prototype: string): string =>
  prototype
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\( ?/g, '(')
    .replaceAll(/ ([),])/g, '$1')
    .trim();

/**
 * Writes the prototypes of Doxygen, which are tables with a cell for each bracket, as lines of code, and a space between the labels
 * beside them ("static", "inline"). Returns whether there are any.
 */
export function readDoxygen(index: ElementIndex): boolean {
  const prototypes = index.outermost(index.named('table').filter((table) => hasClass(table, 'memname')));
  if (prototypes.length === 0) return false;
  for (const table of prototypes)
    becomeElement(table, 'pre', {}, [newElement('code', {}, [newText(lineOf(rawText(table)))])]);
  for (const label of index.named('span'))
    if (hasClass(label, 'mlabel')) setChildren(label, [...label.children, newText(' ')]);
  return true;
}
