import type { Element } from 'domhandler';

import { isForScreenReaders } from './screen-readers.ts';

/** Utility classes (Tailwind, Bootstrap) of a container that lays its children out side by side, … */
const container = /(?:^|\s)(?:(?:d-)?(?:inline-)?(?:flex|grid)|hstack)(?:\s|$)/;
/** … and of the space between them; the parts of a price have none. */
const withGap = /(?:^|\s)(?:gap|gap-x|space-x)-(?:[1-9]|\[(?!0(?:px|r?em)?\]))/;
/** Part of all of these: a cheap test for most elements. */
const mayHaveGap = /gap-|space-x-/;

/** Tailwind classes of an element that is hidden where colours are dark, and of one that is shown only there. */
export const hiddenInDark = /(?:^|\s)dark:hidden(?:\s|$)/;
export const shownInDark = /(?:^|\s)dark:(?:block|flex|grid|inline|inline-block|inline-flex)(?:\s|$)/;

/** A utility class or a declaration that gives an inline element a line of its own. */
const blockClass = /(?:^|\s)(?:d-)?block(?:\s|$)/;
const blockStyle = /display\s*:\s*(?:block|flex|grid)\b/i;

/** The ends of names of small parts beside a text, which are no part of its last word. */
const besideText =
  /(?:^|[-_\s])(?:attribution|badge|copyright|credits?|date|flag|highlight|label|subtitle|tagline)(?:\s|$)/i;

/** The ends of names of code that labels the word behind it, such as the flags of TypeDoc's members. */
const labelOfWord = /(?:^|[-_\s])tag(?:\s|$)/i;

/** Whether utility classes lay the children of an element out with space between them. */
export const spacesChildren = ({ attribs: { class: names } }: Element): boolean =>
  names !== undefined && mayHaveGap.test(names) && withGap.test(names) && container.test(names);

/**
 * How an element is laid out beside a text: on a line or in a box of its own, as a small part of the same line, or not at
 * all, since only screen readers read it.
 */
type Layout = 'apart' | 'beside' | 'spoken';

/** How the classes and attributes of an inline element lay it out; `undefined` for a part of the text. */
export function layoutOf(element: Element): Layout | undefined {
  const { class: names, style, role } = element.attribs;
  if (element.name === 'label' || role === 'tab') return 'apart';
  if (element.name === 'code' && names !== undefined && labelOfWord.test(names)) return 'apart';
  if (names !== undefined && names.includes('block') && blockClass.test(names)) return 'apart';
  if (style !== undefined && blockStyle.test(style)) return 'apart';
  if (isForScreenReaders(element)) return 'spoken';
  return names !== undefined && besideText.test(names) ? 'beside' : undefined;
}

/** Currency signs belong to the word behind them. */
const opensWord = /^[\p{L}\p{N}\p{Sc}]/u;
const endsWord = /[\p{L}\p{M}\p{N}\p{Pe}.!?%]$/u;
const goesOn = /^[\p{Ll}\d]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Whether the words of two characters that are laid out apart meet without a space between them. */
export const wordsMeet = (before: string, after: string): boolean =>
  endsWord.test(before) && opensWord.test(after) && !(unspaced.test(before) && unspaced.test(after));

/**
 * Whether a text goes on with the word before it, though that is an element laid out so: `<span class="badge">star</span>s`,
 * "Pass" and "word" for screen readers.
 */
export function continuesWord(layout: Layout, before: string, after: string): boolean {
  if (layout === 'spoken') return /\p{L}/u.test(before) && /^\p{Ll}/u.test(after);
  return goesOn.test(after) && !(/\p{L}/u.test(before) && /^\d/.test(after));
}
