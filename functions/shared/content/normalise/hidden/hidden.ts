import type { Element } from 'domhandler';

const styleHides = /(?:^|;|\s)display\s*:\s*none|visibility\s*:\s*hidden/i;
const noSize = ['width', 'height'].map(
  (side) => new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*0(?:px)?\\s*(?:;|$)`, 'i'),
);
const cutsOff = /(?:^|;)\s*overflow\s*:\s*hidden/i;

const hasNoSize = (style: string): boolean => cutsOff.test(style) && noSize.every((side) => side.test(style));

/**
 * Classes that say the same, also of Webflow, of Amazon and of Avada, a theme of WordPress; `hidden` and `d-none` may hold for some
 * widths only. A hidden h1 is the headline for screen readers.
 */
const classHides =
  /(?:^|\s)(?:(?:u-)?display-{1,2}none|rich-snippet-hidden|aok-hidden|w-condition-invisible|w-dyn-bind-empty)(?:\s|$)/;
/** Part of all of these: a cheap test for most elements. */
const mayHide = /display-|rich-snippet-|aok-|w-condition-|w-dyn-/;

/** Whether an element itself says that it is not shown. */
export function isHidden({ attribs, name }: Element): boolean {
  const { hidden, style, class: names } = attribs;
  if (hidden !== undefined && hidden !== 'until-found') return true;
  // Styled-system writes its properties into the page.
  if (attribs['display'] === 'none' && name !== 'h1') return true;
  if (attribs['layout'] === 'nodisplay') return true;
  // Scripts open these. The others open at a button, which may be the mark of a footnote.
  if (attribs['popover'] === 'manual') return true;
  if (names !== undefined && mayHide.test(names) && name !== 'h1' && classHides.test(names)) return true;
  return style !== undefined && (styleHides.test(style) || hasNoSize(style));
}

/** The attributes that keep a replacement of an element hidden: all attributes of a hidden element, none of a shown one. */
export const attributesThatHide = (element: Element): Record<string, string> =>
  isHidden(element) ? element.attribs : {};
