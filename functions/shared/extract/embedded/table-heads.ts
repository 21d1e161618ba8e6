import type { Block, Line } from '#shared/content/formats/page-lines.ts';

export type IsName = (text: string) => boolean;

/** The rows of a table and of its sections; those of tables in its cells are their own. */
export const rowsOf = (table: Block): readonly Block[] =>
  table.children.flatMap((child) =>
    child.name === 'tr' ? [child] : child.name === 'table' ? [] : rowsOf(child),
  );

export const textOfCell = ({ start, end }: Block, lines: readonly Line[]): string =>
  end > start ? (lines[start]?.text ?? '') : '';

const isOfHeaderCells = ({ children }: Block): boolean =>
  children.length > 1 && children.every(({ name }) => name === 'th');

/** Share of the rows that begin with a name, from which all rows are pairs of a name and a value. */
const minNamedShare = 0.5;

/** Markdown has no table without a head: the first of its pairs is one. */
const arePairs = (rows: readonly Block[], lines: readonly Line[], isName: IsName): boolean =>
  rows.every(({ children }) => children.length === 2) &&
  rows.filter(({ children: [first] }) => first !== undefined && isName(textOfCell(first, lines))).length >=
    rows.length * minNamedShare;

/** Whether a row of header cells names the columns of the rows below it. */
export const isHeadOf = (
  row: Block,
  below: readonly Block[],
  lines: readonly Line[],
  isName: IsName,
): boolean =>
  isOfHeaderCells(row) && below.some((other) => !isOfHeaderCells(other)) && !arePairs(below, lines, isName);

/** The rows of all tables in a block that name columns: the first row of each. */
export function headRows(
  block: Block,
  lines: readonly Line[],
  isName: IsName,
  found = new Set<Block>(),
): ReadonlySet<Block> {
  if (block.name === 'table') {
    const [first, ...below] = rowsOf(block);
    if (first !== undefined && isHeadOf(first, below, lines, isName)) found.add(first);
  }
  for (const child of block.children) headRows(child, lines, isName, found);
  return found;
}
