import { type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, newElement } from '#shared/content/dom/element-edit.ts';
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

/** Whether the cells have all text of the table. */
const isWhole = (table: Element, rows: readonly AriaRow[]): boolean => {
  const length = (element: Element): number => rawText(element).replaceAll(/\s+/g, '').length;
  const inCells = rows.flatMap(({ cells }) => cells).reduce((sum, cell) => sum + length(cell), 0);
  return inCells === length(table);
};

const tableCell = (cell: Element): Element =>
  newElement(cellNames.get(roleOf(cell)) ?? 'td', cell.attribs, cell.children);

/**
 * Makes tables of boxes that have the roles of one (WAI-ARIA, `role="table"`): styles lay them out as rows and columns. Returns
 * whether there are any.
 */
export function readAriaTables(index: ElementIndex): boolean {
  const tables = index.outermost(index.named('div').filter((element) => roleOf(element) === 'table'));
  let hasTables = false;
  for (const table of tables) {
    const rows = rowsOf(table);
    const isTable = rows.length >= minRows && rows.every(({ cells }) => cells.length >= minColumns);
    if (!isTable || !isWhole(table, rows)) continue;
    const made = rows.map(({ row, cells }) => newElement('tr', row.attribs, cells.map(tableCell)));
    becomeElement(table, 'table', table.attribs, made);
    hasTables = true;
  }
  return hasTables;
}
