import type { Element } from 'domhandler';

import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import { mainPart, partTargets } from './office-relations.ts';
import {
  maxSheetColumns,
  maxSheetRows,
  readColumns,
  type Sheet,
  sheetElements,
  sheetRecords,
  sheetWarnings,
} from './sheet-table.ts';
import type { XmlBeginning } from '#shared/content/html/parse-xml.ts';
import { cellText, columnOf, type WorkbookValues, workbookValues } from './xlsx-cells.ts';
import { attributeOf, childrenNamed, descendantsNamed } from './xml-elements.ts';

/** The texts of a row, by column; the last value beyond the columns that are read in one more. */
function rowTexts(row: Element, values: WorkbookValues): readonly string[] {
  const texts: string[] = [];
  for (const cell of childrenNamed(row, 'c')) {
    const column = columnOf(cell.attribs['r']) ?? texts.length;
    const text = cellText(cell, values).trim();
    if (column >= maxSheetColumns && text === '') continue;
    const at = Math.min(column, maxSheetColumns);
    while (texts.length < at) texts.push('');
    texts[at] = text;
  }
  return texts;
}

function rowsOf(sheet: XmlBeginning | undefined, values: WorkbookValues): Omit<Sheet, 'name'> {
  const rows = descendantsNamed(sheet?.document, 'row');
  const read = rows.slice(0, maxSheetRows).map((row) => rowTexts(row, values));
  return {
    ...readColumns(read),
    rowCount: sheet?.isCut === true ? undefined : rows.length,
  };
}

/** The visible sheets, in order. */
function sheetsOf(archive: OfficeArchive): readonly Sheet[] {
  const workbook = mainPart(archive, 'xl/workbook.xml');
  const values = workbookValues(archive, workbook);
  const targets = partTargets(archive, workbook);
  return descendantsNamed(archive.xml(workbook), 'sheet')
    .filter(({ attribs }) => !/hidden/i.test(attribs['state'] ?? ''))
    .map((sheet) => ({
      name: sheet.attribs['name'] ?? 'Sheet',
      ...rowsOf(archive.xmlBeginning(targets.get(attributeOf(sheet, 'id') ?? '') ?? ''), values),
    }));
}

/** A workbook (ECMA-376): every sheet as a table. Formulas have the values of the last save. */
export function readXlsx(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const sheets = sheetsOf(archive);
  const warnings = sheetWarnings(sheets);
  return {
    nodes: sheets.flatMap(sheetElements),
    metadata: officeMetadata(archive),
    json: { tables: sheets.map(sheetRecords) },
    warnings,
  };
}
