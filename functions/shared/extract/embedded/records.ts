import { answerShown } from './answer-shown.ts';
import type { Answer } from './item-builder.ts';
import { isKnownLabel, type LabelledValue, labelName } from './labels.ts';
import { type Block, type Line, type PageLines, textOfLines } from '#shared/content/formats/page-lines.ts';
import type { Field } from './schema-fields.ts';
import { partOf, type Region } from './shown-region.ts';
import { isHeadOf, type IsName, rowsOf, textOfCell } from './table-heads.ts';

/** Things of one kind, one after the other: cards, rows, headings with their text. */
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
  readonly columns: readonly string[];
  readonly rows: readonly Block[];
  /** Line of the names of the columns. */
  readonly start?: number;
}

const minItems = 2;
const maxItems = 500;
/** Share of the items that must answer a common field, and of the common fields that an item must answer. */
const minShare = 0.5;
/** Share of the fields that columns name, from which a table answers the request, though it may lack the others. */
const minNamedShare = 1 / 3;
const maxGroups = 40;
/** Share of a group above which one span is the thing itself and the others surround it: `<div>` in `<div>`. */
const maxSpanShare = 0.9;
/** Lines × fields, over all groups. */
const maxWork = 1_000_000;
const maxColumnCharacters = 200;
const maxCellCharacters = 5_000;

/** A row of names: header cells, or at least three plain cells without a digit. Two are a name and a value, unless both name fields. */
function isTableHead(
  head: Block,
  below: readonly Block[],
  lines: readonly Line[],
  isFieldName: IsName,
): boolean {
  const { children } = head;
  if (isHeadOf(head, below, lines, (text) => isFieldName(text) || isKnownLabel(text))) return true;
  if (children.length < 2) return false;
  const textOf = (cell: Block): string => textOfCell(cell, lines);
  return (
    children.every(
      (cell) => cell.name === 'td' && cell.end - cell.start <= 1 && /^\D{0,40}$/.test(textOf(cell)),
    ) &&
    (children.length > 2 || children.every((cell) => isFieldName(textOf(cell))))
  );
}

function tableGroup(table: Block, lines: readonly Line[], isFieldName: IsName): readonly Group[] {
  const rows = rowsOf(table);
  const [head, ...rest] = rows;
  if (head === undefined || rest.length < minItems || !isTableHead(head, rest, lines, isFieldName)) return [];
  const columns = head.children.map((cell) => textOfCell(cell, lines).slice(0, maxColumnCharacters));
  const body = rest.filter(({ children }) => children.length === columns.length);
  return body.length < minItems ? [] : [{ spans: body, columns, rows: body, start: head.start }];
}

/** Children of one element name that have text. */
function alike({ children }: Block): readonly Group[] {
  const byName = Map.groupBy(
    children.filter(({ start, end }) => end > start),
    ({ name }) => name,
  );
  return [...byName.values()]
    .filter((blocks) => blocks.length >= minItems && blocks.some(({ start, end }) => end - start > 1))
    .map((spans) => ({ spans, columns: [], rows: [] }));
}

/** Runs from each heading of a level to the next of that level, among the children of one block. */
function headingRuns({ children, end }: Block): readonly Group[] {
  const levels = new Set(children.map(({ name }) => name).filter((name) => /^h[2-5]$/.test(name)));
  return [...levels].flatMap((level) => {
    const heads = children.filter(({ name }) => name === level);
    if (heads.length < minItems) return [];
    const spans = heads.map(({ start }, at) => ({ start, end: heads[at + 1]?.start ?? end }));
    return [{ spans, columns: [], rows: [] }];
  });
}

function groupsIn(block: Block, lines: readonly Line[], isFieldName: IsName): readonly Group[] {
  const table = block.name === 'table' ? tableGroup(block, lines, isFieldName) : [];
  // The rows of a table with a head are its records: only groups inside their cells are looked for.
  if (table.length > 0)
    return [...table, ...block.children.flatMap((child) => child.children).flatMap(cellGroups)];
  const own = block.name === 'tr' ? [] : [...alike(block), ...headingRuns(block)];
  return [...own, ...block.children.flatMap((child) => groupsIn(child, lines, isFieldName))];

  function cellGroups(row: Block): readonly Group[] {
    return row.children.flatMap((cell) => groupsIn(cell, lines, isFieldName));
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
    const value = textOfLines(lines, { start, end }, maxCellCharacters);
    const line = start - (row?.start ?? 0);
    return label === '' || value === ''
      ? []
      : [{ ...labelName(label), value, line, valueLine: line, binding: 'marked' as const }];
  });
}

