import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { findElement, isBlock, rawText } from '#shared/content/dom/element-display.ts';
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
  const before = elementBefore(heading);
  if (before === undefined || !holdsNumber.has(before.name)) return undefined;
  const text = rawText(before, maxNumberCharacters + 1);
  const [, digits, sign] = (text.length <= maxNumberCharacters && number.exec(text)) || [];
  if (digits === undefined || findElement(before, holdsMore) !== undefined) return undefined;
  const label = `${digits}${sign === '' ? '.' : sign} `;
  return { heading, number: before, value: Number(digits), label };
}

/** Shorter runs may be votes, scores or days. */
const minRun = { up: 3, down: 5 };

/** Whether numbers count their headings: 1, 2, 3, or down to 1. */
function isCount(run: readonly Numbered[]): boolean {
  const [first, last] = [run[0]?.value, run.at(-1)?.value];
  return (run.length >= minRun.up && first === 1) || (run.length >= minRun.down && last === 1);
}

/** The numbers that go on by one, up or down. */
function runsOf(numbered: readonly Numbered[]): readonly (readonly Numbered[])[] {
  const runs: Numbered[][] = [];
  for (const found of numbered) {
    const run = runs.at(-1);
    const last = run?.at(-1)?.value ?? Number.NaN;
    const step = found.value - last;
    const isNext = Math.abs(step) === 1 && (run?.length === 1 || step === last - (run?.at(-2)?.value ?? 0));
    if (isNext) run?.push(found);
    else runs.push([found]);
  }
  return runs;
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
  for (const run of [...byLevel.values()].flatMap(runsOf)) {
    if (!isCount(run)) continue;
    for (const found of run) {
      makeSilent(found.number);
      const [own] = firstNumber.exec(rawText(found.heading, maxNumberCharacters)) ?? [];
      if (Number(own) === found.value) continue;
      setChildren(found.heading, [newText(found.label), ...found.heading.children]);
    }
  }
}
