import { requireCells } from '#shared/content/dom/document-limits.ts';

const delimiters = [',', ';', '\t', '|'];

/** The delimiter that occurs equally often in the first lines. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .split('\n')
    .slice(0, 10)
    .filter((line) => line.trim() !== '');
  let best = ',';
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const least = Math.min(...counts);
    const score = least * 10 + Math.max(...counts, 0) / 100;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/** The rows of a CSV text (RFC 4180; the delimiter is detected). Rows may differ in length. Throws TOO_LARGE. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const source = text.replace(/^\ufeff/, '');
  const delimiter = delimiterOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let index = 0;
  let cells = 0;
  while (index < source.length) {
    let field: string;
    if (source[index] === '"') {
      const [value, end] = quotedField(source, index);
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

function quotedField(source: string, start: number): readonly [string, number] {
  const parts: string[] = [];
  let index = start + 1;
  for (;;) {
    const quote = source.indexOf('"', index);
    if (quote === -1) return [parts.join('') + source.slice(index), source.length];
    parts.push(source.slice(index, quote));
    if (source[quote + 1] !== '"') return [parts.join(''), skipToDelimiter(source, quote + 1)];
    parts.push('"');
    index = quote + 2;
  }
}

/** The position of the next delimiter: stray characters after a closing quote are dropped. */
function skipToDelimiter(source: string, from: number): number {
  let index = from;
  while (index < source.length && !',;\t|\r\n'.includes(source[index] ?? '')) index += 1;
  return index;
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
