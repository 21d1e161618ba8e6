import { type Element, isTag, isText } from 'domhandler';

import { type ElementIndex, unwrap } from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { findDate } from '#shared/values/dates.ts';
import { maxHeadingLength } from './heading-elements.ts';

/** Bootstrap has these for what looks like a heading, other frameworks for heights. */
const headingClass = /(?:^|\s)(h[1-6])(?:\s|$)/;

const titleClass = /title|heading|headline/i;

const maxHeadingCharacters = 120;

/** `$29.95`, `29,95 €` */
const onlyPrice = /^(?:\p{Sc}\s?[\d.,\s]+|[\d.,\s]+\p{Sc})$/u;

/** Days head the entries of a list of changes; in the type of smaller headings they are those of the text. */
const smallHeading = /[56]$/;

/** Whether a text in large type is a price or a day rather than a heading. */
function isFact(text: string, level: string): boolean {
  if (onlyPrice.test(text)) return true;
  const day = smallHeading.test(level) ? findDate(text) : undefined;
  return day !== undefined && day.start === 0 && day.end === text.length;
}

/** A paragraph that is styled as a heading is one, and a box that is named as a title, too. */
export function raiseBox(box: Element): void {
  const { class: names = '' } = box.attribs;
  const level = headingClass.exec(names)?.[1];
  if (level === undefined || (box.name !== 'p' && !titleClass.test(names))) return;
  const text = rawText(box, 2 * maxHeadingCharacters).trim();
  if (text === '' || text.length > maxHeadingCharacters || isFact(text, level)) return;
  if (findElement(box, isBlock) === undefined) box.name = level;
}

const linesOfText = nameSet('p li dt dd summary caption figcaption td th a label legend');

/** Whether an element is in a line that has a form of its own: the first words of a paragraph, a term, a summary. */
const isPartOfLine = ({ name, parent }: Element): boolean =>
  parent !== null &&
  isTag(parent) &&
  (name === 'span'
    ? linesOfText.has(parent.name) ||
      parent.children.some((child) => isText(child) && child.data.trim() !== '')
    : /^(?:dt|summary|caption|figcaption|p)$/.test(parent.name));

const isHeadingByRole = ({ attribs, name }: Element): boolean =>
  attribs['role'] === 'heading' && (name === 'div' || name === 'p' || name === 'span');

/** The only paragraph that an element consists of. */
function onlyParagraph({ children }: Element): Element | undefined {
  const [first, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  return first !== undefined && isTag(first) && first.name === 'p' && others.length === 0 ? first : undefined;
}

/** What an element says of its level; the second without a number (WAI-ARIA 1.2, `heading`). */
function levelByRole({ attribs }: Element, hasHeadline: boolean): number {
  const declared = Number.parseInt(attribs['aria-level'] ?? '', 10);
  return Number.isNaN(declared) ? 2 : Math.min(Math.max(declared, hasHeadline ? 2 : 1), 6);
}

/** Makes headings of the lines that call themselves so for screen readers. Returns them. */
export function raiseByRole(index: ElementIndex, hasHeadline: boolean): readonly Element[] {
  const raised = index.all.filter((element) => {
    if (!isHeadingByRole(element) || isPartOfLine(element)) return false;
    const length = index.textLength(element);
    const box = onlyParagraph(element) ?? element;
    // A block without text is an icon.
    const isLine = findElement(box, (inner) => isBlock(inner) && index.textLength(inner) > 0) === undefined;
    return length > 0 && length <= maxHeadingLength && isLine;
  });
  for (const element of raised) {
    const paragraph = onlyParagraph(element);
    if (paragraph !== undefined) unwrap(paragraph);
    element.name = `h${levelByRole(element, hasHeadline)}`;
  }
  return raised;
}
