import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { makeSilent, newText, setChildren } from '#shared/content/dom/element-edit.ts';

/** Elements that hold the number of a heading beside it. */
const holdsNumber = new Set(['span', 'div', 'p', 'b', 'strong']);
const maxNumberCharacters = 8;
/** Longer than a number with the white space around it. */
const numberSample = 40;
const number = /^\s*(\d{1,3})\s?([.)]?)\s*$/;
const firstNumber = /^\s*(\d+)[.):]/;
const namesOther = /day|date|vote|score|count|comment|rating|points|likes/i;

const isBlank = (node: ChildNode): boolean => !isTag(node) && (!isText(node) || node.data.trim() === '');

/** From a heading to the box of its step, beside which its number stands. */
const maxLevels = 3;

/** The element right before another one, or before the box that this one opens. */
function elementBefore(element: Element, levels = maxLevels): Element | undefined {
  const { prev, parent } = element;
  let before = prev;
  while (before !== null && isBlank(before)) before = before.prev;
  if (before !== null) return isTag(before) ? before : undefined;
  return levels > 0 && parent !== null && isTag(parent) ? elementBefore(parent, levels - 1) : undefined;
}

/** The element that alone has the text of another one, down to `levels` below it. */
function innermost(element: Element, levels = maxLevels): Element {
  const withText = element.children.filter((child) =>
    isTag(child) ? rawText(child, maxNumberCharacters).trim() !== '' : !isBlank(child),
  );
  const [only, ...others] = withText;
  return levels > 0 && only !== undefined && others.length === 0 && isTag(only)
    ? innermost(only, levels - 1)
    : element;
}

const holdsMore = (element: Element): boolean =>
  /^(?:a|img|picture|svg|input)$/.test(element.name) || isBlock(element);

interface Numbered {
  readonly heading: Element;
  readonly number: Element;
  readonly value: number;
  /** The number as it begins the heading: "1. ". */
  readonly label: string;
}

function numberedHeading(heading: Element): Numbered | undefined {
  const beside = elementBefore(heading);
  const [, digits, sign] = number.exec(beside === undefined ? '' : rawText(beside, numberSample)) ?? [];
  const before = beside === undefined || digits === undefined ? undefined : innermost(beside);
  if (before === undefined || !holdsNumber.has(before.name) || namesOther.test(before.attribs['class'] ?? ''))
    return undefined;
  if (digits === undefined || findElement(before, holdsMore) !== undefined) return undefined;
  const label = `${digits}${sign === '' ? '.' : sign} `;
  return { heading, number: before, value: Number(digits), label };
}

/** Fewer numbers may be votes, goals or days. */
const minCount = 3;

/** Whether all of these numbers count: 1, 2, 3, and perhaps again from 1 on in another list. */
function areCounts(numbered: readonly Numbered[]): boolean {
  const starts = numbered.filter(({ value }) => value === 1).length;
  return (
    numbered[0]?.value === 1 &&
    numbered.length >= minCount * starts &&
    numbered.every(({ value }, at) => value === 1 || value === (numbered[at - 1]?.value ?? 0) + 1)
  );
}

/**
 * Writes numbers that stand in elements of their own right before headings of one level, and count them, as the beginning of
 * these: "1." above "What is the best laptop?". Other numbers are votes, days or facts ("29" above "years of work").
 */
export function joinHeadingNumbers(headings: Iterable<Element>): void {
  const numbered = [...headings].map(numberedHeading).filter((found) => found !== undefined);
  const byLevel = Map.groupBy(numbered, ({ heading, number: { name, attribs } }) =>
    [heading.name, name, attribs['class']].join(' '),
  );
  for (const group of byLevel.values()) {
    if (!areCounts(group)) continue;
    for (const found of group) {
      makeSilent(found.number);
      const [, own] = firstNumber.exec(rawText(found.heading, maxNumberCharacters)) ?? [];
      if (Number(own) === found.value) continue;
      setChildren(found.heading, [newText(found.label), ...found.heading.children]);
    }
  }
}
