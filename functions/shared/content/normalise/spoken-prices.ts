import { isTag, isText, type Element } from 'domhandler';

import { findElement } from '#shared/content/dom/element-display.ts';
import { type ElementIndex, newText, setChildren } from '#shared/content/dom/element-edit.ts';

const isUnspoken = ({ children }: Element): boolean =>
  children.some(isTag) &&
  children.every((child) =>
    isTag(child) ? child.attribs['aria-hidden'] === 'true' : !isText(child) || child.data.trim() === '',
  );

const price = /^\s*(?:\p{Sc}\s?\d[\d.,\s]{0,20}|\d[\d.,\s]{0,20}\p{Sc})\s*$/u;

const isStrike = ({ name, attribs }: Element): boolean =>
  /^(?:s|del|strike)$/.test(name) || /line-through|strike/i.test(attribs['class'] ?? '');

/** Whether a price is the one before a reduction, which its parts say. */
const isStruckOut = (element: Element): boolean =>
  isStrike(element) || findElement(element, isStrike) !== undefined;

/**
 * Writes the label of a price (`role="text"`) in place of the boxes that it is drawn with, which are hidden from screen readers: its
 * sign, and its cents.
 */
export function writeSpokenPrices(index: ElementIndex): void {
  for (const element of index.all) {
    const { role, 'aria-label': label = '' } = element.attribs;
    if (role !== 'text' || !price.test(label) || !isUnspoken(element) || isStruckOut(element)) continue;
    setChildren(element, [newText(label.trim())]);
  }
}
