import { elementAt, nameOf } from './page.ts';
import type { BlockTree } from './tree.ts';

/** The blocks `from … to - 1`. */
export interface BlockRun {
  readonly from: number;
  readonly to: number;
}

/** The blocks below a node. */
export const blocksOf = ({ from, to }: BlockTree, node: number): BlockRun => ({
  from: from[node] ?? 0,
  to: to[node] ?? 0,
});

/** A run of blocks that is kept or dropped as a whole. */
export interface Unit extends BlockRun {
  readonly kind: 'code' | 'table' | 'list';
}

/** Cells of a data table hold a value; cells of a layout table hold many parts of a page or post. */
const maxBlocksPerCell = 2;
const minRows = 2;
/** This many rows with a heading cell make a data table, whatever its other cells hold. */
const minHeadedRows = 4;

/** This many rows make a data table when each has a label. */
const minLabelledRows = 2;
const maxLabelWords = 6;
const strong = new Set(['b', 'strong']);

/** Whether a cell says what the cell beside it is about, in one line that is bold or ends with a colon. */
function isLabel(tree: BlockTree, cell: number): boolean {
  const from = tree.from[cell] ?? 0;
  const block = tree.blocks[from];
  if (block === undefined || (tree.to[cell] ?? 0) - from !== 1) return false;
  if (block.shape.words > maxLabelWords || block.linkWords > 0) return false;
  let first = cell + 1;
  while (nameOf(tree, first) === 'p') first += 1;
  return block.text.endsWith(':') || strong.has(nameOf(tree, first));
}

const isHeadingOfRow = (tree: BlockTree, cell: number): boolean =>
  nameOf(tree, cell) === 'th' && elementAt(tree, cell)?.attribs['scope'] === 'row';

/** The cells of a table by row; none where it holds another table or a form. */
function cellsByRow(tree: BlockTree, node: number): readonly (readonly number[])[] {
  const end = tree.end[node] ?? node;
  const rows: number[][] = [];
  for (let below = node + 1; below < end; below++) {
    const name = nameOf(tree, below);
    if (name === 'table' || name === 'form') return [];
    if (name === 'tr') rows.push([]);
    else if (name === 'td' || name === 'th') rows.at(-1)?.push(below);
  }
  return rows;
}

/** Whether each row of a table is a label with its value. */
const isLabelled = (tree: BlockTree, rows: readonly (readonly number[])[]): boolean =>
  rows.length >= minLabelledRows &&
  rows.every(([label, ...values]) => {
    if (label === undefined) return false;
    return isHeadingOfRow(tree, label) || (values.length === 1 && isLabel(tree, label));
  });

/** Whether a table has a heading for each column, and a cell for each in every row. */
function hasColumns(tree: BlockTree, rows: readonly (readonly number[])[]): boolean {
  const [headings = [], ...others] = rows;
  return (
    headings.length > 1 &&
    headings.every((cell) => nameOf(tree, cell) === 'th') &&
    others.length >= minRows &&
    others.every((row) => row.length === headings.length)
  );
}

function isDataTable(tree: BlockTree, node: number): boolean {
  const rows = cellsByRow(tree, node);
  const cells = rows.flat();
  const headedRows = rows.filter((row) => row.some((cell) => nameOf(tree, cell) === 'th')).length;
  const isPlain = cells.every((cell) => (tree.to[cell] ?? 0) - (tree.from[cell] ?? 0) <= maxBlocksPerCell);
  const isHeadedData = headedRows >= minHeadedRows && headedRows * 2 >= rows.length;
  return (
    isHeadedData ||
    (isPlain && rows.length >= minRows && cells.length > rows.length) ||
    isLabelled(tree, rows) ||
    hasColumns(tree, rows)
  );
}

/** Longer lists may have content and boilerplate among their entries. */
const maxEntries = 30;
/** Lists with a larger share of words in links are link lists. */
const maxLinkedShare = 0.3;

function isListOfLines(tree: BlockTree, node: number): boolean {
  const name = nameOf(tree, node);
  if (name !== 'ol' && name !== 'ul') return false;
  const end = tree.end[node] ?? node;
  const entries = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
  if (entries < 2 || entries > maxEntries) return false;
  let items = 0;
  for (let below = node + 1; below < end; below++) {
    const inner = nameOf(tree, below);
    if (inner === 'ul' || inner === 'ol' || inner === 'table' || inner === 'form' || inner === 'pre')
      return false;
    if (inner === 'li') items += 1;
  }
  return items === entries;
}

/** Whether few words are in links, as in steps or ingredients. */
function isPlain(tree: BlockTree, list: number): boolean {
  const blocks = tree.blocks.slice(tree.from[list], tree.to[list]);
  const linked = blocks.reduce((sum, { linkWords }) => sum + linkWords, 0);
  const words = blocks.reduce((sum, { shape }) => sum + shape.words, 0);
  return linked <= maxLinkedShare * words;
}

export interface ListOfLines extends BlockRun {
  readonly node: number;
}

/** The lists whose entries are one line each, link lists included. */
export const listsOfLines = (tree: BlockTree): readonly ListOfLines[] =>
  tree.nodes.flatMap((_, node) => (isListOfLines(tree, node) ? [{ ...blocksOf(tree, node), node }] : []));

const minTerms = 2;

/** Whether a `dl` has terms with definitions, and no larger part of a page: it is read as a whole. */
function isDefinitionList(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  let terms = 0;
  let definitions = 0;
  for (let below = node + 1; below < end; below++) {
    const inner = nameOf(tree, below);
    if (inner === 'dl' || inner === 'table' || inner === 'form' || inner === 'ul') return false;
    if (inner === 'dt') terms += 1;
    if (inner === 'dd') definitions += 1;
  }
  return terms >= minTerms && definitions >= terms / 2;
}

function kindOfUnit(tree: BlockTree, node: number): Unit['kind'] | undefined {
  const name = nameOf(tree, node);
  if (name === 'pre') return 'code';
  if (name === 'dl') return isDefinitionList(tree, node) ? 'list' : undefined;
  if (name === 'table') return isDataTable(tree, node) ? 'table' : undefined;
  return isListOfLines(tree, node) && isPlain(tree, node) ? 'list' : undefined;
}

/** Code blocks, data tables, plain lists and lists of definitions; none is inside another. */
export function indivisibleUnits(tree: BlockTree): readonly Unit[] {
  const units: Unit[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const kind = to > from ? kindOfUnit(tree, node) : undefined;
    if (kind !== undefined) {
      units.push({ from, to, kind });
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return units;
}
