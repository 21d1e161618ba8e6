import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { ancestor, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { findDate } from '#shared/values/dates.ts';
import { isTimeAgo } from '#shared/values/time-ago.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

const titleNames = ['h2', 'h3', 'h4'] as const;
const maxCardElements = 80;
/** Longer texts are descriptions. */
const maxDateCharacters = 30;
const maxLevels = 6;

/** The date that is all an element holds: `58 mins ago`. */
function dateIn({ children }: Element): string | undefined {
  const [only] = children;
  if (only === undefined || children.length > 1 || !isText(only)) return undefined;
  const text = only.data.trim();
  if (text.length > maxDateCharacters || !/\d/.test(text)) return undefined;
  return isTimeAgo(text) || findDate(text) !== undefined ? text : undefined;
}

/** Whether an element has all the text of its block: "Published 3 May" is no date alone. */
function isAlone(element: Element, index: ElementIndex): boolean {
  const block = isBlock(element) ? element : ancestor(element, maxLevels, isBlock);
  return block !== undefined && index.textLength(block) === index.textLength(element);
}

/** The elements of a card that hold no more than a date, alone in their block. */
function datesIn(card: Element, index: ElementIndex): readonly Element[] {
  const found: Element[] = [];
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if (dateIn(node) !== undefined && isAlone(node, index)) found.push(node);
      visit(node.children);
    }
  };
  visit(card.children);
  return found;
}

/**
 * Drops the age of a card above its title when the same one is below: the BBC writes it once for narrow windows and once for
 * wide ones, and the first looks like that of the card before.
 */
export function dropRepeatedDates(index: ElementIndex, trace?: Trace): void {
  for (const card of index.named('a')) {
    if (!index.holds(card, ...titleNames) || index.elementsIn(card) > maxCardElements) continue;
    const titles = titleNames.map((name) => index.firstIn(card, name)).filter((title) => title !== undefined);
    const dates = datesIn(card, index);
    const below = new Set(
      dates.filter((date) => titles.every((title) => index.precedes(title, date))).map(dateIn),
    );
    for (const date of dates) {
      const text = dateIn(date);
      if (!below.has(text) || !titles.every((title) => index.precedes(date, title))) continue;
      trace?.add({
        step: 'hidden',
        verdict: 'dropped',
        reason: 'is below the title as well',
        subject: text ?? '',
      });
      makeSilent(date);
    }
  }
}
