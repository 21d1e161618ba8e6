import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { wordsOf } from '#shared/content/dom/words.ts';

const listNames: readonly string[] = ['div', 'ul', 'ol', 'section'];
const titleNames = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;
/** Two links beside two others may be coincidence. */
const minItems = 3;
/** A box around a list, and the list in it. */
const maxBoxLevels = 2;
const maxItemElements = 200;
const maxItemCharacters = 2000;
/** The share of the words of the poorer list that the other has as well: two lists of the same pages may differ in their text. */
const minSharedWords = 0.7;
const maxSubjectCharacters = 40;

/** Whether a list has titles and images, unlike a menu. */
const holdsCards = (index: ElementIndex, list: Element): boolean =>
  index.holds(list, ...titleNames) && index.holds(list, 'img', 'picture');

/** The items of a list, or of the only list in a box. */
function itemsOf(box: Element, level = 0): readonly Element[] {
  const items = box.children.filter(isTag);
  const [only] = items;
  return items.length === 1 && only !== undefined && level < maxBoxLevels ? itemsOf(only, level + 1) : items;
}

/** Where the first link of an item leads, if that is another page. */
function destinationOf(item: Element, index: ElementIndex): string | undefined {
  const link = item.name === 'a' ? item : index.firstIn(item, 'a');
  const href = link?.attribs['href'];
  return href === undefined || href.startsWith('#') ? undefined : href;
}

/** Whether the items of two lists lead to the same pages, each to another one, in the same order. */
function leadAlike(index: ElementIndex, one: readonly Element[], other: readonly Element[]): boolean {
  if (one.length !== other.length || one.length < minItems) return false;
  const seen = new Set<string>();
  return one.every((item, at) => {
    const href = destinationOf(item, index);
    const pair = other[at];
    if (href === undefined || pair === undefined || seen.has(href)) return false;
    seen.add(href);
    const isSmall = Math.max(index.elementsIn(item), index.elementsIn(pair)) <= maxItemElements;
    return isSmall && destinationOf(pair, index) === href;
  });
}

/** Whether nearly all that a list says of its pages is in the other list, too. */
function saysNothingNew(poor: readonly Element[], rich: readonly Element[]): boolean {
  let words = 0;
  let shared = 0;
  // A price or a size that only one list tells.
  let hasOwnNumber = false;
  poor.forEach((item, at) => {
    const known = new Set(wordsOf(rawText(rich[at] ?? item, maxItemCharacters)));
    for (const word of new Set(wordsOf(rawText(item, maxItemCharacters)))) {
      words += 1;
      if (known.has(word)) shared += 1;
      else if (/\d/.test(word)) hasOwnNumber = true;
    }
  });
  return !hasOwnNumber && words > 0 && shared >= minSharedWords * words;
}

/** Drops one of two neighbouring lists of the same pages: as a grid and as a list, between which a reader switches. */
function dropPoorer(index: ElementIndex, list: Element, trace?: Trace): void {
  const next = elementBeside(list, 'next');
  if (next === undefined || !listNames.includes(next.name)) return;
  const [own, others] = [itemsOf(list), itemsOf(next)];
  if (!leadAlike(index, own, others) || !holdsCards(index, list) || !holdsCards(index, next)) return;
  const isFirstRicher = index.textLength(list) >= index.textLength(next);
  const poorer = isFirstRicher ? next : list;
  if (!(isFirstRicher ? saysNothingNew(others, own) : saysNothingNew(own, others))) return;
  trace?.add({
    step: 'hidden',
    verdict: 'dropped',
    reason: 'lists the pages of the list beside it',
    subject: rawText(poorer, maxSubjectCharacters).trim(),
  });
  makeSilent(poorer);
}

/** Drops the poorer of two neighbouring lists of the same pages. */
export function dropListCopies(index: ElementIndex, trace?: Trace): void {
  for (const name of listNames) for (const list of index.named(name)) dropPoorer(index, list, trace);
}
