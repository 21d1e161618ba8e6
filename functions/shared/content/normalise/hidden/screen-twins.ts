import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { classesOf, elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { hiddenInDark, shownInDark } from '#shared/content/dom/layout-classes.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

/** Utility classes of elements that are shown on narrow screens only, … */
const onNarrow = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):hidden|d-(?:sm|md|lg|xl|xxl)-none)(?:\s|$)/;
/** … and of elements that are hidden below a width. */
const hiddenAtFirst = /(?:^|\s)(?:hidden|d-none)(?:\s|$)/;
const onWide =
  /(?:^|\s)(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|inline-block|inline-flex|contents)(?:\s|$)|(?:^|\s)d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline|inline-block|inline-flex)(?:\s|$)/;
const onWideOnly = /(?:^|\s)max-(?:sm|md|lg|xl|2xl):hidden(?:\s|$)/;
const comparedText = 2000;
const maxSubjectCharacters = 40;

/** Whether two elements show the same text or, without text, one image each. */
function showSame(index: ElementIndex, one: Element, other: Element): boolean {
  const length = index.textLength(one);
  if (length !== index.textLength(other)) return false;
  if (length > 0) return rawText(one, comparedText).trim() === rawText(other, comparedText).trim();
  return [one, other].every((element) => element.name === 'img' || index.holds(element, 'img'));
}

/** Fewer links are those of any two parts of a page. */
const minPages = 4;
const minSharedPages = 0.9;
/** Larger elements are all of a page. */
const maxElements = 1_500;
/** A copy with much more text says what the other does not. */
const maxTextRatio = 1.5;

const pagesIn = ({ children }: Element): readonly string[] =>
  children.filter(isTag).flatMap((child) => {
    const { href } = child.attribs;
    return [...(child.name === 'a' && href !== undefined ? [href] : []), ...pagesIn(child)];
  });

/** Whether two elements lead to the same pages: a list as a grid for `wide` screens, and as rows for `narrow` ones. */
function leadToSamePages(index: ElementIndex, wide: Element, narrow: Element): boolean {
  if (Math.max(index.elementsIn(wide), index.elementsIn(narrow)) > maxElements) return false;
  if (index.textLength(narrow) > maxTextRatio * index.textLength(wide)) return false;
  const [first, second] = [new Set(pagesIn(wide)), new Set(pagesIn(narrow))];
  const larger = Math.max(first.size, second.size);
  return larger >= minPages && first.intersection(second).size >= minSharedPages * larger;
}

/** Part of each of these classes: a cheap test for most elements. */
const mayBeTwin = (names: string): boolean => names.includes('hidden') || names.includes('-none');

type Shown = 'wide screens' | 'narrow screens' | 'the light theme' | 'the dark theme';

/** Where an element is shown, by its utility classes; `undefined` for everywhere. */
function shownOn(names: string | undefined): Shown | undefined {
  if (names === undefined || !mayBeTwin(names)) return undefined;
  if (hiddenInDark.test(names)) return 'the light theme';
  if (onWideOnly.test(names)) return 'wide screens';
  if (!hiddenAtFirst.test(names)) return onNarrow.test(names) ? 'narrow screens' : undefined;
  return onWide.test(names) ? 'wide screens' : shownInDark.test(names) ? 'the dark theme' : undefined;
}

/** Part of the classes that show an element under a condition: a width, a theme, a state. */
const onCondition = /:(?:block|flex|grid|inline|contents|table|visible)|(?:^|\s)d-\w+-\w/;

/** Whether a class hides an element always, as far as its other classes tell. */
export const isHiddenByClass = (names: string | undefined): boolean =>
  names !== undefined && mayBeTwin(names) && hiddenAtFirst.test(names) && !onCondition.test(names);

const twinOf: Readonly<Record<Shown, Shown>> = {
  'wide screens': 'narrow screens',
  'narrow screens': 'wide screens',
  'the light theme': 'the dark theme',
  'the dark theme': 'the light theme',
};

/** The box of a row may begin with the copy that is shown in the row. */
const maxBoxLevels = 2;

/** The next element, or the first one inside it, that is shown where the other is not. */
function twinAfter(element: Element, shown: Shown): Element | undefined {
  let next = elementBeside(element, 'next');
  for (let level = 0; level <= maxBoxLevels && next !== undefined; level++) {
    if (shownOn(next.attribs['class']) === twinOf[shown]) return next;
    next = next.children.find(isTag);
  }
  return undefined;
}

function dropOneOfPair(index: ElementIndex, element: Element, trace?: Trace): void {
  const shown = shownOn(element.attribs['class']);
  if (shown === undefined) return;
  const next = twinAfter(element, shown);
  if (next === undefined) return;
  const isFirstKept = shown === 'wide screens' || shown === 'the light theme';
  const isOfScreens = shown === 'wide screens' || shown === 'narrow screens';
  const [kept, dropped] = isFirstKept ? [element, next] : [next, element];
  if (!showSame(index, element, next) && !(isOfScreens && leadToSamePages(index, kept, dropped))) return;
  trace?.add({
    step: 'hidden',
    verdict: 'dropped',
    reason: `repeats for ${isFirstKept ? twinOf[shown] : shown}`,
    subject: rawText(next, maxSubjectCharacters).trim(),
  });
  makeSilent(dropped);
}

