import { type Element, isTag, isText } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-display.ts';
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

const namesPrice = /(?:^|[\s_-])prices?(?:$|[\s_-])/i;
/** The price around a part of it. */
const maxPriceLevels = 2;

function priceAround(part: Element): Element | undefined {
  let around = part.parent;
  for (let level = 0; level < maxPriceLevels && around !== null && isTag(around); level++) {
    if (namesPrice.test(around.attribs['class'] ?? '')) return around;
    around = around.parent;
  }
  return undefined;
}

const maxPriceCharacters = 40;
/** A dash that nothing follows is left of a range. */
const wholePrice = /^(\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?\p{Sc})(?:\s*[–-])?$/u;

/** The price whose amount and cents are elements of their own: raised cents have no sign before them. */
function joinedPrice(box: Element, part: Element): string | undefined {
  const text = rawText(box, maxPriceCharacters).trim();
  const own = rawText(part, maxPriceCharacters).trim();
  const [, price] = wholePrice.exec(text) ?? [];
  if (price === undefined || own === price) return undefined;
  const isCents =
    part.name === 'sup' && /^\d\d$/.test(own) && price.endsWith(own) && !/[.,]\d\d$/.test(price);
  return isCents ? `${price.slice(0, -own.length)}.${own}` : price;
}

/** Writes prices of which the amount is stressed or the cents are raised as one text. */
export function joinPrices(index: ElementIndex): void {
  for (const part of [...index.named('sup'), ...index.named('strong'), ...index.named('b')]) {
    const box = priceAround(part);
    if (box === undefined || isStruckOut(box)) continue;
    const joined = joinedPrice(box, part);
    if (joined !== undefined) setChildren(box, [newText(joined)]);
  }
}

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
