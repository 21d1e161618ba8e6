import { type Element, isTag } from 'domhandler';

import {
  elementBeside,
  type ElementIndex,
  hasClass,
  makeSilent,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { becomeNote } from './docutils.ts';

const ofClass =
  (name: string) =>
  (element: Element): boolean =>
    hasClass(element, name);
const isCopyBesideMark = ofClass('footnote_tooltip');
const isNoteRow = ofClass('footnotes_plugin_reference_row');
const isNoteTable = ofClass('footnotes_table');

const maxNumberCharacters = 12;

/** Makes a row of notes the box of one note. The number has an arrow before it. Returns whether it has been one. */
function readRow(row: Element): boolean {
  const text = findElement(row, ofClass('footnote_plugin_text'));
  const label = text === undefined ? undefined : elementBeside(text, 'prev');
  const anchor = label === undefined ? undefined : findElement(label, ofClass('footnote_item_anchor'));
  const number = label === undefined ? undefined : /\d+/.exec(rawText(label, maxNumberCharacters))?.[0];
  if (text === undefined || anchor === undefined || number === undefined) return false;
  becomeNote(row, { id: anchor.attribs['id'], number: [newText(number)], text });
  return true;
}

const partsOfTable = new Set(['table', 'tbody', 'thead']);

/** Makes boxes of a table whose rows are boxes now. */
function openTable(row: Element): void {
  for (let part = row.parent; part !== null && isTag(part) && partsOfTable.has(part.name); part = part.parent)
    part.name = 'div';
}

/** Brings the notes of the WordPress plugin "footnotes" to the form of docutils, without the copy beside each mark. */
export function readWordPressNotes(index: ElementIndex): void {
  for (const span of index.named('span')) if (isCopyBesideMark(span)) makeSilent(span);
  for (const row of index.named('tr')) if (isNoteRow(row) && readRow(row)) openTable(row);
  for (const caption of index.named('caption'))
    if (caption.parent !== null && isTag(caption.parent) && isNoteTable(caption.parent)) makeSilent(caption);
}
