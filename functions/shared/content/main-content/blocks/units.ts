import { nameOf } from './page.ts';
import type { BlockTree } from './tree.ts';

/** Blocks from `from` up to `to`. */
export interface BlockRun {
  readonly from: number;
  readonly to: number;
}

/** A run of blocks that is kept or dropped as one. */
export interface Unit extends BlockRun {
  readonly kind: 'code' | 'table' | 'list';
}

/** Cells of a table of data hold a value; cells of a table that lays out a page or a post hold many parts of it. */
const mostBlocksACell = 2;
const fewestRows = 2;
/** So many rows with a heading of their own are data, whatever a cell among them holds. */
const fewestHeadedRows = 4;

function isDataTable(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  let cells = 0;
  let rows = 0;
  let headedRows = 0;
  let isHeaded = true;
  let isPlain = true;
  for (let below = node + 1; below < end; below++) {
    const name = nameOf(tree, below);
    if (name === 'table' || name === 'form') return false;
    if (name === 'tr') {
      rows += 1;
      isHeaded = false;
    }
    if (name !== 'td' && name !== 'th') continue;
    cells += 1;
    if (name === 'th' && !isHeaded) {
      headedRows += 1;
      isHeaded = true;
    }
    isPlain &&= (tree.to[below] ?? 0) - (tree.from[below] ?? 0) <= mostBlocksACell;
  }
  const isHeadedData = headedRows >= fewestHeadedRows && headedRows * 2 >= rows;
  return isHeadedData || (isPlain && rows >= fewestRows && cells > rows);
}

/** More entries are a list of things, each of which may be content or not. */
const mostEntries = 30;
/** Lists whose words are links lead elsewhere. */
const mostLinked = 0.3;

/** Whether the entries of a list are a line of text each. */
function isListOfLines(tree: BlockTree, node: number): boolean {
  const name = nameOf(tree, node);
  if (name !== 'ol' && name !== 'ul') return false;
  const end = tree.end[node] ?? node;
  const entries = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
  if (entries < 2 || entries > mostEntries) return false;
  let items = 0;
  for (let below = node + 1; below < end; below++) {
    const inner = nameOf(tree, below);
    if (inner === 'ul' || inner === 'ol' || inner === 'table' || inner === 'form' || inner === 'pre')
      return false;
    if (inner === 'li') items += 1;
  }
  return items === entries;
}

/** Lists of steps or ingredients. */
function isPlain(tree: BlockTree, list: number): boolean {
  const blocks = tree.blocks.slice(tree.from[list], tree.to[list]);
  const linked = blocks.reduce((sum, { linkWords }) => sum + linkWords, 0);
  const words = blocks.reduce((sum, { shape }) => sum + shape.words, 0);
  return linked <= mostLinked * words;
}

/** The lists whose entries are a line each, also those that lead elsewhere. */
export const listsOfLines = (tree: BlockTree): readonly BlockRun[] =>
  tree.nodes.flatMap((_, node) =>
    isListOfLines(tree, node) ? [{ from: tree.from[node] ?? 0, to: tree.to[node] ?? 0 }] : [],
  );

function kindOfUnit(tree: BlockTree, node: number): Unit['kind'] | undefined {
  const name = nameOf(tree, node);
  if (name === 'pre') return 'code';
  if (name === 'table') return isDataTable(tree, node) ? 'table' : undefined;
  return isListOfLines(tree, node) && isPlain(tree, node) ? 'list' : undefined;
}

/** Code blocks, tables of data and plain lists, none inside another. */
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
