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

/** The names of the visible sheets by the path of their part, in order. */
function sheetNames(archive: OfficeArchive, workbook: string): ReadonlyMap<string, string> {
  const targets = partTargets(archive, workbook);
  const names = new Map<string, string>();
  for (const sheet of descendantsNamed(archive.xml(workbook), 'sheet')) {
    const path = targets.get(attributeOf(sheet, 'id') ?? '') ?? '';
    // A part is one sheet: one that is named thousands of times is read once.
    if (!/hidden/i.test(sheet.attribs['state'] ?? '') && !names.has(path))
      names.set(path, sheet.attribs['name'] ?? 'Sheet');
  }
  return names;
}

/** The visible sheets, in order. */
function sheetsOf(archive: OfficeArchive): readonly Sheet[] {
  const workbook = mainPart(archive, 'xl/workbook.xml');
  const values = workbookValues(archive, workbook);
  return Array.from(sheetNames(archive, workbook), ([path, name]) => ({
    name,
    ...rowsOf(archive.xmlBeginning(path), values),
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
