import { isTag } from 'domhandler';

import { ancestor, type ElementIndex, hasClass } from '#shared/content/dom/element-edit.ts';

/** The colors of callouts, which alone tell their kinds; the default was orange until version 3. */
const kindOfColor: Readonly<Record<string, string>> = {
  green: 'tip',
  orange: 'tip',
  blue: 'info',
  yellow: 'warning',
  red: 'danger',
  purple: 'important',
};
const background = /(?:^|\s)(?:x:|nx-|_)bg-(?<color>[a-z]+)-\d/;

const maxMenuLevels = 12;

/** Brings callouts and trees of files of Nextra to the form of others. Returns whether the page has any of its boxes. */
export function readNextra(index: ElementIndex): boolean {
  const boxes = index.named('div').filter(({ attribs }) => attribs['class']?.startsWith('nextra-') === true);
  if (boxes.length === 0) return false;
  for (const box of boxes) {
    const color = background.exec(box.attribs['class'] ?? '')?.groups?.['color'] ?? '';
    const kind = hasClass(box, 'nextra-callout') ? kindOfColor[color] : undefined;
    if (kind !== undefined) box.attribs = { 'data-callout': kind };
  }
  for (const button of index.named('button')) {
    const { parent, next } = button;
    const isFolder =
      parent !== null &&
      isTag(parent) &&
      parent.name === 'li' &&
      next !== null &&
      isTag(next) &&
      next.name === 'ul';
    const isInMenu =
      ancestor(button, maxMenuLevels, ({ name }) => name === 'aside' || name === 'nav') !== undefined;
    if (isFolder && !isInMenu) button.name = 'span';
  }
  return true;
}
