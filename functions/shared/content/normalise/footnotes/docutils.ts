import { type ChildNode, type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';

const noteName = 'footnote';

/** Whether docutils, which Sphinx builds on, has marked an element as a note or a list of notes. */
export const isDocutilsNote = (element: Element): boolean => classesOf(element).includes(noteName);

const isLabel = (element: Element): boolean => classesOf(element).includes('label');

/** Makes an element the box of one note: its number and what it says. */
export function becomeNote(
  element: Element,
  {
    id,
    number,
    text,
  }: { readonly id: string | undefined; readonly number: ChildNode[]; readonly text: Element },
): void {
  const attribs = { class: noteName, ...(id === undefined ? {} : { id }) };
  const label = newElement('span', {}, number);
  becomeElement(element, 'aside', attribs, [label, newText(' '), ...text.children]);
}

/** Older versions write each note as a table with the number in its first cell. */
function readTable(table: Element, index: ElementIndex): void {
  const label = index.firstIn(table, 'td');
  const text = label === undefined ? undefined : elementBeside(label, 'next');
  if (label !== undefined && text !== undefined && isLabel(label))
    becomeNote(table, { id: table.attribs['id'], number: label.children, text });
}

/** Newer ones write all notes that follow one another as a list, with the numbers as its terms. */
function readList(list: Element): void {
  let label: Element | undefined;
  for (const child of list.children.filter(isTag)) {
    if (child.name === 'dd' && label !== undefined) {
      becomeNote(child, { id: label.attribs['id'], number: label.children, text: child });
      makeSilent(label);
    }
    label = child.name === 'dt' && isLabel(child) ? child : undefined;
  }
  if (list.children.some((child) => isTag(child) && child.name === 'aside')) list.name = 'div';
}

const isNotes = (element: Element): boolean =>
  (element.name === 'aside' || element.name === 'dl' || element.name === 'table') &&
  classesOf(element).some((name) => name === noteName || name === 'footnote-list');

/** Drops the title above the notes, which docutils writes as a rubric. */
function dropRubrics(index: ElementIndex): void {
  for (const title of index.named('p')) {
    if (title.attribs['class'] !== 'rubric') continue;
    const next = elementBeside(title, 'next', { onlySpace: true });
    if (next !== undefined && isNotes(next)) makeSilent(title);
  }
}

/** Brings the notes of docutils to the form of its latest version: `<aside class="footnote" id>`. */
export function readDocutilsNotes(index: ElementIndex): void {
  dropRubrics(index);
  for (const table of index.named('table')) if (isDocutilsNote(table)) readTable(table, index);
  for (const list of index.named('dl')) if (isDocutilsNote(list)) readList(list);
}
