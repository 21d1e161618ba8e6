import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import type { OfficeArchive } from './office-archive.ts';
import { relatedPart } from './office-relations.ts';
import { attributeOf, childAt, childNamed, childrenNamed, descendantsNamed } from './xml-elements.ts';

/**
 * What a number format (ECMA-376 18.8.31) shows. A code, such as a postal code, has at least so many `digits`; a percentage has
 * all `decimals`, but zeros only as many as are `required`.
 */
type NumberKind =
  | { readonly kind: 'number' | 'date' | 'duration' }
  | { readonly kind: 'code'; readonly digits: number }
  | { readonly kind: 'percentage'; readonly decimals: number; readonly required: number };

/** Shared values of a workbook, which cells refer to by number. */
export interface WorkbookValues {
  readonly sharedStrings: readonly string[];
  /** What numbers are, by style number. */
  readonly numberKinds: readonly NumberKind[];
  /** Whether days are counted from 1904, as in files of old Macintosh versions. */
  readonly countsFrom1904: boolean;
}

/** A text without the escapes of characters that XML cannot hold: `_x000D_` (ECMA-376-1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f]/g, '');

/** Text without the phonetic readings of Japanese cells. */
const textOf = (element: Element): string =>
  [...childrenNamed(element, 't'), ...childrenNamed(element, 'r').flatMap((run) => childrenNamed(run, 't'))]
    .map((part) => unescaped(rawText(part)))
    .join('');

const numbersBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Number formats of ECMA-376 18.8.30 that are not written out in the file: percentages, a duration, dates and times, also those of
 * Chinese, Japanese and Korean versions (27 to 36, 50 to 58).
 */
const dateFormats = [...numbersBetween(14, 22), ...numbersBetween(27, 36), 45, 47, ...numbersBetween(50, 58)];
const builtInFormats = new Map([
  ['9', '0%'],
  ['10', '0.00%'],
  ['46', '[h]:mm:ss'],
  ...dateFormats.map((id) => [String(id), 'yyyy-mm-dd'] as const),
]);

/** Excel writes at most 255. */
const maxFormatCharacters = 1_000;
/** Excel shows at most 30 decimals, and counts with fewer digits. */
const maxDigits = 30;

function numberKind(format: string): NumberKind {
  // Quoted words; signs that are shown as they are, leave a space of their width or fill the cell.
  const code = format.slice(0, maxFormatCharacters).replace(/"[^"]*"|[\\_*]./g, '');
  // Hours, minutes or seconds that are not started anew each day, hour or minute.
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return { kind: 'duration' };
  const [shown = ''] = code.replace(/\[[^\]]*\]/g, '').split(';');
  if (/[ymdh]/i.test(shown)) return { kind: 'date' };
  const digits = /^0{2,}(?=;|$)/.exec(format)?.[0].length;
  if (digits !== undefined) return { kind: 'code', digits: Math.min(digits, maxDigits) };
  if (!shown.includes('%')) return { kind: 'number' };
  const places = /\.([0#?]*)/.exec(shown)?.[1]?.slice(0, maxDigits) ?? '';
  return { kind: 'percentage', decimals: places.length, required: places.lastIndexOf('0') + 1 };
}

function numberKinds(archive: OfficeArchive, workbook: string): readonly NumberKind[] {
  const styles = archive.xml(relatedPart(archive, workbook, 'styles', 'xl/styles.xml'));
  const own = new Map(
    descendantsNamed(styles, 'numFmt').map((format) => [
      attributeOf(format, 'numFmtId') ?? '',
      attributeOf(format, 'formatCode') ?? '',
    ]),
  );
  return descendantsNamed(childAt(styles, 'styleSheet', 'cellXfs'), 'xf').map((style) => {
    const id = attributeOf(style, 'numFmtId') ?? '0';
    return numberKind(own.get(id) ?? builtInFormats.get(id) ?? '');
  });
}

/** The values of the workbook whose main part is `workbook`. */
export function workbookValues(archive: OfficeArchive, workbook: string): WorkbookValues {
  const properties = childAt(archive.xml(workbook), 'workbook', 'workbookPr');
  const strings = archive.xml(relatedPart(archive, workbook, 'sharedStrings', 'xl/sharedStrings.xml'));
  return {
    sharedStrings: descendantsNamed(strings, 'si').map(textOf),
    numberKinds: numberKinds(archive, workbook),
    countsFrom1904: /^(?:1|true)$/.test(properties?.attribs['date1904'] ?? ''),
  };
}

const dayMs = 86_400_000;
const daysTo1970 = { from1900: 25_569, from1904: 24_107 };

/** 1900 has a 29 February, serial 60, in workbooks: days before it count from one day later. */
const missingLeapDay = 60;

/** A serial number of days as an ISO date, with the time if it has one. */
function dateText(serial: number, countsFrom1904: boolean): string {
  const isBeforeLeapDay = !countsFrom1904 && serial >= 1 && serial < missingLeapDay;
  const start = countsFrom1904 ? daysTo1970.from1904 : daysTo1970.from1900;
  const days = serial - start + (isBeforeLeapDay ? 1 : 0);
  const date = new Date(Math.round(days * dayMs));
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString().slice(0, 19);
  if (serial < 1) return text.slice(11);
  return Number.isInteger(serial) ? text.slice(0, 10) : text.replace('T', ' ');
}

/** Days as hours, minutes and seconds: 30:15:00. */
function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const twoDigits = (value: number): string => String(value % 60).padStart(2, '0');
  const sign = days < 0 ? '-' : '';
  return `${sign}${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`;
}

/** A number with as many digits as spreadsheets count with: 0.3 for 0.30000000000000004. */
const rounded = (number: number): number => Number(number.toPrecision(15));

const codeText = (number: number, digits: number): string =>
  `${number < 0 ? '-' : ''}${String(Math.abs(Math.round(number))).padStart(digits, '0')}`;

function percentageText(number: number, decimals: number, required: number): string {
  const text = rounded(number * 100).toFixed(decimals);
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, required) + fraction.slice(required).replace(/0+$/, '');
  return `${whole}${kept === '' ? '' : `.${kept}`}%`;
}

function numberText(number: number, shown: NumberKind, countsFrom1904: boolean): string {
  switch (shown.kind) {
    case 'date':
      return dateText(number, countsFrom1904);
    case 'duration':
      return durationText(number);
    case 'code':
      return codeText(number, shown.digits);
    case 'percentage':
      return percentageText(number, shown.decimals, shown.required);
    case 'number':
    default:
      return String(rounded(number));
  }
}

/**
 * The value of a cell: text, boolean, error, number, code and percentage as they are displayed, date and time in the form of
 * ISO 8601, or duration in hours, minutes and seconds.
 */
export function cellText(cell: Element, values: WorkbookValues): string {
  const type = cell.attribs['t'] ?? 'n';
  const inline = childNamed(cell, 'is');
  if (type === 'inlineStr') return inline === undefined ? '' : textOf(inline);
  const value = childNamed(cell, 'v');
  const raw = value === undefined ? '' : rawText(value);
  if (raw === '') return '';
  if (type === 's') return values.sharedStrings[Number(raw)] ?? '';
  if (type === 'str') return unescaped(raw);
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  const number = Number(raw);
  if (type !== 'n' || Number.isNaN(number)) return raw;
  const shown = values.numberKinds[Number(cell.attribs['s'] ?? '-1')] ?? { kind: 'number' };
  return numberText(number, shown, values.countsFrom1904);
}

/** The column of a cell reference such as `AB12`, from 0; `undefined` without one. */
export function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
