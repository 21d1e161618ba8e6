import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-display.ts';

const hasClass =
  (name: string) =>
  (element: Element): boolean =>
    classesOf(element).includes(name);

const maxNumberCharacters = 12;

/** Makes a row of notes the box of one note. The number has an arrow before it. */
function readRow(row: Element): void {
  const text = findElement(row, hasClass('footnote_plugin_text'));
  const label = text === undefined ? undefined : elementBeside(text, 'prev');
  const anchor = label === undefined ? undefined : findElement(label, hasClass('footnote_item_anchor'));
  const number = label === undefined ? undefined : /\d+/.exec(rawText(label, maxNumberCharacters))?.[0];
  if (text === undefined || anchor === undefined || number === undefined) return;
  const attribs = { class: 'footnote', id: anchor.attribs['id'] ?? '' };
  becomeElement(row, 'aside', attribs, [
    newElement('span', {}, [newText(number)]),
    newText(' '),
    ...text.children,
  ]);
}

const partsOfTable = new Set(['table', 'tbody', 'thead']);

/** Makes boxes of a table whose rows are boxes now. */
function openTable(row: Element): void {
  for (let part = row.parent; part !== null && isTag(part) && partsOfTable.has(part.name); part = part.parent)
    part.name = 'div';
}

/** Brings the notes of the WordPress plugin "footnotes" to the form of docutils, without the copy beside each mark. */
export function readWordPressNotes(index: ElementIndex): void {
  for (const span of index.named('span')) if (hasClass('footnote_tooltip')(span)) makeSilent(span);
  for (const row of index.named('tr')) {
    if (!hasClass('footnotes_plugin_reference_row')(row)) continue;
    readRow(row);
    openTable(row);
  }
  for (const caption of index.named('caption'))
    if (caption.parent !== null && isTag(caption.parent) && hasClass('footnotes_table')(caption.parent))
      makeSilent(caption);
}
