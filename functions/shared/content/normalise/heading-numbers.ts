import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { makeSilent, newText, setChildren } from '#shared/content/dom/element-edit.ts';

/** Elements that hold the number of a heading beside it. */
const holdsNumber = new Set(['span', 'div', 'p', 'b', 'strong']);
const maxNumberCharacters = 8;
const number = /^\s*(\d{1,3})\s?([.)]?)\s*$/;
const firstNumber = /^\s*\d+/;

const isBlank = (node: ChildNode): boolean => !isTag(node) && (!isText(node) || node.data.trim() === '');

function elementBefore({ prev }: Element): Element | undefined {
  let before = prev;
  while (before !== null && isBlank(before)) before = before.prev;
  return before !== null && isTag(before) ? before : undefined;
}

interface Numbered {
  readonly heading: Element;
  readonly number: Element;
  readonly value: number;
  /** The number as it begins the heading: "1. ". */
  readonly label: string;
}

function numberedHeading(heading: Element): Numbered | undefined {
  const before = elementBefore(heading);
  if (before === undefined || !holdsNumber.has(before.name)) return undefined;
  const [, digits, sign] = number.exec(rawText(before, maxNumberCharacters)) ?? [];
  if (digits === undefined) return undefined;
  const label = `${digits}${sign === '' ? '.' : sign} `;
  return { heading, number: before, value: Number(digits), label };
}

const follows = (one: Numbered | undefined, other: Numbered): boolean =>
  one !== undefined && Math.abs(one.value - other.value) === 1;

/**
 * Writes numbers that stand in elements of their own right before headings, and count them, as the beginning of these:
 * "1." above "What is the best laptop?". Other numbers are those of comments or of a fact ("29" above "years of work").
 */
export function joinHeadingNumbers(headings: Iterable<Element>): void {
  const numbered = [...headings].map(numberedHeading).filter((found) => found !== undefined);
  for (const [at, found] of numbered.entries()) {
    if (!follows(numbered[at - 1], found) && !follows(numbered[at + 1], found)) continue;
    makeSilent(found.number);
    const [own] = firstNumber.exec(rawText(found.heading, maxNumberCharacters)) ?? [];
    if (Number(own) === found.value) continue;
    setChildren(found.heading, [newText(found.label), ...found.heading.children]);
  }
}
