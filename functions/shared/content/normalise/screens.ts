import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/** Utility classes of elements that are shown on narrow screens only, … */
const onNarrow = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):hidden|d-(?:sm|md|lg|xl|xxl)-none)(?:\s|$)/;
/** … and of elements that are hidden below a width. */
const hiddenAtFirst = /(?:^|\s)(?:hidden|d-none)(?:\s|$)/;
const onWide =
  /(?:^|\s)(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|inline-block|inline-flex|contents)(?:\s|$)|(?:^|\s)d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline|inline-block|inline-flex)(?:\s|$)/;
const onWideOnly = /(?:^|\s)max-(?:sm|md|lg|xl|2xl):hidden(?:\s|$)/;
/** Classes of elements that only one of the two themes of a page shows. */
const onLight = /(?:^|\s)dark:hidden(?:\s|$)/;
const onDark = /(?:^|\s)dark:(?:block|flex|grid|inline|inline-block|inline-flex)(?:\s|$)/;
/** Names that pages give to what they lay out for one kind of screen. */
const ofDesktops = /(?:^|[\s_-])(?:pc|desktops?|hidden-xs|hide-for-small)(?:$|[\s_-])/i;
const ofPhones = /(?:^|[\s_-])(?:sp|smart-?phones?|mobiles?|phones?|visible-xs|show-for-small)(?:$|[\s_-])/i;
const comparedText = 2000;
const maxSubjectCharacters = 40;

const imageIn = (index: ElementIndex, element: Element): Element | undefined =>
  element.name === 'img' ? element : index.firstIn(element, 'img');

/** Whether two elements show the same text or, without text, one image each; on two devices, of the same thing. */
function showSame(index: ElementIndex, one: Element, other: Element, shown: Shown): boolean {
  const length = index.textLength(one);
  if (length !== index.textLength(other)) return false;
  if (length > 0) return rawText(one, comparedText).trim() === rawText(other, comparedText).trim();
  const [image, otherImage] = [imageIn(index, one), imageIn(index, other)];
  if (image === undefined || otherImage === undefined) return false;
  const isOfDevice = shown === 'desktops' || shown === 'phones';
  return !isOfDevice || image.attribs['alt'] === otherImage.attribs['alt'];
}

/** A table for narrow screens has fewer columns and shorter labels. */
const minSharedCells = 0.75;

const cellsOf = (element: Element): readonly string[] =>
  element.children
    .filter(isTag)
    .flatMap((child) => (/^t[dh]$/.test(child.name) ? rawText(child, comparedText).trim() : cellsOf(child)));

/** Whether most cells of the table for narrow screens are in the one for wide screens, too. */
function isShorterTable(narrow: Element, wide: Element): boolean {
  if (narrow.name !== 'table' || wide.name !== 'table') return false;
  const own = cellsOf(narrow);
  const others = new Set(cellsOf(wide));
  return own.length > 0 && own.filter((cell) => others.has(cell)).length >= minSharedCells * own.length;
}

/** Part of each of these classes: a cheap test for most elements. */
const mayBeTwin = (names: string): boolean => names.includes('hidden') || names.includes('-none');

type Shown = 'wide screens' | 'narrow screens' | 'the light theme' | 'the dark theme' | 'desktops' | 'phones';

/** Where an element is shown, by the device in its class or id. */
const deviceOf = remembered((names): Shown | 'everywhere' => {
  const [isOfDesktops, isOfPhones] = [ofDesktops.test(names), ofPhones.test(names)];
  return isOfDesktops === isOfPhones ? 'everywhere' : isOfDesktops ? 'desktops' : 'phones';
});

/** Where an element is shown, by its utility classes, or by its names. */
function shownOn({ attribs: { class: names, id } }: Element): Shown | 'everywhere' {
  const shown = names === undefined ? 'everywhere' : (byUtility(names) ?? deviceOf(names));
  return shown === 'everywhere' && id !== undefined ? deviceOf(id) : shown;
}

function byUtility(names: string): Shown | undefined {
  if (!mayBeTwin(names)) return undefined;
  if (onLight.test(names)) return 'the light theme';
  if (onWideOnly.test(names)) return 'wide screens';
  if (!hiddenAtFirst.test(names)) return onNarrow.test(names) ? 'narrow screens' : undefined;
  return onWide.test(names) ? 'wide screens' : onDark.test(names) ? 'the dark theme' : undefined;
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
  desktops: 'phones',
  phones: 'desktops',
};

/** The box of a row may begin with the copy that is shown in the row. */
const maxBoxLevels = 2;

/** The next element, or the first one inside it, that is shown where the other is not. */
function twinAfter(element: Element, shown: Shown): Element | undefined {
  let next = elementBeside(element, 'next');
  for (let level = 0; level <= maxBoxLevels && next !== undefined; level++) {
    if (shownOn(next) === twinOf[shown]) return next;
    next = next.children.find(isTag);
  }
  return undefined;
}

function dropOneOfPair(index: ElementIndex, element: Element, trace?: Trace): void {
  const shown = shownOn(element);
  if (shown === 'everywhere') return;
  const next = twinAfter(element, shown);
  if (next === undefined) return;
  const isFirstKept = shown === 'wide screens' || shown === 'the light theme' || shown === 'desktops';
  const isShorter = isFirstKept ? isShorterTable(next, element) : isShorterTable(element, next);
  if (!isShorter && !showSame(index, element, next, shown)) return;
  trace?.add({
    step: 'hidden',
    verdict: 'dropped',
    reason: `repeats for ${isFirstKept ? twinOf[shown] : shown}`,
    subject: rawText(next, maxSubjectCharacters).trim(),
  });
  makeSilent(isFirstKept ? next : element);
}

/** Drops the copy for narrow screens, or for the dark theme, of two neighbours with the same content. */
export function dropTwins(index: ElementIndex, trace?: Trace): void {
  for (const element of index.all) dropOneOfPair(index, element, trace);
}
