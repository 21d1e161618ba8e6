import { type ChildNode, type Element, isTag } from 'domhandler';

import { firstCharacter, lastCharacter } from '#shared/content/dom/element-display.ts';
import { type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';

/** Utility classes (Tailwind, Bootstrap) of a container that lays its children out side by side, … */
const sideBySide = /(?:^|\s)(?:(?:d-)?(?:inline-)?(?:flex|grid)|hstack)(?:\s|$)/;
/** … and of the space between them; the parts of a price have none. */
const withGap = /(?:^|\s)(?:gap|gap-x|space-x)-(?:[1-9]|\[)/;
/** Part of all of these: a cheap test for most elements. */
const mayHaveGap = /gap-|space-x-/;

const maxLevels = 12;

/** Whether white space counts in an element, near enough: deeper code has been brought to one form before. */
function keepsSpace(element: Element): boolean {
  let around: Element | null = element;
  for (let level = 0; level < maxLevels && around !== null; level++) {
    if (around.name === 'pre' || around.name === 'code') return true;
    around = around.parent !== null && isTag(around.parent) ? around.parent : null;
  }
  return false;
}

const isSpace = (character: string): boolean => character.trim() === '';

/**
 * Puts a space between the children that a container of utility classes lays out with a gap and that have none in the source:
 * `<div class="flex gap-2"><span>Solar</span><span>Wind</span></div>`.
 */
export function separateFlexItems(index: ElementIndex): void {
  for (const element of index.all) {
    const { class: names } = element.attribs;
    if (names === undefined || !mayHaveGap.test(names) || element.children.length < 2) continue;
    if (!withGap.test(names) || !sideBySide.test(names) || keepsSpace(element)) continue;
    let before = '';
    const apart: ChildNode[] = [];
    for (const child of element.children) {
      const first = firstCharacter(child);
      if (!isSpace(before) && !isSpace(first)) apart.push(newText(' '));
      if (first !== '') before = lastCharacter(child);
      apart.push(child);
    }
    if (apart.length > element.children.length) setChildren(element, apart);
  }
}
