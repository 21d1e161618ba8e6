import { type ChildNode, type Element, isTag } from 'domhandler';

import { findElement, rawText } from './element-text.ts';

export interface GridCell {
  readonly element: Element;
  /** Whether the slot repeats a cell that began further left or further up. */
  readonly repeats: 'no' | 'column' | 'row';
}

export interface TableGrid {
  /** Rows of one length (unless too wide for data); `undefined` where the page has no cell. */
  readonly rows: readonly (readonly (GridCell | undefined)[])[];
  readonly headerRows: number;
  readonly caption: Element | undefined;
  /** Cells above the rows that span all columns: they name the table, not a column. */
  readonly titles: readonly Element[];
}

/** Wider tables are no data; a wider span is a mistake or an attack. */
const maxColumns = 200;
/** Once the spans of a table cover this many slots, further cells take one slot each. */
const maxSlots = 200_000;

const sections = new Set(['tbody', 'thead', 'tfoot']);
const isCell = (node: ChildNode): node is Element =>
  isTag(node) && (node.name === 'td' || node.name === 'th');

interface Row {
  readonly element: Element;
  readonly cells: readonly Element[];
  readonly inHead: boolean;
}

/** The rows of a table, without those of tables inside. */
export function allRowsOf(table: Element): readonly Row[] {
  const rows: Row[] = [];
  const collect = (children: readonly ChildNode[], inHead: boolean): void => {
    for (const child of children) {
      if (!isTag(child)) continue;
      if (child.name === 'tr') rows.push({ element: child, cells: child.children.filter(isCell), inHead });
      else if (sections.has(child.name)) collect(child.children, inHead || child.name === 'thead');
    }
  };
  collect(table.children, false);
  return rows;
}

/** The rows of a table that have cells. */
export const rowsOf = (table: Element): readonly Row[] =>
  allRowsOf(table).filter(({ cells }) => cells.length > 0);

const spanOf = (cell: Element, name: 'colspan' | 'rowspan', limit: number): number => {
  const span = Number.parseInt(cell.attribs[name] ?? '1', 10);
  return Math.min(Math.max(span || 1, 1), limit);
};

class GridBuilder {
  readonly rows: (GridCell | undefined)[][] = [];
  #slots = 0;
  readonly #height: number;

  constructor(height: number) {
    this.#height = height;
    for (let row = 0; row < height; row++) this.rows.push([]);
  }

  /** Puts a cell into the first free slot of its row from `column` on; returns the column after it. */
  place(cell: Element, row: number, from: number): number {
    const line = this.rows[row] ?? [];
    let column = from;
    while (line[column] !== undefined) column += 1;
    const isFull = this.#slots >= maxSlots;
    const width = isFull ? 1 : spanOf(cell, 'colspan', Math.max(maxColumns - column, 1));
    const height = isFull ? 1 : spanOf(cell, 'rowspan', this.#height - row);
    for (let down = 0; down < height; down++)
      for (let right = 0; right < width; right++) this.#set(cell, row, column, down, right);
    return column + width;
  }

  finish(): readonly (readonly (GridCell | undefined)[])[] {
    let width = 0;
    for (const row of this.rows) width = Math.max(width, row.length);
    if (width > maxColumns) return this.rows;
    return this.rows.map((row) => Array.from({ length: width }, (_, column) => row[column]));
  }

  #set(element: Element, row: number, column: number, down: number, right: number): void {
    this.#slots += 1;
    const line = this.rows[row + down];
    if (line === undefined || line[column + right] !== undefined) return;
    line[column + right] = { element, repeats: right > 0 ? 'column' : down > 0 ? 'row' : 'no' };
  }
}

/** The names of columns are words; years may be either. */
const isNumber = (cell: Element): boolean => /^[\s\d.,%$€£+-]*\d[\s\d.,%$€£+-]*$/.test(rawText(cell, 40));

/** Two columns are more often names and values. */
const minColumns = 3;

/** Whether each row but the first begins with the heading of that row, so that the first has those of the columns. */
const areRowsNamed = ([first, ...others]: readonly Row[]): boolean =>
  first !== undefined &&
  others.length > 0 &&
  first.cells.length >= minColumns &&
  first.cells.every((cell) => cell.name === 'td' && !('colspan' in cell.attribs) && !isNumber(cell)) &&
  others.every(
    ({ cells: [heading, ...values] }) =>
      heading?.name === 'th' && values.length > 0 && values.every(({ name }) => name === 'td'),
  );

function countHeaderRows(rows: readonly Row[], hasRowHeadings: boolean): number {
  let inHead = 0;
  while (rows[inHead]?.inHead === true) inHead += 1;
  if (inHead > 0) return inHead;
  let allHeadings = 0;
  const isHeading = ({ cells }: Row) => cells.length > 1 && cells.every(({ name }) => name === 'th');
  while (allHeadings < rows.length) {
    const row = rows[allHeadings];
    if (row === undefined || !isHeading(row)) break;
    allHeadings += 1;
  }
  if (allHeadings > 0) return Math.min(allHeadings, rows.length);
  // A single column of headings is a table with a header: `<tr><th>Name</th></tr>`.
  if (hasRowHeadings && rows[0]?.cells.length === 1 && rows[0].cells[0]?.name === 'th' && rows.length > 1)
    return 1;
  return hasRowHeadings && !areRowsNamed(rows) ? 0 : 1;
}

/** Rows that a table must have below its titles. Two rows alone may as well be a name and its value. */
const minRowsBelow = 2;

