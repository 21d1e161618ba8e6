import { type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { ancestor, elementBeside, type ElementIndex, hasClass } from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';

const partsOfTitles = nameSet('h1 h2 h3 h4 h5 h6 summary dt p td th a label');
const maxLevels = 6;

/** Whether a button is all of a line in a box: no text and no inline element with text is beside it. */
function isLine(button: Element): boolean {
  const { parent } = button;
  if (parent === null || !isTag(parent) || !isBlock(parent)) return false;
  return parent.children.every(
    (child) =>
      child === button ||
      (isText(child)
        ? child.data.trim() === ''
        : !isTag(child) || isBlock(child) || rawText(child, 1) === ''),
  );
}

/** Whether a button is the title of an accordion: it opens a panel, and is a line of its own outside of headings and links. */
export const isTitleOfPanel = (button: Element): boolean =>
  'aria-expanded' in button.attribs &&
  'aria-controls' in button.attribs &&
  isLine(button) &&
  ancestor(button, maxLevels, ({ name }) => partsOfTitles.has(name)) === undefined;

const questionName = /question/i;
const answerName = /answer/i;
const maxQuestionCharacters = 250;
/** Greek ends questions with `;`. */
const endsQuestion = /[?？;]["'»”’)\s]*$/u;

function isQuestion(box: Element): boolean {
  if (!questionName.test(box.attribs['class'] ?? '')) return false;
  const answer = elementBeside(box, 'next', { onlySpace: true });
  if (!answerName.test(answer?.attribs['class'] ?? '')) return false;
  const text = rawText(box, 2 * maxQuestionCharacters).trim();
  if (text.length > maxQuestionCharacters || !endsQuestion.test(text)) return false;
  return findElement(box, (inner) => isBlock(inner) && rawText(inner, 1) !== '') === undefined;
}

/** The element that titles of panels become. It is written as a bold line, like that of `details`. */
export const titleOfPanel = 'summary';

/** Makes details of a line and the text that it opens, as Confluence writes them. */
function readExpander(line: Element): void {
  if (line.attribs['class']?.includes('expand-control') !== true) return;
  const text = elementBeside(line, 'next', { onlySpace: true });
  const { parent } = line;
  if (text === undefined || !hasClass(text, 'expand-content') || parent === null || !isTag(parent)) return;
  if (!hasClass(parent, 'expand-container')) return;
  line.name = titleOfPanel;
  parent.name = 'details';
}

/** Makes titles of the boxes that are named questions, where an answer follows, and of the lines that open a text. */
export function markTitles(index: ElementIndex): void {
  for (const line of index.named('div')) readExpander(line);
  for (const name of ['div', 'p'])
    for (const box of index.named(name)) if (box.name === name && isQuestion(box)) box.name = titleOfPanel;
}
