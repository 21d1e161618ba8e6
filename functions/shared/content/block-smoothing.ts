import type { BlockContext } from './block-context.ts';
import { type BlockPage, nameOf, RunningSum } from './block-page.ts';
import { blockPeers } from './block-peers.ts';
import type { BlockTree } from './block-tree.ts';

/** Blocks from `from` up to `to`. */
export interface BlockRun {
  readonly from: number;
  readonly to: number;
}

/** A run of blocks that is kept or dropped as one. */
export interface Unit extends BlockRun {
  readonly kind: 'code' | 'table' | 'list';
}

/** Words count a little even where there are none: a run of pictures is a run, too. */
const leastWords = 0.5;

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

/** A list whose entries are a line of text each, such as steps or ingredients. */
function isPlainList(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  const entries = (tree.to[node] ?? 0) - (tree.from[node] ?? 0);
  if (entries < 2 || entries > mostEntries) return false;
  let items = 0;
  for (let below = node + 1; below < end; below++) {
    const name = nameOf(tree, below);
    if (name === 'ul' || name === 'ol' || name === 'table' || name === 'form' || name === 'pre') return false;
    if (name === 'li') items += 1;
  }
  const blocks = tree.blocks.slice(tree.from[node], tree.to[node]);
  const linked = blocks.reduce((sum, { linkWords }) => sum + linkWords, 0);
  const words = blocks.reduce((sum, { shape }) => sum + shape.words, 0);
  return items === entries && linked <= mostLinked * words;
}

function kindOfUnit(tree: BlockTree, node: number): Unit['kind'] | undefined {
  const name = nameOf(tree, node);
  if (name === 'pre') return 'code';
  if (name === 'table') return isDataTable(tree, node) ? 'table' : undefined;
  return (name === 'ol' || name === 'ul') && isPlainList(tree, node) ? 'list' : undefined;
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

const wordsBefore = (tree: BlockTree, value: (block: number) => number): RunningSum =>
  new RunningSum(
    tree.blocks.length,
    (block) => ((tree.blocks[block]?.shape.words ?? 0) + leastWords) * value(block),
  );

/** Gives all blocks of a unit the mean chance of its words, so that no threshold lies between them. */
export function levelUnits(tree: BlockTree, units: readonly Unit[], chances: Float32Array): Float32Array {
  const level = Float32Array.from(chances);
  const words = wordsBefore(tree, () => 1);
  const kept = wordsBefore(tree, (block) => chances[block] ?? 0);
  for (const { from, to } of units) level.fill(kept.over(from, to) / words.over(from, to), from, to);
  return level;
}

/** How far a block gives up its own chance for the mean of its peers. */
const peerShare = 0.6;

/** Draws the chances of peers together: of ten posts, the ninth is content when the others are. */
export function drawPeersTogether(tree: BlockTree, peers: Int32Array, chances: Float32Array): Float32Array {
  const words = new Map<number, number>();
  const kept = new Map<number, number>();
  peers.forEach((group, block) => {
    const count = (tree.blocks[block]?.shape.words ?? 0) + leastWords;
    words.set(group, (words.get(group) ?? 0) + count);
    kept.set(group, (kept.get(group) ?? 0) + count * (chances[block] ?? 0));
  });
  return chances.map((chance, block) => {
    const group = peers[block] ?? -1;
    if (group < 0) return chance;
    const mean = (kept.get(group) ?? 0) / (words.get(group) ?? 1);
    return chance + peerShare * (mean - chance);
  });
}

/** Chances smoothed along the tree: among peers, then within what is kept or dropped as one. */
export function smoothChances(
  context: BlockContext,
  units: readonly Unit[],
  chances: Float32Array,
): Float32Array {
  const { tree } = context;
  return levelUnits(tree, units, drawPeersTogether(tree, blockPeers(context), chances));
}

/** Takes a unit whole when most of its words are accepted, else leaves it whole. */
export function settleUnits(tree: BlockTree, units: readonly Unit[], accepted: Uint8Array): Uint8Array {
  const settled = Uint8Array.from(accepted);
  const words = wordsBefore(tree, () => 1);
  const kept = wordsBefore(tree, (block) => accepted[block] ?? 0);
  for (const { from, to } of units)
    settled.fill(kept.over(from, to) >= words.over(from, to) / 2 ? 1 : 0, from, to);
  return settled;
}

/** A code block or table that is content with less than this chance is not taken for its neighbours' sake. */
const leastInGap = 0.03;

/** Takes a table or code block that stands between accepted blocks: it belongs to the text that it interrupts. */
export function fillGaps(units: readonly Unit[], chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  for (const { from, to } of units)
    if (accepted[from - 1] === 1 && accepted[to] === 1 && (chances[from] ?? 0) >= leastInGap)
      filled.fill(1, from, to);
  return filled;
}

/** A section with an accepted heading is taken when its words are content with this chance, on the whole. */
const leastUnderHeading = 0.3;

/** No accepted heading stands alone: it brings the section under it, or goes when that is none. */
export function settleHeadings(page: BlockPage, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const { tree, headingLevel } = page;
  const settled = Uint8Array.from(accepted);
  const words = wordsBefore(tree, () => 1);
  const likely = wordsBefore(tree, (block) => chances[block] ?? 0);
  const taken = new RunningSum(page.count, (block) => accepted[block] ?? 0);
  let nextHeading = page.count;
  for (let block = page.count - 1; block >= 0; block--) {
    const level = headingLevel[block] ?? 0;
    if (level === 0) continue;
    const from = block + 1;
    const around = page.wider[tree.blocks[block]?.container ?? -1] ?? -1;
    const to = Math.min(nextHeading, around < 0 ? page.count : (tree.to[around] ?? 0));
    nextHeading = block;
    if (accepted[block] === 0 || to <= from || taken.over(from, to) > 0) continue;
    if (likely.over(from, to) >= leastUnderHeading * words.over(from, to)) settled.fill(1, from, to);
    else if (level > 1) settled[block] = 0;
  }
  return settled;
}

/** From this share of accepted words on a container is taken whole, … */
const mostlyAccepted = 0.85;
/** … unless it holds a block that is probably none. */
const probablyNot = 0.25;

/**
 * Takes containers whole that are mostly accepted: a list does not lose the one item that is odd. A block
 * that is probably no content keeps the containers around it from being filled.
 */
export function fillContainers(tree: BlockTree, chances: Float32Array, accepted: Uint8Array): Uint8Array {
  const filled = Uint8Array.from(accepted);
  const words = wordsBefore(tree, () => 1);
  const kept = wordsBefore(tree, (block) => accepted[block] ?? 0);
  const refused = new RunningSum(tree.blocks.length, (block) =>
    accepted[block] === 0 && (chances[block] ?? 0) < probablyNot ? 1 : 0,
  );
  let node = 0;
  while (node < tree.nodes.length) {
    const from = tree.from[node] ?? 0;
    const to = tree.to[node] ?? 0;
    const isMost = kept.over(from, to) >= mostlyAccepted * words.over(from, to);
    if (to > from && isMost && refused.over(from, to) === 0) {
      filled.fill(1, from, to);
      node = tree.end[node] ?? node + 1;
    } else node += 1;
  }
  return filled;
}