/** Names that pages give to what they lay out for one kind of device. */
const ofDesktops = /(?:^|[\s_-])(?:pc|desktops?)(?:$|[\s_-])/i;
const ofPhones = /(?:^|[\s_-])(?:sp|smart-?phones?|mobiles?|phones?)(?:$|[\s_-])/i;
/** Part of each name of desktops: a cheap test for most elements. */
const mayBeOfDesktops = (names: string): boolean => /esktop|pc/i.test(names);

/** Tables are named by their id, too. */
const namesOf = ({ name, attribs }: Element): string | undefined =>
  name === 'table' ? `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}` : attribs['class'];

/** A table for phones has fewer columns and shorter labels. */
const minSharedCells = 0.75;

const cellsOf = (element: Element): readonly string[] =>
  element.children
    .filter(isTag)
    .flatMap((child) => (/^t[dh]$/.test(child.name) ? rawText(child, comparedText).trim() : cellsOf(child)));

/** Whether most cells of the table for phones are in the one for desktops, too. */
function isShorterTable(ofPhone: Element, ofDesktop: Element): boolean {
  if (ofPhone.name !== 'table' || ofDesktop.name !== 'table') return false;
  const own = cellsOf(ofPhone);
  const others = new Set(cellsOf(ofDesktop));
  return own.length > 0 && own.filter((cell) => others.has(cell)).length >= minSharedCells * own.length;
}

const altIn = (index: ElementIndex, element: Element): string | undefined =>
  (element.name === 'img' ? element : index.firstIn(element, 'img'))?.attribs['alt'];

/** Drops the copy for phones beside what is named after desktops. Images without text must have one description. */
function dropForPhones(index: ElementIndex, element: Element, trace?: Trace): void {
  const names = namesOf(element);
  if (names === undefined || !mayBeOfDesktops(names) || !ofDesktops.test(names) || ofPhones.test(names))
    return;
  for (const side of ['prev', 'next'] as const) {
    const other = elementBeside(element, side);
    const otherNames = other === undefined ? undefined : namesOf(other);
    if (
      other === undefined ||
      otherNames === undefined ||
      !ofPhones.test(otherNames) ||
      ofDesktops.test(otherNames)
    )
      continue;
    const isSame =
      showSame(index, element, other) &&
      (index.textLength(element) > 0 || altIn(index, element) === altIn(index, other));
    if (!isSame && !isShorterTable(other, element)) continue;
    const subject = rawText(other, maxSubjectCharacters).trim();
    trace?.add({ step: 'hidden', verdict: 'dropped', reason: 'repeats for phones', subject });
    makeSilent(other);
  }
}

const isVariant = (names: string | undefined): names is string => names?.includes('ssr-variant') === true;

/** The widths for which a variant is hidden: `ssr-variant hidden-1abc2d hidden-9xyz`. */
const hiddenFor = (variant: Element): ReadonlySet<string> =>
  new Set(classesOf(variant).filter((name) => name.startsWith('hidden-')));

/** Pages by Framer have three or four widths; a page with more is not by Framer. */
const maxWidths = 12;
/** Where another width shows this many times as much text, the first variants are a bar for phones. */
const minMoreText = 1.25;

interface Variant {
  readonly element: Element;
  readonly hidden: ReadonlySet<string>;
}

/** The width whose variants come first, which is the widest, or one that shows much more text. */
function widthOf(variants: readonly Variant[], all: ReadonlySet<string>, index: ElementIndex): string {
  let firsts = all;
  for (const { hidden } of variants) {
    const shown = firsts.difference(hidden);
    if (shown.size > 0) firsts = shown;
  }
  const text = new Map(
    [...all].map((width) => {
      const shown = variants.filter(({ hidden }) => !hidden.has(width));
      return [width, shown.reduce((sum, { element }) => sum + index.textLength(element), 0)];
    }),
  );
  const textOn = (width: string): number => text.get(width) ?? 0;
  const [first = ''] = firsts;
  const [most = first] = [...all].toSorted((a, b) => textOn(b) - textOn(a));
  return textOn(most) >= minMoreText * textOn(first) ? most : first;
}

/**
 * Framer writes a part of a page once for each width of screens at which it differs. Drops the variants that are not for one
 * of the widths.
 */
function dropOtherVariants(index: ElementIndex, trace?: Trace): void {
  const variants = index
    .named('div')
    .filter(({ attribs }) => isVariant(attribs['class']))
    .map((element) => ({ element, hidden: hiddenFor(element) }));
  const widths = new Set(variants.flatMap(({ hidden }) => [...hidden]));
  if (widths.size === 0 || widths.size > maxWidths) return;
  const shown = widthOf(variants, widths, index);
  for (const { element, hidden } of variants) {
    if (!hidden.has(shown)) continue;
    const subject = rawText(element, maxSubjectCharacters).trim();
    trace?.add({ step: 'hidden', verdict: 'dropped', reason: 'a variant for other screens', subject });
    makeSilent(element);
  }
}

/** Drops the copy for narrow screens, for phones, or for the dark theme, of two neighbours with the same content. */
export function dropScreenTwins(index: ElementIndex, trace?: Trace): void {
  dropOtherVariants(index, trace);
  for (const element of index.all) {
    dropOneOfPair(index, element, trace);
    dropForPhones(index, element, trace);
  }
}
