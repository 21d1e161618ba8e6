import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

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
const comparedText = 2000;
const maxSubjectCharacters = 40;

/** Whether two elements show the same text or, without text, one image each. */
function showSame(index: ElementIndex, one: Element, other: Element): boolean {
  const length = index.textLength(one);
  if (length !== index.textLength(other)) return false;
  if (length > 0) return rawText(one, comparedText).trim() === rawText(other, comparedText).trim();
  return [one, other].every((element) => element.name === 'img' || index.holds(element, 'img'));
}

/** Part of each of these classes: a cheap test for most elements. */
const mayBeTwin = (names: string): boolean => names.includes('hidden') || names.includes('-none');

/** Whether an element is the one of a pair that is shown on wide screens in the light theme, or the other. */
function sideOf(names: string | undefined): 'shown' | 'other' | undefined {
  if (names === undefined || !mayBeTwin(names)) return undefined;
  if (onLight.test(names) || onWideOnly.test(names)) return 'shown';
  if (!hiddenAtFirst.test(names)) return onNarrow.test(names) ? 'other' : undefined;
  return onWide.test(names) ? 'shown' : onDark.test(names) ? 'other' : undefined;
}

function dropOneOfPair(index: ElementIndex, element: Element, trace?: Trace): void {
  const side = sideOf(element.attribs['class']);
  if (side === undefined) return;
  const next = elementBeside(element, 'next');
  const otherSide = sideOf(next?.attribs['class']);
  if (next === undefined || otherSide === undefined || side === otherSide) return;
  if (!showSame(index, element, next)) return;
  trace?.add({
    step: 'hidden',
    verdict: 'dropped',
    reason: 'repeats for narrow screens or the dark theme',
    subject: rawText(next, maxSubjectCharacters).trim(),
  });
  makeSilent(side === 'shown' ? next : element);
}

/** Drops the copy for narrow screens, or for the dark theme, of two neighbours with the same content. */
export function dropTwins(index: ElementIndex, trace?: Trace): void {
  for (const element of index.all) dropOneOfPair(index, element, trace);
}
