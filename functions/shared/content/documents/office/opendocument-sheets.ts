import type { Element } from 'domhandler';

import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import {
  maxSheetColumns,
  maxSheetRows,
  readColumns,
  type Sheet,
  sheetElements,
  sheetRecords,
  sheetWarnings,
} from './sheet-table.ts';
import { attributeOf, childAt, childrenNamed, descendantsNamed, trimmedText } from './xml-elements.ts';

/** The maximum number of rows of a sheet in current programs. */
const maxSheetRepeats = 1_048_576;

/** The repeat count of a cell or row: formatted empty cells are repeated thousands of times. */
const repeats = (element: Element, name: string, limit: number): number =>
  Math.min(Number(attributeOf(element, `number-${name}-repeated`)) || 1, limit);

/** The texts of a row, by column; the last value beyond the columns that are read in one more. */
function rowTexts(row: Element): readonly string[] {
  const texts: string[] = [];
  for (const cell of childrenNamed(row, 'table-cell', 'covered-table-cell')) {
    const text = childrenNamed(cell, 'p')
      .map((paragraph) => trimmedText(paragraph) ?? '')
      .join(' ')
      .trim();
    const count = repeats(cell, 'columns', maxSheetColumns + 1 - texts.length);
    for (let at = 0; at < count; at++) texts.push(text);
    if (count === 0 && text !== '') texts[maxSheetColumns] = text;
  }
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

function sheetOf(table: Element): Sheet {
  const rows: (readonly string[])[] = [];
  let rowCount = 0;
  for (const row of descendantsNamed(table, 'table-row')) {
    const texts = rowTexts(row);
    if (texts.length === 0) continue;
    rowCount += repeats(row, 'rows', maxSheetRepeats);
    const count = repeats(row, 'rows', maxSheetRows - rows.length);
    for (let at = 0; at < count; at++) rows.push(texts);
  }
  return { name: attributeOf(table, 'name') ?? 'Sheet', ...readColumns(rows), rowCount };
}

/** An OpenDocument spreadsheet (ISO/IEC 26300): every sheet as a table of its displayed values. */
export function readOds(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const body = childAt(archive.xml('content.xml'), 'document-content', 'body', 'spreadsheet');
  const sheets = body === undefined ? [] : childrenNamed(body, 'table').map(sheetOf);
  const warnings = sheetWarnings(sheets);
  return {
    nodes: sheets.flatMap(sheetElements),
    metadata: officeMetadata(archive),
    json: { tables: sheets.map(sheetRecords) },
    warnings,
  };
}
