import { type Element, isTag } from 'domhandler';

import { ancestor, becomeElement, type ElementIndex, newElement } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const cellNames: ReadonlyMap<string, 'td' | 'th'> = new Map([
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
]);

const roleOf = ({ attribs }: Element): string => attribs['role']?.toLowerCase() ?? '';

/** The outermost elements inside that have a role. */
const withRole = ({ children }: Element, hasRole: (role: string) => boolean): readonly Element[] =>
  children.filter(isTag).flatMap((child) => (hasRole(roleOf(child)) ? [child] : withRole(child, hasRole)));

const isCellRole = (role: string): boolean => cellNames.has(role);
/** The caption beside the rows: one in a cell is that of another table. */
const captionOf = (table: Element): Element | undefined =>
  withRole(table, (role) => role === 'caption' || role === 'row').find((part) => roleOf(part) === 'caption');

interface AriaRow {
  readonly row: Element;
  readonly cells: readonly Element[];
}

const rowsOf = (table: Element): readonly AriaRow[] =>
  withRole(table, (role) => role === 'row')
    .map((row) => ({ row, cells: withRole(row, isCellRole) }))
    .filter(({ cells }) => cells.length > 0);

const minRows = 2;
const minColumns = 2;

const columnsOf = (cells: readonly Element[]): number =>
  cells.reduce((sum, { attribs }) => sum + (Number(attribs['aria-colspan']) || 1), 0);

/** Whether the cells and the caption have all text of the table. */
const isWhole = (table: Element, rows: readonly AriaRow[], caption: Element | undefined): boolean => {
  const length = (element: Element): number => rawText(element).replaceAll(/\s+/g, '').length;
  const parts = [...rows.flatMap(({ cells }) => cells), ...(caption === undefined ? [] : [caption])];
  return parts.reduce((sum, part) => sum + length(part), 0) === length(table);
};

const isGrid = (element: Element): boolean => /^(?:tree)?grid$/.test(roleOf(element));
/** From the name of a column to its grid, with boxes that only lay out. */
const maxGridLevels = 8;

/** Boxes with the role of a table. A grid may lay out anything that is clicked; it is a table where it names columns. */
function boxesOfTables(index: ElementIndex): readonly Element[] {
  const boxes = index.named('div');
  const headers = boxes.some(isGrid) ? index.all.filter((element) => roleOf(element) === 'columnheader') : [];
  const grids = new Set(headers.map((header) => ancestor(header, maxGridLevels, isGrid)));
  return boxes.filter((box) => roleOf(box) === 'table' || grids.has(box));
}

function tableCell(cell: Element): Element {
  const { 'aria-colspan': columns, 'aria-rowspan': rows } = cell.attribs;
  const attribs = {
    ...cell.attribs,
    ...(columns === undefined ? {} : { colspan: columns }),
    ...(rows === undefined ? {} : { rowspan: rows }),
  };
  return newElement(cellNames.get(roleOf(cell)) ?? 'td', attribs, cell.children);
}

/**
 * Makes tables of boxes that have the roles of one (WAI-ARIA, `role="table"`, and `grid` with names of columns): styles lay them out as
 * rows and columns. Returns whether there are any.
 */
export function readAriaTables(index: ElementIndex): boolean {
  const tables = index.outermost(boxesOfTables(index));
  let hasTables = false;
  for (const table of tables) {
    const rows = rowsOf(table);
    const isTable = rows.length >= minRows && rows.every(({ cells }) => columnsOf(cells) >= minColumns);
    const caption = captionOf(table);
    if (!isTable || !isWhole(table, rows, caption)) continue;
    const title = caption === undefined ? [] : [newElement('caption', caption.attribs, caption.children)];
    const made = rows.map(({ row, cells }) => newElement('tr', row.attribs, cells.map(tableCell)));
    becomeElement(table, 'table', table.attribs, [...title, ...made]);
    hasTables = true;
  }
  return hasTables;
}
