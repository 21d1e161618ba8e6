import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import type { OfficeArchive } from './office-archive.ts';
import { attributeOf, childAt, childNamed, childrenNamed, descendantsNamed } from './xml-elements.ts';

/** Shared values of a workbook, which cells refer to by number. */
export interface WorkbookValues {
  readonly sharedStrings: readonly string[];
  /** By style number: whether numbers are dates. */
  readonly dateStyles: readonly boolean[];
  /** Whether days are counted from 1904, as in files of old Macintosh versions. */
  readonly countsFrom1904: boolean;
}

/** Text without the phonetic readings of Japanese cells. */
const textOf = (element: Element): string =>
  [...childrenNamed(element, 't'), ...childrenNamed(element, 'r').flatMap((run) => childrenNamed(run, 't'))]
    .map((part) => rawText(part))
    .join('');

/** Number formats of ECMA-376 18.8.30 that show dates or times without being written out in the file. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Excel writes at most 255. */
const maxFormatCharacters = 1_000;

function dateStyles(archive: OfficeArchive): readonly boolean[] {
  const styles = archive.xml('xl/styles.xml');
  const own = new Map(
    descendantsNamed(styles, 'numFmt').map((format) => [
      attributeOf(format, 'numFmtId') ?? '',
      (attributeOf(format, 'formatCode') ?? '')
        .slice(0, maxFormatCharacters)
        .replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''),
    ]),
  );
  return descendantsNamed(childAt(styles, 'styleSheet', 'cellXfs'), 'xf').map((style) => {
    const id = attributeOf(style, 'numFmtId') ?? '0';
    const code = own.get(id);
    return code === undefined ? isBuiltInDate(Number(id)) : /[ymdh]/i.test(code);
  });
}

export function workbookValues(archive: OfficeArchive): WorkbookValues {
  const properties = childAt(archive.xml('xl/workbook.xml'), 'workbook', 'workbookPr');
  return {
    sharedStrings: descendantsNamed(archive.xml('xl/sharedStrings.xml'), 'si').map(textOf),
    dateStyles: dateStyles(archive),
    countsFrom1904: /^(?:1|true)$/.test(properties?.attribs['date1904'] ?? ''),
  };
}

const dayMs = 86_400_000;
const daysTo1970 = { from1900: 25_569, from1904: 24_107 };

/** A serial number of days as an ISO date, with the time if it has one. */
function dateText(serial: number, countsFrom1904: boolean): string {
  const days = serial - (countsFrom1904 ? daysTo1970.from1904 : daysTo1970.from1900);
  const date = new Date(Math.round(days * dayMs));
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString().slice(0, 19);
  if (serial < 1) return text.slice(11);
  return Number.isInteger(serial) ? text.slice(0, 10) : text.replace('T', ' ');
}

/** A number as spreadsheets show it: 0.3 for 0.30000000000000004. */
const shownNumber = (number: number): string => String(Number(number.toPrecision(15)));

/** The displayed value of a cell: text, number, date, boolean or error. */
export function cellText(cell: Element, values: WorkbookValues): string {
  const type = cell.attribs['t'] ?? 'n';
  const inline = childNamed(cell, 'is');
  if (type === 'inlineStr') return inline === undefined ? '' : textOf(inline);
  const value = childNamed(cell, 'v');
  const raw = value === undefined ? '' : rawText(value);
  if (raw === '') return '';
  if (type === 's') return values.sharedStrings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  const number = Number(raw);
  if (type !== 'n' || Number.isNaN(number)) return raw;
  const isDate = values.dateStyles[Number(cell.attribs['s'] ?? '-1')] === true;
  return isDate ? dateText(number, values.countsFrom1904) : shownNumber(number);
}

/** The column of a cell reference such as `AB12`, from 0; `undefined` without one. */
export function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
