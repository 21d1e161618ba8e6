import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

// `<div>Weight:</div><div>2 kg</div>` alone in a box is one line.

const label = /^[^\n:]{1,40}:$/u;
const maxValueCharacters = 120;
/** Boxes around one label or value. */
const maxWrappers = 3;
/** Comments and white space between two nodes, which templates leave in numbers. */
const maxBlanks = 8;

/** The next or previous node with content; `undefined` at the end of the parent. */
function beside(node: ChildNode, side: 'prev' | 'next'): ChildNode | undefined {
  let other = node[side];
  for (let blanks = 0; other !== null && blanks < maxBlanks; blanks += 1) {
    if (isTag(other) || (isText(other) && other.data.trim() !== '')) return other;
    other = other[side];
  }
  return other ?? undefined;
}

const isFirst = (node: ChildNode): boolean => beside(node, 'prev') === undefined;
const isLast = (node: ChildNode): boolean => beside(node, 'next') === undefined;

/** The outermost box that holds nothing but the element. */
function boxOf(element: Element): Element {
  let box = element;
  for (let wrappers = 0; wrappers < maxWrappers; wrappers += 1) {
    const { parent } = box;
    if (parent === null || !isTag(parent) || parent.name !== 'div' || !isFirst(box) || !isLast(box))
      return box;
    box = parent;
  }
  return box;
}

/** Whether an element has one line of text: nothing but inline elements, perhaps in boxes. */
function isOneLine(element: Element, wrappers = maxWrappers): boolean {
  const [only] = element.children;
  if (only !== undefined && isTag(only) && only.name === 'div' && isLast(only))
    return wrappers > 0 && isOneLine(only, wrappers - 1);
  return element.children.every(
    (child) => !isTag(child) || (child.name !== 'br' && child.name !== 'img' && !isBlock(child)),
  );
}

/** The text of a node in a box of its own or in a line; empty for other blocks. */
function lineOf(node: ChildNode): string {
  if (isText(node)) return node.data.trim();
  if (!isTag(node) || (isBlock(node) && node.name !== 'div') || !isOneLine(node)) return '';
  return rawText(node, maxValueCharacters + 1).trim();
}

const isLabel = (node: ChildNode): boolean => label.test(lineOf(node));

function isValue(node: ChildNode): boolean {
  const { length } = lineOf(node);
  return length > 0 && length <= maxValueCharacters;
}

/** Whether a block is the value of the label before it: the two are alone in their parent. */
export function followsLabel(element: Element): boolean {
  if (element.name !== 'div') return false;
  const value = boxOf(element);
  const before = beside(value, 'prev');
  return before !== undefined && isFirst(before) && isLast(value) && isLabel(before) && isValue(value);
}

/** Whether a block is the label of the value behind it: the two are alone in their parent. */
export function isLabelOfNext(element: Element): boolean {
  if (element.name !== 'div') return false;
  const box = boxOf(element);
  const next = beside(box, 'next');
  return next !== undefined && isLast(next) && isFirst(box) && isLabel(box) && isValue(next);
}
