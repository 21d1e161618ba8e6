import { type BlockPage, nameOf, type RunningSum } from '#shared/content/main-content/blocks/page.ts';
import { type BlockRun, blocksOf, type Unit } from '#shared/content/main-content/blocks/units.ts';
import { positionsOfOnes } from '#shared/kernel/integers.ts';

/** Fewer cells are a box of facts beside the text. */
const minCells = 12;
/** The rest of the words between the kept blocks may be titles and legends. */
const minTableShare = 0.8;
/** Tables with a larger share of words in links are menus. */
const maxLinkedShare = 0.5;
const maxTitleWords = 12;

const dayOfMonth = /^(?:[1-9]|[12]\d|3[01])$/;
const minDayShare = 0.7;

function isCalendar({ tree }: BlockPage, { from, to }: BlockRun): boolean {
  const days = tree.blocks.slice(from, to).filter(({ text }) => dayOfMonth.test(text.trim()));
  return days.length >= minDayShare * (to - from);
}

const isInside = (inner: BlockRun, outer: BlockRun): boolean =>
  inner.from >= outer.from && inner.to <= outer.to;

/** The runs of dropped blocks between kept ones. */
function gapsBetween(kept: Uint8Array): readonly BlockRun[] {
  const at = positionsOfOnes(kept);
  return at.slice(1).map((to, index) => ({ from: (at[index] ?? 0) + 1, to }));
}

/** All tables of the page that have cells, in document order. */
function tablesOf({ tree }: BlockPage): readonly BlockRun[] {
  const tables: BlockRun[] = [];
  for (let node = 0; node < tree.nodes.length; node++) {
    if (nameOf(tree, node) !== 'table') continue;
    const run = blocksOf(tree, node);
    if (run.to > run.from) tables.push(run);
  }
  return tables;
}

/** Gives the outermost tables of each gap. Gaps have to be asked for in document order. */
function tablesByGap(all: readonly BlockRun[]): (gap: BlockRun) => readonly BlockRun[] {
  let next = 0;
  return (gap) => {
    const tables: BlockRun[] = [];
    for (; next < all.length && (all[next]?.from ?? 0) < gap.to; next++) {
      const run = all[next];
      if (run === undefined || !isInside(run, gap) || run.from < (tables.at(-1)?.to ?? 0)) continue;
      tables.push(run);
    }
    return tables;
  };
}

const sumOver = (values: RunningSum, runs: readonly BlockRun[]): number =>
  runs.reduce((sum, { from, to }) => sum + values.over(from, to), 0);

/** A table with the title above it. */
function titled({ words, linkWords }: BlockPage, gap: BlockRun, { from, to }: BlockRun): BlockRun {
  const title = from - 1;
  const isTitle = words.over(title, from) <= maxTitleWords && linkWords.over(title, from) === 0;
  return { from: title >= gap.from && isTitle ? title : from, to };
}

/**
 * The dropped data tables, with their titles, that are nearly all of what lies between two kept blocks. Cells of numbers
 * alone look like a widget to the model. Calendars and menus are left out.
 */
export function missedTables(page: BlockPage, units: readonly Unit[], kept: Uint8Array): readonly BlockRun[] {
  const { words, linkWords } = page;
  const isDropped = ({ kind, from }: Unit): boolean => kind === 'table' && kept[from] !== 1;
  const dataTables = new Set(units.filter(isDropped).map(({ from }) => from));
  if (dataTables.size === 0) return [];
  const tablesIn = tablesByGap(tablesOf(page));
  return gapsBetween(kept).flatMap((gap) => {
    const tables = tablesIn(gap);
    if (gap.to - gap.from < minCells || !tables.some(({ from }) => dataTables.has(from))) return [];
    const inTables = sumOver(words, tables);
    const isMost = inTables >= minTableShare * words.over(gap.from, gap.to);
    const isMenu = sumOver(linkWords, tables) > maxLinkedShare * inTables;
    if (!isMost || isMenu || tables.some((table) => isCalendar(page, table))) return [];
    return tables.map((table) => titled(page, gap, table));
  });
}
