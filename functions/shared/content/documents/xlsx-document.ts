import type { ReadDocument } from './document-content.ts';
import { rectangular } from '#shared/content/dom/document-limits.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import {
  maxSheetColumns,
  maxSheetRows,
  type Sheet,
  sheetElements,
  sheetRecords,
  sheetWarnings,
} from './sheet-table.ts';
import type { XmlBeginning } from '#shared/content/html/parse-xml.ts';
import { cellText, columnOf, type WorkbookValues, workbookValues } from './xlsx-cells.ts';
import { attributeOf, childrenNamed, descendantsNamed } from './xml-elements.ts';

function rowsOf(sheet: XmlBeginning | undefined, values: WorkbookValues): Pick<Sheet, 'rows' | 'rowCount'> {
  const rows = descendantsNamed(sheet?.document, 'row');
  const read = rows.slice(0, maxSheetRows).map((row) => {
    const texts: string[] = [];
    for (const cell of childrenNamed(row, 'c')) {
      const column = columnOf(cell.attribs['r']) ?? texts.length;
      if (column >= maxSheetColumns) break;
      while (texts.length < column) texts.push('');
      texts[column] = cellText(cell, values).trim();
    }
    return texts;
  });
  return { rows: rectangular(read), rowCount: sheet?.isCut === true ? undefined : rows.length };
}

/** The visible sheets, in order. */
function sheetsOf(archive: OfficeArchive): readonly Sheet[] {
  const values = workbookValues(archive);
  const targets = new Map(
    descendantsNamed(archive.xml('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attribs }) => [
      attribs['Id'] ?? '',
      (attribs['Target'] ?? '').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return descendantsNamed(archive.xml('xl/workbook.xml'), 'sheet')
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
