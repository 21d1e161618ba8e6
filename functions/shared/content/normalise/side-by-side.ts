import { type ChildNode, type Element, isTag } from 'domhandler';

import { firstCharacter, lastCharacter } from '#shared/content/dom/element-display.ts';
import { type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { isLaidOutApart, spacesChildren } from '#shared/content/dom/layout-classes.ts';

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
const opensWord = /[\p{L}\p{N}]/u;
/** The first letter of a word and its second, which a page may show in another size. */
const isWithinWord = (before: string, after: string): boolean =>
  /\p{Lu}/u.test(before) && /\p{Ll}/u.test(after);
/** Brackets, currency signs and the like belong to the word behind them. */
const endsWord = /[\p{L}\p{N}\p{Pe}.!?%]/u;

/**
 * Puts a space between children of an element that have none: between all, or where a child for which `isLaidOutApart` meets the
 * words of its neighbour; "Read more" may have a colon of its own.
 */
function separate(element: Element, areAllApart: boolean): void {
  const apart: ChildNode[] = [];
  let before = '';
  let wasApart = false;
  for (const child of element.children) {
    const first = firstCharacter(child);
    if (first !== '') {
      const isOwn = !areAllApart && isTag(child) && isLaidOutApart(child);
      const isGlued = areAllApart
        ? !isSpace(before) && !isSpace(first)
        : (isOwn || wasApart) &&
          endsWord.test(before) &&
          opensWord.test(first) &&
          !isWithinWord(before, first);
      if (isGlued) apart.push(newText(' '));
      before = lastCharacter(child);
      wasApart = isOwn;
    }
    apart.push(child);
  }
  if (apart.length > element.children.length && !keepsSpace(element)) setChildren(element, apart);
}

/**
 * Puts a space between inline elements that are laid out apart and have none in the source: the children of a container
 * of utility classes with a gap, labels, tabs, elements with a line of their own, and texts for screen readers:
 * `<div class="flex gap-2"><span>Solar</span><span>Wind</span></div>`.
 */
export function separateSideBySide(index: ElementIndex): void {
  const parents = new Set<Element>();
  for (const element of index.all) {
    if (element.children.length > 1 && spacesChildren(element)) separate(element, true);
    const { parent } = element;
    if (
      parent !== null &&
      isTag(parent) &&
      parent.children.length > 1 &&
      !parents.has(parent) &&
      isLaidOutApart(element)
    )
      parents.add(parent);
  }
  for (const parent of parents) separate(parent, false);
}
