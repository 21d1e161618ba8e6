import { AppError } from '#shared/kernel/errors.ts';

/** What a document may hold: documents are small on the wire and unpack to a thousand times as much. */
export const documentLimits = {
  /** Of all streams or parts that are unpacked to read its text. */
  unpackedBytes: 64_000_000,
  /** Of XML in one part, or of markup in a feed. */
  elements: 1_000_000,
  /** Of all tables and sheets, those included that only fill a row up to the width of its table. */
  cells: 1_000_000,
  /** Paragraphs, headings, lists and tables. */
  blocks: 200_000,
  /** Of JSON. Data that people make is a tenth as deep; parsers of many languages refuse a thousand levels. */
  jsonDepth: 200,
} as const;

const number = new Intl.NumberFormat('en');

/** TOO_LARGE with a sentence that names the limit: `The PDF has more than 500,000 pieces of text.` */
export const tooLarge = (subject: string, limit: number, unit: string): AppError =>
  new AppError('TOO_LARGE', `${subject} more than ${number.format(limit)} ${unit}.`);

/** Throws TOO_LARGE when `count` cells are more than a document may hold. */
export function requireCells(count: number): void {
  if (count > documentLimits.cells) throw tooLarge('The tables have', documentLimits.cells, 'cells');
}
