import { type Element, isTag } from 'domhandler';

import { ancestor, type ElementIndex, makeSilent, setChildren } from '#shared/content/dom/element-edit.ts';
import { rowsOf } from '#shared/content/dom/table-grid.ts';

const minRows = 3;
/** Elements around each half: the box that scrolls, and the row of both. */
const maxLevels = 4;

/** Two tables one below the other seldom have a row of headings each. */
const hasHead = ([first]: ReturnType<typeof rowsOf>): boolean =>
  first?.cells.every(({ name }) => name === 'th') === true;

/** Whether one element holds both tables and no other text. */
function areAlone(index: ElementIndex, one: Element, other: Element): boolean {
  const length = index.textLength(one) + index.textLength(other);
  const holdsBoth = (element: Element): boolean =>
    index.textLength(element) >= length &&
    ancestor(other, maxLevels, (around) => around === element) !== undefined;
  const around = ancestor(one, maxLevels, holdsBoth);
  return around !== undefined && index.textLength(around) === length;
}

/**
 * Joins a table of names with the table of values beside it, row by row: pages split them so that the names stay in place
 * while the values scroll.
 */
export function joinSplitTables(index: ElementIndex): void {
  const tables = index.named('table');
  tables.forEach((table, at) => {
    const next = tables[at + 1];
    if (next === undefined) return;
    const names = rowsOf(table);
    if (names.length < minRows || names.some(({ cells }) => cells.length > 1)) return;
    const values = rowsOf(next);
    const isSplit =
      names.length === values.length &&
      values.every(({ cells }) => cells.length > 1) &&
      [names, values].every(hasHead) &&
      ![table, next].some((half) => index.holds(half, 'caption', 'table'));
    if (!isSplit || !areAlone(index, table, next)) return;
    values.forEach(({ cells: [first] }, place) => {
      const row = first?.parent;
      if (row !== null && row !== undefined && isTag(row))
        setChildren(row, [...(names[place]?.cells ?? []), ...row.children]);
    });
    makeSilent(table);
  });
}
