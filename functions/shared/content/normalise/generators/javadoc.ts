import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
} from '#shared/content/dom/element-edit.ts';

const minColumns = 2;
/** Lists of whole sections, which have headings of their own. */
const sectionLists = ['summary-list', 'details-list', 'member-list'];

const isHeader = (cell: Element): boolean => hasClass(cell, 'table-header');

/** Makes a table of a summary. Returns whether its cells fill rows of as many columns as there are headers. */
function becomeTable(summary: Element): boolean {
  const cells = summary.children.filter(isTag);
  const columns = cells.findIndex((cell) => !isHeader(cell));
  if (columns < minColumns || cells.length % columns !== 0) return false;
  const rows: Element[] = [];
  for (let from = 0; from < cells.length; from += columns) {
    const made = cells
      .slice(from, from + columns)
      .map((cell) => newElement(isHeader(cell) ? 'th' : 'td', cell.attribs, cell.children));
    rows.push(newElement('tr', {}, made));
  }
  becomeElement(summary, 'table', summary.attribs, rows);
  return true;
}

function unwrapSections(list: Element): void {
  list.name = 'div';
  for (const item of list.children) if (isTag(item) && item.name === 'li') item.name = 'div';
}

/**
 * Reads what Javadoc since version 16 lays out by styles: a summary is a grid with a box for each cell, behind buttons that choose among its
 * rows, and each section is the entry of a list. Returns whether there is any.
 */
export function readJavadoc(index: ElementIndex): boolean {
  const boxes = index.named('div');
  const grids = index.outermost(boxes.filter((box) => hasClass(box, 'summary-table')));
  const summaries = grids.filter(becomeTable);
  if (summaries.length === 0) return false;
  for (const box of boxes) if (hasClass(box, 'table-tabs')) makeSilent(box);
  for (const list of index.named('ul'))
    if (sectionLists.some((name) => hasClass(list, name))) unwrapSections(list);
  return true;
}