/** Number of specific facts: cards of every kind have a name and a link. */
export const telling = (answers: readonly Answer[]): number =>
  answers.filter(({ field }) => !/^(?:name|url|image|description)$/.test(field.concept?.name ?? '')).length;

/** The fields that most items answer: records of one kind answer the same fields, paragraphs of a text do not. */
function commonFields(items: readonly (readonly Answer[])[]): ReadonlySet<Field> {
  const counts = new Map<Field, number>();
  for (const { field } of items.flat()) counts.set(field, (counts.get(field) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > items.length * minShare).map(([field]) => field));
}

const hasTitle = (lines: readonly Line[], { start, end }: Span): boolean =>
  lines.slice(start, end).some(({ level }) => level === 1);

/** Whether the head of a table names enough of the fields. Rows without the name that is asked for are prices by quantity, sizes or dates of one thing. */
function isNamedTable(
  { columns }: Group,
  common: ReadonlySet<Field>,
  fields: readonly Field[],
  isFieldName: IsName,
): boolean {
  const named = columns.filter(isFieldName).length;
  const isNameless = fields.some((field) => field.concept?.name === 'name' && !common.has(field));
  return !isNameless && named >= fields.length * minNamedShare;
}

const lengthOf = ({ start, end }: Span): number => end - start;

const isOneThing = (group: Group): boolean => {
  const extent = lengthOf(extentOf(group));
  // In a few lines the title may be most of the text.
  return extent > 20 && group.spans.some((span) => lengthOf(span) > maxSpanShare * extent);
};

/** The longest groups that can be searched for so many fields within `maxWork`. */
function groupsWithin(groups: readonly Group[], fields: number): readonly Group[] {
  let left = maxWork;
  return groups
    .filter((group) => !isOneThing(group))
    .toSorted((a, b) => lengthOf(extentOf(b)) - lengthOf(extentOf(a)))
    .slice(0, maxGroups)
    .filter((group) => {
      const work = lengthOf(extentOf(group)) * fields;
      if (work > left) return false;
      left -= work;
      return true;
    });
}

/**
 * The group of records that answers the fields best; `undefined` when no group answers two fields an item, or one that
 * the head of a table names, or every group is too large for so many fields.
 */
export function bestRecords(page: PageLines, region: Region, fields: readonly Field[]): Records | undefined {
  const { lines, root } = page;
  const scalars = fields.filter(({ itemFields }) => itemFields === undefined);
  const fieldNames = new Set(scalars.flatMap(({ ownLabels }) => ownLabels));
  const isFieldName: IsName = (text) => fieldNames.has(labelName(text).key);
  const groups = groupsWithin(groupsIn(root, lines, isFieldName), scalars.length);
  let best: (Records & { readonly score: number }) | undefined;
  for (const group of groups) {
    // The part with the page's own heading and the parts beside it are not records of one kind.
    const titled = group.spans.filter((span) => hasTitle(lines, span)).length;
    if (titled > 0 && titled < group.spans.length) continue;
    const items = group.spans
      .slice(0, maxItems)
      .map(({ start, end }, at) =>
        answerShown(partOf(region, start, end, columnLabels(group, at, lines)), scalars),
      );
    const common = commonFields(items);
    const kept = items.filter((answers) => {
      const own = answers.filter(({ field }) => common.has(field));
      return own.length >= common.size * minShare && telling(own) > 0;
    });
    const minCommon = isNamedTable(group, common, scalars, isFieldName) ? 1 : Math.min(2, scalars.length);
    if (kept.length < minItems || common.size < minCommon) continue;
    const score = kept.reduce((sum, answers) => sum + answers.length, 0) - (items.length - kept.length);
    if (best === undefined || score > best.score) best = { items: kept, ...extentOf(group), score };
  }
  return best;
}