function titlesOf(rows: readonly Row[], grid: TableGrid['rows']): readonly Element[] {
  const titles: Element[] = [];
  for (const [at, { cells }] of rows.slice(0, -minRowsBelow).entries()) {
    const [cell] = cells;
    const slots = grid[at] ?? [];
    const spansAll = slots.length > 1 && slots.every((place) => place?.element === cell);
    if (cell === undefined || !spansAll || spanOf(cell, 'rowspan', 2) > 1) break;
    titles.push(cell);
  }
  return titles;
}

/** The cells of a table by row and column, spans resolved. */
export function tableGrid(table: Element, isChosen: (row: Element) => boolean = () => true): TableGrid {
  const rows = rowsOf(table).filter(({ cells }) => isChosen(cells[0]?.parent as Element));
  const builder = new GridBuilder(rows.length);
  for (const [index, { cells }] of rows.entries()) {
    let column = 0;
    for (const cell of cells) column = builder.place(cell, index, column);
  }
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption');
  const grid = builder.finish();
  const titles = titlesOf(rows, grid);
  const hasHeadings = rows.some(({ cells }) => cells.some(({ name }) => name === 'th'));
  return {
    rows: grid.slice(titles.length),
    headerRows: countHeaderRows(rows.slice(titles.length), hasHeadings),
    caption,
    titles,
  };
}

const hasHeadings = (table: Element): boolean =>
  findElement(
    table,
    (element) =>
      element.name === 'th' ||
      element.name === 'thead' ||
      (element.name === 'caption' && rawText(element, 200).trim() !== ''),
  ) !== undefined;

const maxCellCharacters = 1200;

/** Characters of text; markup may be indented by many spaces. */
const lengthOf = (cell: Element): number => rawText(cell).replaceAll(/\s+/g, ' ').trim().length;

const isHeading = ({ name }: Element): boolean => /^h[2-6]$/.test(name);
const minRegularSize = 3;
const maxRegularCharacters = 120;
const minFilledShare = 0.7;

/** Whether a table has several rows and columns of short values, and headings only as names of its rows or columns. */
function isRegular(rows: TableGrid['rows'], width: number): boolean {
  if (width < minRegularSize || rows.length < minRegularSize) return false;
  const others = rows.slice(1).flatMap((row) => row.slice(1));
  if (others.some((cell) => cell?.repeats === 'no' && findElement(cell.element, isHeading) !== undefined))
    return false;
  const lengths = rows.flatMap((row) =>
    row.map((cell) => (cell?.repeats === 'no' ? lengthOf(cell.element) : 0)),
  );
  const filled = lengths.filter((length) => length > 0).length;
  return (
    filled >= minFilledShare * rows.length * width &&
    lengths.every((length) => length <= maxRegularCharacters)
  );
}

const isImage = ({ name }: Element): boolean => name === 'img' || name === 'picture';

const isFilled = (cell: GridCell | undefined): boolean =>
  cell?.repeats === 'no' &&
  (rawText(cell.element).trim() !== '' || findElement(cell.element, isImage) !== undefined);

/** Whether no row has more than one cell with content: the others keep a distance. */
const hasSingleCells = (rows: TableGrid['rows']): boolean =>
  rows.every((row) => row.filter(isFilled).length < 2);

const holdsHeading = (rows: TableGrid['rows']): boolean =>
  rows.some((row) =>
    row.some((cell) => cell?.repeats === 'no' && findElement(cell.element, isHeading) !== undefined),
  );

const isTable = ({ name }: Element): boolean => name === 'table';
/** One name is the title of a box. */
const minNamedColumns = 2;

/** Whether the first row names the columns. */
function hasNamedColumns(table: Element): boolean {
  const [names, ...others] = rowsOf(table);
  return (
    names !== undefined &&
    others.length > 0 &&
    (names.inHead || names.cells.every(({ name }) => name === 'th')) &&
    names.cells.filter((cell) => rawText(cell, 200).trim() !== '').length >= minNamedColumns &&
    names.cells.every((cell) => findElement(cell, isTable) === undefined)
  );
}

/** Parts of pages; the posts of old forums are tables below the names of columns, too. */
const arrangesParts = ({ name }: Element): boolean => /^(?:table|img|hr|form|iframe|h[1-6])$/.test(name);

/** Whether a cell holds no table, or one with a short text. */
function holdsShortTable(cell: Element): boolean {
  const inner = findElement(cell, isTable);
  return (
    inner === undefined ||
    (findElement(inner, arrangesParts) === undefined && lengthOf(cell) <= maxCellCharacters)
  );
}

/** Whether a table has names of columns, and the tables in it are the content of its cells. */
const holdsTablesAsData = (table: Element): boolean =>
  hasNamedColumns(table) && rowsOf(table).every(({ cells }) => cells.every(holdsShortTable));

/** Whether a table only lays out the page: its cells are then read one after another. */
export function isLayoutTable(table: Element, { rows }: TableGrid): boolean {
  const role = table.attribs['role'];
  if (role === 'presentation' || role === 'none') return true;
  // The headline of the page.
  if (findElement(table, ({ name }) => name === 'h1') !== undefined) return true;
  if (findElement(table, isTable) !== undefined && !holdsTablesAsData(table)) return true;
  const width = Math.max(0, ...rows.slice(0, 100).map((row) => row.length));
  if (width > maxColumns || (width < 2 && rows.length < 2)) return true;
  if (hasHeadings(table)) return width === 0;
  if (width < 2 || rows.length < 2 || hasSingleCells(rows)) return true;
  const arrangesBlocks = ({ name }: Element) => /^(?:form|article|section|nav|iframe)$/.test(name);
  if (findElement(table, arrangesBlocks) !== undefined) return true;
  // A heading over all columns is the title of the table.
  if (holdsHeading(rows) && !isRegular(rows, width)) return true;
  return rows.some((row) =>
    row.some((cell) => cell?.repeats === 'no' && lengthOf(cell.element) > maxCellCharacters),
  );
}
