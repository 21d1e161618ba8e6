import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import {
  becomeElement,
  type ElementIndex,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { allRowsOf } from '#shared/content/dom/table-grid.ts';

const minEntries = 3;
const number = /^(\d{1,6})\.$/;
/** Longer than a number with the white space around it. */
const numberSample = 40;

interface Entry {
  readonly rows: Element[];
}

/** The table of numbered entries as its entries and the rows that follow them. */
interface NumberedRows {
  readonly first: number;
  readonly entries: readonly Entry[];
  readonly rest: readonly Element[];
}

const textOf = (cell: Element): string => rawText(cell, numberSample).trim();

/**
 * Reads rows with a number and one more cell with text, each followed by rows of one cell with text that belong to it. A row
 * without cells ends an entry. `undefined` where any row is otherwise, as in a table of data.
 */
function numberedRows(table: Element, index: ElementIndex): NumberedRows | undefined {
  const entries: Entry[] = [];
  const rest: Element[] = [];
  let first = 0;
  let open: Entry | undefined;
  for (const { element: row, cells } of allRowsOf(table)) {
    const [begin, ...others] = cells.filter((cell) => textOf(cell) !== '');
    if (begin === undefined) {
      if (index.holds(row, 'img', 'picture', 'video', 'iframe')) return undefined;
      if (cells.length === 0) open = undefined;
      continue;
    }
    const found = begin === cells[0] ? number.exec(textOf(begin)) : null;
    if (
      begin.name === 'th' ||
      (index.holds(begin, 'a') && found !== null) ||
      others.length !== (found === null ? 0 : 1)
    )
      return undefined;
    if (found !== null) {
      const value = Number(found[1]);
      if (entries.length === 0) first = value;
      if (rest.length > 0 || value !== first + entries.length) return undefined;
      open = { rows: [row] };
      entries.push(open);
    } else if (entries.length === 0) return undefined;
    else if (open === undefined) rest.push(row);
    else open.rows.push(row);
  }
  return entries.length < minEntries ? undefined : { first, entries, rest };
}

/** Leaves a row with its cells, each a box of its own. */
function openRow(row: Element): Element {
  for (const cell of row.children) if (isTag(cell)) becomeElement(cell, 'div', cell.attribs, cell.children);
  row.name = 'div';
  return row;
}

/** The item of an entry, without the cell of its number. */
function itemOf({ rows }: Entry): Element {
  const numbered = rows[0]?.children.find(isTag);
  if (numbered !== undefined) setChildren(numbered, []);
  return newElement('li', {}, rows.map(openRow));
}

/**
 * Turns tables of numbered entries into lists: Hacker News and old rankings write the number in a cell, the title in
 * another, and its points and comments in a row below.
 */
export function listNumberedRows(index: ElementIndex): void {
  for (const table of index.named('table')) {
    if (table.name !== 'table' || index.holds(table, 'table', 'caption')) continue;
    const found = numberedRows(table, index);
    if (found === undefined) continue;
    const items = found.entries.map(itemOf);
    const list = newElement('ol', found.first === 1 ? {} : { start: String(found.first) }, items);
    becomeElement(table, 'div', table.attribs, [list, ...found.rest.map(openRow)]);
  }
}
