import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { classesOf, newText, setChildren } from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';

/** The label above the title of a card is shorter: "Analysis", "Step 2". */
const maxKickerCharacters = 40;

const endsOpen = /\p{L}.*[\p{L}\p{N}]$/su;

/** Class names of the line above a headline in newspapers, also as parts of longer ones. `overline` alone, and behind `md:`, is a style. */
const kickerName =
  /(?:^|[_-])(?:kicker|roof-?line|top-?line|(?:top|super|pre)-?title|dachzeile|spitzmarke)$|[a-z_-]overline$/i;

const maxNamedCharacters = 90;

/** A headline that goes on with a small letter goes on with the sentence. */
const opensHeadline = /^\s*(?:[\p{Lu}\p{Lo}\p{N}]|["“„«‘'¿¡(])/u;

/** Signs that stand right behind a word. */
const hugging = /^\s*[:,.;!?)]/;

const titleWord = /\p{L}{2}/u;

/** Whether a node is text of a title, and no icon, button or word for screen readers. */
const tellsTitle = (node: ChildNode): boolean =>
  isText(node)
    ? titleWord.test(node.data)
    : isTag(node) &&
      node.name !== 'button' &&
      node.name !== 'svg' &&
      !isForScreenReaders(node) &&
      titleWord.test(rawText(node, 2 * maxKickerCharacters));

interface Kicker {
  readonly element: Element;
  readonly title: readonly ChildNode[];
  readonly maxCharacters: number;
}

/** The label that a heading begins with, in a box or named as one; its title follows in the line of the heading itself. */
function kickerOf({ children }: Element): Kicker | undefined {
  const [element, ...title] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  if (element === undefined || !isTag(element)) return undefined;
  const isNamed = classesOf(element).some((name) => kickerName.test(name));
  if (!isNamed && !isBlock(element)) return undefined;
  const isLine = (node: ChildNode): boolean =>
    !isTag(node) || (!isBlock(node) && findElement(node, isBlock) === undefined);
  const isTold = title.some(tellsTitle) && title.every(isLine) && element.children.every(isLine);
  const maxCharacters = isNamed ? maxNamedCharacters : maxKickerCharacters;
  return isTold ? { element, title, maxCharacters } : undefined;
}

/** Removes the white space at the end of an element; returns whether it has other text. */
function trimEnd({ children }: Element): boolean {
  for (const child of children.toReversed()) {
    if (isText(child)) child.data = child.data.trimEnd();
    if (isText(child) ? child.data !== '' : isTag(child) && trimEnd(child)) return true;
  }
  return false;
}

/** Writes the label above a title into its line, as in print: "Analysis: The winners of the year". */
export function joinKicker(heading: Element): void {
  const kicker = kickerOf(heading);
  if (kicker === undefined) return;
  const { element, title, maxCharacters } = kicker;
  const text = rawText(element, 2 * maxCharacters).trim();
  if (text.length > maxCharacters) return;
  const titleText = rawText({ children: title }, maxKickerCharacters);
  const getsColon = endsOpen.test(text) && opensHeadline.test(titleText);
  const hugs = hugging.test(titleText);
  if (getsColon || hugs) trimEnd(element);
  if (!hugs) setChildren(element, [...element.children, newText(getsColon ? ': ' : ' ')]);
}
