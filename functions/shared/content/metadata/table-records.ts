import { type Element } from 'domhandler';

import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { type GridCell, isLayoutTable, tableGrid } from '#shared/content/dom/table-grid.ts';

export type TableRecord = Readonly<Record<string, string>>;

const maxTables = 200;

const textOf = (cell: GridCell | undefined): string =>
  cell === undefined
    ? ''
    : rawText(cell.element)
        .replace(/[\s\u00a0]+/g, ' ')
        .trim();

/** Column names: unique, and never empty. */
function columnNames(rows: readonly (readonly (GridCell | undefined)[])[], width: number): readonly string[] {
  const taken = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const parts = new Set(rows.map((row) => textOf(row[column])).filter((text) => text !== ''));
    const name = [...parts].join(' ') || `column ${column + 1}`;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

const entries = (names: readonly string[], row: readonly (GridCell | undefined)[]): TableRecord =>
  Object.fromEntries(names.map((name, column) => [name, textOf(row[column])]));

function recordsOf(table: Element): readonly TableRecord[] {
  const grid = tableGrid(table);
  if (isLayoutTable(table, grid)) return [];
  const width = grid.rows[0]?.length ?? 0;
  const body = grid.rows.slice(grid.headerRows);
  // A table of names and values is one record.
  if (grid.headerRows === 0 && width === 2)
    return [Object.fromEntries(body.map(([name, value]) => [textOf(name), textOf(value)]))];
  const names = columnNames(grid.rows.slice(0, grid.headerRows), width);
  return body
    .map((row) => entries(names, row))
    .filter((record) => Object.values(record).some((value) => value !== ''));
}

/** The data tables of a page as records by column name. */
export function readTables(index: ElementIndex): readonly (readonly TableRecord[])[] {
  const tables: (readonly TableRecord[])[] = [];
  for (const table of index.named('table')) {
    if (table.name !== 'table' || tables.length >= maxTables) continue;
    const records = recordsOf(table);
    if (records.length > 0) tables.push(records);
  }
  return tables;
}
