import type { Element } from 'domhandler';

import { requireCells } from './document-limits.ts';
import { newElement, newText } from './element-edit.ts';

/** A sheet of a workbook: cells by row, empty texts where there is nothing. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Rows that the file has; more than `rows` when the rest was not read. */
  readonly rowCount: number;
}

/** Sheets reach a million rows, most of them formatted and empty. */
export const maxSheetRows = 20_000;
export const maxSheetColumns = 200;

/** The rows, each filled up to the width of the widest. Throws TOO_LARGE. */
export function rectangular(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  requireCells(width * rows.length);
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}

/** Says which sheets were not read to their end. Throws TOO_LARGE when their cells together are too many. */
export function sheetWarnings(sheets: readonly Sheet[]): readonly string[] {
  requireCells(sheets.reduce((sum, { rows }) => sum + rows.length * (rows[0]?.length ?? 0), 0));
  return sheets
    .filter(({ rows, rowCount }) => rowCount > rows.length)
    .map(
      ({ name, rows, rowCount }) =>
        `The first ${rows.length} of ${rowCount} rows of the sheet "${name}" were read.`,
    );
}

const isFilled = (row: readonly string[]): boolean => row.some((text) => text !== '');

/** A heading with the sheet's name, and its filled part as a table; the first filled row is its head. */
export function sheetElements({ name, rows }: Sheet): readonly Element[] {
  const filled = rows.filter(isFilled);
  const heading = newElement('h2', {}, [newText(name)]);
  if (filled.length === 0) return [heading];
  const trs = filled.map((row, index) =>
    newElement(
      'tr',
      {},
      row.map((text) => newElement(index === 0 ? 'th' : 'td', {}, [newText(text)])),
    ),
  );
  return [heading, newElement('table', {}, trs)];
}

/** The rows below the head as records by column name. */
export function sheetRecords({ rows }: Sheet): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...body] = rows.filter(isFilled);
  return body.map((row) =>
    Object.fromEntries(row.map((text, column) => [head[column] || `column ${column + 1}`, text])),
  );
}
