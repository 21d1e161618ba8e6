import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
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
/** From a part of a price to the element that is named as the price. */
const maxPriceLevels = 2;

function priceAround(part: Element): Element | undefined {
  let around = part.parent;
  for (let level = 0; level < maxPriceLevels && around !== null && isTag(around); level++) {
    if (namesPrice.test(around.attribs['class'] ?? '')) return around;
    around = around.parent;
  }
  return undefined;
}

/** Longer texts tell more than a price. */
const maxPriceCharacters = 40;
const maxParts = 12;

/** Whether an element is more than a part of a price, or may be hidden. */
const isMore = (element: Element): boolean =>
  /^(?:a|br|img|picture|svg|input|button)$/.test(element.name) ||
  'style' in element.attribs ||
  'hidden' in element.attribs ||
  isBlock(element);

interface PricePart {
  readonly text: string;
  readonly isRaised: boolean;
}

/** The texts of a price in order; `undefined` for one with too many. */
function partsOf(nodes: readonly ChildNode[], isRaised = false): readonly PricePart[] | undefined {
  const parts: PricePart[] = [];
  for (const node of nodes) {
    if (isText(node)) parts.push({ text: node.data, isRaised });
    const inner = isTag(node) ? partsOf(node.children, isRaised || node.name === 'sup') : [];
    if (inner === undefined || parts.length + inner.length > maxParts) return undefined;
    parts.push(...inner);
  }
  return parts;
}

const currencySign = /^\p{Sc}$/u;
const cents = /^\d\d$/;
const centsWithSign = /^[.,]\d\d$/;
const wholeAmount = /(?:^|\D)(?:\d{1,3}(?:[.,]\d{3})+|\d+)$/;
const beginsCents = /\d[.,]$/;
const groupedByPoints = /\d\.\d{3}$/;
const signBehind = /^\s*\p{Sc}/u;

/** The text of a raised part: cents get the sign that the rest of the price has; other numbers are notes. */
function raisedText(text: string, before: string, after: string): string | undefined {
  if (currencySign.test(text) || centsWithSign.test(text)) return text;
  if (!cents.test(text)) return undefined;
  if (beginsCents.test(before)) return text;
  if (!wholeAmount.test(before)) return undefined;
  return `${groupedByPoints.test(before) || signBehind.test(after) ? ',' : '.'}${text}`;
}

/** A dash that nothing follows is left of a range. */
const wholePrice =
  /^(\p{Sc}\s?(?:\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,]\d\d)?|(?:\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,]\d\d)?\s?\p{Sc})(?:\s*[–-])?$/u;

function joinedPrice(parts: readonly PricePart[]): string | undefined {
  let joined = '';
  for (const [at, { text, isRaised }] of parts.entries()) {
    const isTouching = /\d$/.test(joined) && /^\d/.test(text);
    // Two numbers without a sign between them are told apart by how they are drawn.
    const own = isRaised
      ? raisedText(text.trim(), joined.trimEnd(), parts[at + 1]?.text ?? '')
      : isTouching
        ? undefined
        : text;
    if (own === undefined) return undefined;
    joined = isRaised ? joined.trimEnd() + own : joined + own;
  }
  return wholePrice.exec(joined.trim())?.[1];
}

/**
 * Writes prices as one text whose amount is stressed or whose cents are raised. Elements with links, images or blocks, and raised
 * numbers that are notes, stay as they are.
 */
export function joinPrices(index: ElementIndex): void {
  const boxes = new Set<Element>();
  for (const part of [...index.named('sup'), ...index.named('strong'), ...index.named('b')]) {
    const box = priceAround(part);
    if (box !== undefined) boxes.add(box);
  }
  for (const box of boxes) {
    if (rawText(box, maxPriceCharacters + 1).length > maxPriceCharacters) continue;
    const parts = partsOf(box.children);
    if (parts === undefined || parts.length < 2) continue;
    const joined = joinedPrice(parts);
    if (joined === undefined || parts.some(({ text }) => text.trim() === joined)) continue;
    if (findElement(box, isMore) === undefined && !isStruckOut(box)) setChildren(box, [newText(joined)]);
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
