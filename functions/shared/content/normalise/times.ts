import type { Element } from 'domhandler';

import { firstCharacter, lastCharacter } from '#shared/content/dom/element-text.ts';
import {
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** WordPress writes the day of the last change behind that of publication, and themes hide one of them. */
function dropChange(time: Element): void {
  const next = elementBeside(time, 'next', { onlySpace: true });
  const isPublished = classesOf(time).includes('published');
  if (isPublished && next?.name === 'time' && classesOf(next).includes('updated')) makeSilent(next);
}

/**
 * Drops the day of the last change beside that of publication, and separates the parts of a time that a style sheet lays out
 * side by side: `<span>21:35</span>05.01.2012`.
 */
export function normalizeTimes(index: ElementIndex): void {
  for (const time of index.named('time')) {
    dropChange(time);
    const { children } = time;
    if (children.length < 2) continue;
    const apart = children.flatMap((child, at) => {
      const before = children[at - 1];
      const isGlued =
        before !== undefined && isDigit(lastCharacter(before)) && isDigit(firstCharacter(child));
      return isGlued ? [newText(' '), child] : [child];
    });
    if (apart.length > children.length) setChildren(time, apart);
  }
}
