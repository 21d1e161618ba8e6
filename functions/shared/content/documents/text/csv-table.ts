import { requireCells } from '#shared/content/dom/document-limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** How much of a text shows its delimiter. */
const sample = { characters: 10_000, records: 10 };

/** How often each delimiter occurs outside quotes, by record, without empty records and one that the sample cuts. */
function delimiterCounts(text: string): readonly (readonly number[])[] {
  const records: number[][] = [];
  let counts = delimiters.map(() => 0);
  let start = 0;
  let index = 0;
  const endRecord = (): void => {
    if (text.slice(start, index).trim() !== '') records.push(counts);
    counts = delimiters.map(() => 0);
    start = index + 1;
  };
  let isFieldStart = true;
  for (; index < text.length && index < sample.characters && records.length < sample.records; index += 1) {
    const character = text[index] ?? '';
    const delimiter = delimiters.findIndex((known) => known === character);
    const isBreak = character === '\n' || character === '\r';
    if (isFieldStart && character === '"') index = closingQuote(text, index);
    if (delimiter !== -1) counts[delimiter] = (counts[delimiter] ?? 0) + 1;
    if (isBreak) endRecord();
    isFieldStart = delimiter !== -1 || isBreak;
  }
  if (index >= text.length || records.length === 0) endRecord();
  return records;
}

/** Commas that are no decimal commas: not between digits. */
const listComma = /(?<!\d),|,(?!\d)/;

/** The delimiter that occurs equally often in the first records. */
function delimiterOf(text: string): string {
  const records = delimiterCounts(text);
  let best = ',';
  let bestScore = 0;
  for (const [at, delimiter] of delimiters.entries()) {
    const counts = records.map((record) => record[at] ?? 0);
    const least = Math.min(...counts);
    const score = least * 10 + Math.max(...counts, 0) / 100;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  if (best !== ',' || listComma.test(text.slice(0, sample.characters))) return best;
  const isConstant = (at: number): boolean =>
    records.every((record) => (record[at] ?? 0) > 0 && record[at] === records[0]?.[at]);
  return delimiters.find((delimiter, at) => delimiter !== ',' && isConstant(at)) ?? best;
}

/** The line in which Excel names the delimiter of a file. */
const delimiterLine = /^"?sep=([^"\r\n])"?(?:\r\n?|\n)/i;

/**
 * The rows of a CSV text (RFC 4180). The delimiter is the one that a first line `sep=;` names, or is detected. Rows may differ in
 * length. Throws TOO_LARGE.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const whole = withoutMark(text);
  const [line = '', named] = delimiterLine.exec(whole) ?? [];
  const source = whole.slice(line.length);
  const delimiter = named ?? delimiterOf(source);
  return parseRows(source, delimiter, true);
}

/** Whether every quote is around a whole field, or doubled within one, as spreadsheets write them. */
function quotesAreAroundFields(source: string, delimiter: string): boolean {
  const isEdge = (character: string | undefined): boolean =>
    character === undefined || [delimiter, '\n', '\r'].includes(character);
  let start = source.indexOf('"');
  while (start !== -1) {
    const end = closingQuote(source, start);
    if (end === source.length || !isEdge(source[start - 1]) || !isEdge(source[end + 1])) return false;
    start = source.indexOf('"', end + 1);
  }
  return true;
}

/**
 * The rows of tab-separated text. A quotation mark is a character like any other
 * (https://www.iana.org/assignments/media-types/text/tab-separated-values), unless all of them quote fields as in CSV, as spreadsheets
 * write them. A text without tabs is read as CSV if that gives rows of equal length. Throws TOO_LARGE.
 */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const source = withoutMark(text);
  if (!source.includes('\t')) {
    const rows = parseCsv(source);
    const width = rows[0]?.length ?? 0;
    if (width > 1 && rows.every((row) => row.length === width)) return rows;
  }
  return parseRows(source, '\t', quotesAreAroundFields(source, '\t'));
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

function parseRows(source: string, delimiter: string, hasQuotes: boolean): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let index = 0;
  let cells = 0;
  while (index < source.length) {
    let field: string;
    if (hasQuotes && source[index] === '"') {
      const [value, end] = quotedField(source, index, delimiter);
      field = value;
      index = end;
    } else {
      const end = fieldEnd(source, index, delimiter);
      field = source.slice(index, end);
      index = end;
    }
    row.push(field.trim());
    cells += 1;
    requireCells(cells);
    if (source[index] === delimiter) {
      index += 1;
      if (index === source.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    if (source[index] === '\r') index += 1;
    if (source[index] === '\n') index += 1;
  }
  return rows.filter((fields) => fields.some((field) => field !== ''));
}

/** The position of the quote that closes the one at `start`; the end of a text that does not close it. */
function closingQuote(source: string, start: number): number {
  let quote = source.indexOf('"', start + 1);
  while (quote !== -1 && source[quote + 1] === '"') quote = source.indexOf('"', quote + 2);
  return quote === -1 ? source.length : quote;
}

/** The value, and the position of the next delimiter: stray characters after a closing quote are dropped. */
function quotedField(source: string, start: number, delimiter: string): readonly [string, number] {
  const quote = closingQuote(source, start);
  const value = source.slice(start + 1, quote).replaceAll('""', '"');
  return [value, fieldEnd(source, quote + 1, delimiter)];
}

function fieldEnd(source: string, start: number, delimiter: string): number {
  let index = start;
  while (
    index < source.length &&
    source[index] !== delimiter &&
    source[index] !== '\n' &&
    source[index] !== '\r'
  )
    index += 1;
  return index;
}
