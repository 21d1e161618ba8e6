import type { Element } from 'domhandler';

import { isForScreenReaders } from './screen-readers.ts';

/** Utility classes (Tailwind, Bootstrap) of a container that lays its children out side by side, … */
const container = /(?:^|\s)(?:(?:d-)?(?:inline-)?(?:flex|grid)|hstack)(?:\s|$)/;
/** … and of the space between them; the parts of a price have none. */
const withGap = /(?:^|\s)(?:gap|gap-x|space-x)-(?:[1-9]|\[)/;
/** Part of all of these: a cheap test for most elements. */
const mayHaveGap = /gap-|space-x-/;

/** A utility class or a declaration that gives an inline element a line of its own. */
const blockClass = /(?:^|\s)(?:d-)?block(?:\s|$)/;
const blockStyle = /display\s*:\s*(?:block|flex|grid)\b/i;

/** The ends of names of small parts beside a text, which are no part of its last word. */
const besideText = /(?:^|[-_\s])(?:badge|date|desc|flag|subtitle|tagline|tooltip)(?:\s|$)/i;

/** Whether utility classes lay the children of an element out with space between them. */
export const spacesChildren = ({ attribs: { class: names } }: Element): boolean =>
  names !== undefined && mayHaveGap.test(names) && withGap.test(names) && container.test(names);

/** Whether an element is laid out apart from what is beside it, though its name is that of an inline element. */
export function isLaidOutApart(element: Element): boolean {
  const { class: names, style, role } = element.attribs;
  if (element.name === 'label' || role === 'tab') return true;
  if (names !== undefined && ((names.includes('block') && blockClass.test(names)) || besideText.test(names)))
    return true;
  if (style !== undefined && blockStyle.test(style)) return true;
  return isForScreenReaders(element);
}
