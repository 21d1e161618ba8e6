import { AppError } from '#shared/kernel/errors.ts';

/** Limits of a document. Documents are small on the wire and unpack to a thousand times as much. */
export const documentLimits = {
  unpackedBytes: 64_000_000,
  /** Files in an archive: as many as archives without extensions of the format hold. */
  archiveFiles: 65_535,
  /** XML elements in one part of an office document, or in a feed. */
  elements: 1_000_000,
  /** Cells in the file, over all tables and sheets. */
  cells: 1_000_000,
  /** Cells of the output, where every row is padded to the longest row of its table. */
  writtenCells: 2_000_000,
  /** Paragraphs, headings, lists and tables. */
  blocks: 200_000,
  /** Nesting levels of JSON. Many JSON parsers of other languages refuse more than 1,000. */
  jsonDepth: 200,
} as const;

/** TOO_LARGE with a sentence that names the limit: `The PDF has more than 500,000 pieces of text.` */
export const tooLarge = (subject: string, limit: number, unit: string): AppError =>
  new AppError('TOO_LARGE', `${subject} more than ${limit.toLocaleString('en')} ${unit}.`);

/** Throws TOO_LARGE when a document may not hold `count` cells. */
export function requireCells(count: number): void {
  if (count > documentLimits.cells) throw tooLarge('The tables have', documentLimits.cells, 'cells');
}

/** The rows, each padded to the length of the longest. Throws TOO_LARGE. */
export function rectangular(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  if (width * rows.length > documentLimits.writtenCells)
    throw tooLarge('The tables have', documentLimits.writtenCells, 'cells as they are written');
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}
