import type { Element } from 'domhandler';

import { rectangular, requireCells } from '#shared/content/dom/document-limits.ts';
import { columnNames } from '#shared/content/documents/column-names.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';

/** A sheet of a workbook: cells by row, empty strings for empty cells. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Number of rows in the file, which may be more than `rows`; `undefined` if unknown. */
  readonly rowCount: number | undefined;
  /** Whether there are values to the right of `rows`. */
  readonly isWider: boolean;
}

/** Sheets have up to a million rows, most of them formatted and empty. */
export const maxSheetRows = 20_000;
export const maxSheetColumns = 200;

/** The columns of rows that are read. A row with one column more has values to the right of those. Throws TOO_LARGE. */
export const readColumns = (rows: Sheet['rows']): Pick<Sheet, 'rows' | 'isWider'> => ({
  rows: rectangular(rows.map((row) => row.slice(0, maxSheetColumns))),
  isWider: rows.some((row) => row.length > maxSheetColumns),
});

/** Warnings about sheets that are not read to their end. Throws TOO_LARGE for too many cells in all sheets. */
export function sheetWarnings(sheets: readonly Sheet[]): readonly string[] {
  requireCells(sheets.reduce((sum, { rows }) => sum + filledCells(rows), 0));
  return sheets.flatMap(({ name, rows, rowCount, isWider }) => [
    ...(rowCount === undefined || rowCount > rows.length
      ? [
          `The first ${rows.length}${rowCount === undefined ? '' : ` of ${rowCount}`} rows of the sheet "${name}" were read.`,
        ]
      : []),
    ...(isWider ? [`The first ${maxSheetColumns} columns of the sheet "${name}" were read.`] : []),
  ]);
}

const filledCells = (rows: Sheet['rows']): number =>
  rows.reduce((sum, row) => sum + row.filter((text) => text !== '').length, 0);

const isFilled = (row: readonly string[]): boolean => row.some((text) => text !== '');

function filledColumns(rows: Sheet['rows']): readonly number[] {
  const filled = new Set<number>();
  for (const row of rows) for (const [column, text] of row.entries()) if (text !== '') filled.add(column);
  return [...filled].toSorted((a, b) => a - b);
}

/** A heading with the name of the sheet, and its filled rows and columns as a table with the first row as header. */
export function sheetElements({ name, rows }: Sheet): readonly Element[] {
  const filled = rows.filter(isFilled);
  const heading = newElement('h2', {}, [newText(name)]);
  if (filled.length === 0) return [heading];
  // One cell far to the right makes all rows as wide.
  const columns = filledColumns(filled);
  const trs = filled.map((row, index) =>
    newElement(
      'tr',
      {},
      columns.map((column) => newElement(index === 0 ? 'th' : 'td', {}, [newText(row[column] ?? '')])),
    ),
  );
  return [heading, newElement('table', {}, trs)];
}

/** The rows below the header as records by column name. */
export function sheetRecords({ rows }: Sheet): readonly Readonly<Record<string, string>>[] {
  const filled = rows.filter(isFilled);
  const columns = filledColumns(filled);
  const [head = [], ...body] = filled;
  const names = columnNames(head);
  return body.map((row) =>
    Object.fromEntries(columns.map((column) => [names[column] ?? '', row[column] ?? ''])),
  );
}
