import type { Element } from 'domhandler';

import type { GridCell, TableGrid } from '#shared/content/dom/table-grid.ts';

const alignments: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

function alignmentOf(cells: readonly (GridCell | undefined)[]): string {
  for (const cell of cells) {
    const { align = '', style = '' } = cell?.element.attribs ?? {};
    const named = align || (/text-align\s*:\s*(left|center|right)/i.exec(style)?.[1] ?? '');
    const alignment = alignments[named.toLowerCase()];
    if (alignment !== undefined) return alignment;
  }
  return '---';
}

const rowOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;

/** Merges rows of headings: `Sales` over `2023` becomes `Sales 2023`. */
function mergeHeadings(rows: readonly (readonly string[])[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, column) => {
    const parts = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    return [...new Set(parts)].join(' ');
  });
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/** The lines of a GFM table; none when all of its cells are empty. A spanned row repeats its text. */
export function markdownTable(grid: TableGrid, textOf: (cell: Element) => string): readonly string[] {
  const texts = new Map<Element, string>();
  const textAt = (cell: GridCell | undefined, isHeading: boolean): string => {
    if (cell === undefined || (cell.repeats === 'column' && !isHeading)) return '';
    const { element } = cell;
    const text = texts.get(element) ?? textOf(element);
    texts.set(element, text);
    return text;
  };
  const rows = grid.rows.map((row, index) => row.map((cell) => textAt(cell, index < grid.headerRows)));
  const isUsed = (_: unknown, column: number) => rows.some((row) => row[column] !== '');
  const used = (grid.rows[0] ?? []).map(isUsed);
  const usedOnly = (row: readonly string[]) => row.filter((_, column) => used[column] === true);
  const width = used.filter(Boolean).length;
  if (width === 0) return [];

  const header = mergeHeadings(rows.slice(0, grid.headerRows).map(usedOnly), width);
  const body = rows
    .slice(grid.headerRows)
    .map(usedOnly)
    .filter((row) => !isEmpty(row));
  if (body.length === 0 && isEmpty(header)) return [];
  const columns = Array.from({ length: used.length }, (_, column) =>
    grid.rows.slice(0, 3).map((row) => row[column]),
  );
  const delimiters = columns.filter((_, column) => used[column] === true).map(alignmentOf);
  return [header, delimiters, ...body].map(rowOf);
}
