import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import {
  becomeElement,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newText,
  nodeBeside,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';

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

/** Whether an element is more than text, or may be hidden. */
const isMoreThanText = ({ name, attribs }: Element): boolean =>
  /^(?:a|br|img|picture|svg|input|button)$/.test(name) || 'style' in attribs || 'hidden' in attribs;
/** Whether an element is more than a part of a price in a line, or may be hidden. */
const isMore = (element: Element): boolean => isMoreThanText(element) || isBlock(element);

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
const signAtEnd = /\p{Sc}\s*$/u;

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

const namesWhole = /(?:^|[\s_-])(?:integer|whole)(?:[_-]part)?(?:$|\s)/i;
const namesFraction = /(?:^|[\s_-])(?:fraction|fractional|decimals?|cents)(?:[_-]part)?(?:$|\s)/i;
/** From the fraction of a price to the box that begins with it, beside its whole. */
const maxFractionLevels = 2;

/** Whether the text of a part can be written elsewhere without loss: it is not struck out, has no link and is not hidden. */
const isPlainPart = (part: Element): boolean =>
  !isMoreThanText(part) && findElement(part, isMoreThanText) === undefined && !isStruckOut(part);

const isFraction = (element: Element): boolean => {
  const { class: names } = element.attribs;
  if (names === undefined || !namesFraction.test(names)) return false;
  return cents.test(rawText(element, maxParts).trim()) && isPlainPart(element);
};

/** The box that begins with the fraction of a price, right behind the element with its whole; `undefined` without one. */
function boxBehindWhole(fraction: Element): { readonly box: Element; readonly whole: Element } | undefined {
  let box = fraction;
  for (let level = 0; level < maxFractionLevels && nodeBeside(box, 'prev') === null; level++) {
    if (box.parent === null || !isTag(box.parent)) return undefined;
    box = box.parent;
    if (isMoreThanText(box) || isStrike(box)) return undefined;
  }
  const whole = elementBeside(box, 'prev', { onlySpace: true });
  if (whole === undefined || !namesWhole.test(whole.attribs['class'] ?? '')) return undefined;
  return isPlainPart(whole) ? { box, whole } : undefined;
}

/** The element with only the sign of a currency beside an element. */
function signBeside(element: Element, side: 'prev' | 'next'): Element | undefined {
  const sign = elementBeside(element, side, { onlySpace: true });
  return sign !== undefined && currencySign.test(rawText(sign, maxParts).trim()) ? sign : undefined;
}

function textBeside(element: Element, side: 'prev' | 'next'): string {
  const text = nodeBeside(element, side);
  return text !== null && isText(text) ? text.data : '';
}

/**
 * Writes prices as one text whose whole and fraction are boxes that classes name. A separator between them leaves them as they are, and
 * so do a strike, a link and numbers that neither a sign nor a class shows as a price.
 */
export function joinFractions(index: ElementIndex): void {
  for (const fraction of index.all) {
    if (!isFraction(fraction)) continue;
    const found = boxBehindWhole(fraction);
    if (found === undefined) continue;
    const { box, whole } = found;
    const [before, after] = [signBeside(whole, 'prev'), signBeside(box, 'next')];
    const [start, end] = [before, after].map((sign) => (sign === undefined ? '' : rawText(sign).trim()));
    const amount = `${start}${rawText(whole, maxPriceCharacters).trim()}`;
    const behind = after === undefined ? textBeside(box, 'next') : (end ?? '');
    const hasSign =
      before !== undefined || signAtEnd.test(textBeside(whole, 'prev')) || signBehind.test(behind);
    if (!hasSign && !namesPrice.test(whole.attribs['class'] ?? '') && priceAround(whole) === undefined)
      continue;
    const fractionText = raisedText(rawText(fraction).trim(), amount, behind);
    if (fractionText === undefined || !wholeAmount.test(amount)) continue;
    setChildren(whole, [newText(`${amount}${fractionText}${end === '' ? '' : ` ${end}`}`)]);
    for (const sign of [before, after]) if (sign !== undefined) makeSilent(sign);
    becomeElement(fraction, 'span', {}, [newText(' ')]);
    box.name = 'span';
  }
}

const amountsIn = (text: string): readonly string[] => text.match(/\d[\d.,\s]*\d|\d/g) ?? [];
/** The two prices of a range, the dash between them, and space. */
const maxRangeNodes = 6;

/** Whether screen readers skip a price, so that they need its copy. */
const isSkippedPrice = ({ attribs, children }: Element): boolean =>
  attribs['aria-hidden'] === 'true' && /\d/.test(rawText({ children }, maxPriceCharacters));

/** The text before an element in its parent: of the range of prices that it may repeat. */
function rangeBefore(element: Element): string {
  let text = '';
  let { prev } = element;
  for (let count = 0; count < maxRangeNodes && prev !== null; count++, prev = prev.prev) {
    if (isTag(prev) && (isBlock(prev) || isSkippedPrice(prev))) break;
    text = (isText(prev) ? prev.data : isTag(prev) ? rawText(prev, maxPriceCharacters) : '') + text;
  }
  return text.trim();
}

const priceRange =
  /^(?:\p{Sc}\s?\d[\d.,\s]*|\d[\d.,\s]*\p{Sc})\s*[-–—]\s*(?:\p{Sc}\s?\d[\d.,\s]*|\d[\d.,\s]*\p{Sc})$/u;
/** Longer texts tell more than a range. */
const maxRangeCharacters = 100;

/** Drops the text for screen readers that says the range of prices right before it: "Price range: $49 through $69". */
export function dropSpokenRanges(index: ElementIndex): void {
  for (const spoken of index.named('span')) {
    if (!isForScreenReaders(spoken)) continue;
    const text = rawText(spoken, maxRangeCharacters + 1);
    const amounts = amountsIn(text);
    if (amounts.length !== 2 || text.length > maxRangeCharacters) continue;
    const range = rangeBefore(spoken);
    if (priceRange.test(range) && amountsIn(range).join('–') === amounts.join('–')) makeSilent(spoken);
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
