import { answerShown } from './answer-shown.ts';
import type { Answer } from './item-builder.ts';
import { type LabelledValue, labelName } from './labels.ts';
import { type Block, type Line, type PageLines, textOfLines } from '#shared/content/formats/page-lines.ts';
import type { Field } from './schema-fields.ts';
import { partOf, type Region } from './shown-region.ts';

/** Things of one kind that stand one after the other: cards, rows, headings with text under each. */
export interface Records {
  readonly items: readonly (readonly Answer[])[];
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Group {
  readonly spans: readonly Span[];
  /** The names of a table's columns. */
  readonly columns: readonly string[];
  readonly rows: readonly Block[];
  /** Where the names of the columns stand. */
  readonly start?: number;
}

const leastItems = 2;
const mostItems = 500;
/** Of the items for a field to be theirs, and of those fields for an item to be one. */
const leastShare = 0.5;
const mostGroups = 40;
/** A group that is one thing and what stands beside it: `<div>` in `<div>` in `<div>`. */
const mostOfExtent = 0.9;
/** Lines looked at for a field, over all groups. */
const mostWork = 1_000_000;
const longestColumn = 200;
const longestCell = 5_000;

/** A row of names: header cells, or, of three and more, plain ones without a digit. Two are a name and a value. */
const isTableHead = ({ children }: Block, lines: readonly Line[]): boolean =>
  children.every(({ name }) => name === 'th')
    ? children.length > 1
    : children.length > 2 &&
      children.every(
        ({ name, start, end }) =>
          name === 'td' && end - start <= 1 && /^\D{0,40}$/.test(lines[start]?.text ?? ''),
      );

const rowsOf = (table: Block): readonly Block[] =>
  table.children.flatMap((child) =>
    child.name === 'tr' ? [child] : child.name === 'table' ? [] : rowsOf(child),
  );

function tableGroup(table: Block, lines: readonly Line[]): readonly Group[] {
  const rows = rowsOf(table);
  const [head, ...rest] = rows;
  if (head === undefined || rest.length < leastItems || !isTableHead(head, lines)) return [];
  const columns = head.children.map(({ start, end }) =>
    end > start ? (lines[start]?.text ?? '').slice(0, longestColumn) : '',
  );
  const body = rest.filter(({ children }) => children.length === columns.length);
  return body.length < leastItems ? [] : [{ spans: body, columns, rows: body, start: head.start }];
}

/** Children of one name that each have something to say, as neighbours. */
function alike({ children }: Block): readonly Group[] {
  const byName = Map.groupBy(
    children.filter(({ start, end }) => end > start),
    ({ name }) => name,
  );
  return [...byName.values()]
    .filter((blocks) => blocks.length >= leastItems && blocks.some(({ start, end }) => end - start > 1))
    .map((spans) => ({ spans, columns: [], rows: [] }));
}

/** A run from each heading of a level to the next one of it, among the children of one block. */
function headingRuns({ children, end }: Block): readonly Group[] {
  const levels = new Set(children.map(({ name }) => name).filter((name) => /^h[2-5]$/.test(name)));
  return [...levels].flatMap((level) => {
    const heads = children.filter(({ name }) => name === level);
    if (heads.length < leastItems) return [];
    const spans = heads.map(({ start }, at) => ({ start, end: heads[at + 1]?.start ?? end }));
    return [{ spans, columns: [], rows: [] }];
  });
}

function groupsIn(block: Block, lines: readonly Line[]): readonly Group[] {
  const table = block.name === 'table' ? tableGroup(block, lines) : [];
  // Rows under a head are known by it; its own row is none of them.
  if (table.length > 0)
    return [...table, ...block.children.flatMap((child) => child.children).flatMap(cellGroups)];
  const own = block.name === 'tr' ? [] : [...alike(block), ...headingRuns(block)];
  return [...own, ...block.children.flatMap((child) => groupsIn(child, lines))];

  function cellGroups(row: Block): readonly Group[] {
    return row.children.flatMap((cell) => groupsIn(cell, lines));
  }
}

const extentOf = ({ spans, start }: Group): Span => ({
  start: start ?? spans[0]?.start ?? 0,
  end: spans.at(-1)?.end ?? 0,
});

function columnLabels(
  { columns, rows }: Group,
  at: number,
  lines: readonly Line[],
): readonly LabelledValue[] {
  const row = rows[at];
  return (row?.children ?? []).flatMap(({ start, end }, column) => {
    const label = columns[column] ?? '';
    const value = textOfLines(lines, { start, end }, longestCell);
    const line = start - (row?.start ?? 0);
    return label === '' || value === ''
      ? []
      : [{ ...labelName(label), value, line, valueLine: line, binding: 'marked' as const }];
  });
}

/** A page's own facts; a name and a link are on every card of every kind. */
export const telling = (answers: readonly Answer[]): number =>
  answers.filter(({ field }) => !/^(?:name|url|image|description)$/.test(field.concept?.name ?? '')).length;

/** Paragraphs of one text answer each another field; records of one kind answer the same ones. */
function commonFields(items: readonly (readonly Answer[])[]): ReadonlySet<Field> {
  const counts = new Map<Field, number>();
  for (const { field } of items.flat()) counts.set(field, (counts.get(field) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count > items.length * leastShare).map(([field]) => field),
  );
}

const hasTitle = (lines: readonly Line[], { start, end }: Span): boolean =>
  lines.slice(start, end).some(({ level }) => level === 1);

const lengthOf = ({ start, end }: Span): number => end - start;

const isOneThing = (group: Group): boolean => {
  const extent = lengthOf(extentOf(group));
  // In an extent of a few lines the title is most of what there is.
  return extent > 20 && group.spans.some((span) => lengthOf(span) > mostOfExtent * extent);
};

/** The longest groups that can be looked at for so many fields without passing `mostWork`. */
function groupsWithin(groups: readonly Group[], fields: number): readonly Group[] {
  let left = mostWork;
  return groups
    .filter((group) => !isOneThing(group))
    .toSorted((a, b) => lengthOf(extentOf(b)) - lengthOf(extentOf(a)))
    .slice(0, mostGroups)
    .filter((group) => {
      const work = lengthOf(extentOf(group)) * fields;
      if (work > left) return false;
      left -= work;
      return true;
    });
}

/**
 * The group of records that answers the fields best; `undefined` when no group answers two fields an item, or
 * what stands on the page is too much for so many fields.
 */
export function bestRecords(page: PageLines, region: Region, fields: readonly Field[]): Records | undefined {
  const { lines, root } = page;
  const scalars = fields.filter(({ itemFields }) => itemFields === undefined);
  const groups = groupsWithin(groupsIn(root, lines), scalars.length);
  let best: (Records & { readonly score: number }) | undefined;
  for (const group of groups) {
    // The part under the page's own heading and the part beside it are no records of one kind.
    const titled = group.spans.filter((span) => hasTitle(lines, span)).length;
    if (titled > 0 && titled < group.spans.length) continue;
    const items = group.spans
      .slice(0, mostItems)
      .map(({ start, end }, at) =>
        answerShown(partOf(region, start, end, columnLabels(group, at, lines)), scalars),
      );
    const common = commonFields(items);
    const kept = items.filter((answers) => {
      const own = answers.filter(({ field }) => common.has(field));
      return own.length >= common.size * leastShare && telling(own) > 0;
    });
    if (kept.length < leastItems || common.size < Math.min(2, scalars.length)) continue;
    const score = kept.reduce((sum, answers) => sum + answers.length, 0) - (items.length - kept.length);
    if (best === undefined || score > best.score) best = { items: kept, ...extentOf(group), score };
  }
  return best;
}
