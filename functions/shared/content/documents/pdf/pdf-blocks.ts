import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import {
  bodySize,
  endOfLine,
  hasSpaceBetween,
  headingRatio,
  type PdfCell,
  type PdfLine,
} from './pdf-lines.ts';
import type { PdfRun } from './pdf-run.ts';

const maxHeadingLength = 200;
const levelNames = ['h1', 'h2', 'h3', 'h4'];

/** Heading levels by font size: sizes above the body's, the largest first. */
function headingLevels(lines: readonly PdfLine[], body: number): ReadonlyMap<number, string> {
  const sizes = new Set(
    lines
      .filter(({ size, text }) => size > body * headingRatio && text.length < maxHeadingLength)
      .map(({ size }) => Math.round(size)),
  );
  const ranked = [...sizes].toSorted((a, b) => b - a);
  return new Map(ranked.map((size, rank) => [size, levelNames[Math.min(rank, 3)] ?? 'h4']));
}

const bullet = /^[•●○▪■‣◦∙·–—*-]\s+/u;
const numbered = /^(\d{1,3})[.)]\s+/;

type Kind = 'heading' | 'bullet' | 'number' | 'row' | 'text';

interface Block {
  readonly kind: Kind;
  readonly lines: PdfLine[];
  readonly name?: string;
}

/** Distance of baselines in font sizes; a wider one separates paragraphs. */
const paragraphGap = 1.75;
const indentGap = 0.8;

const hyphen = /(\p{L})[-\u00ad\u2010]$/u;

/** Whether a word goes on from the end of a line to the next one. */
const isHyphenated = (line: string, next: string | undefined): boolean =>
  next !== undefined && hyphen.test(line) && /^\p{Ll}/u.test(next);

/** Chinese and Japanese letters and signs, which no spaces divide. */
const wide = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\uff00-\uff9f]`;
const endsWide = new RegExp(`${wide}$`, 'u');
const beginsWide = new RegExp(`^${wide}`, 'u');

/** Whether a sentence goes on without a space from the end of a line to the next one. */
const hasNoSpace = (line: string, next: string | undefined): boolean =>
  next !== undefined && endsWide.test(line) && beginsWide.test(next);

/** Joins lines, and words that are hyphenated at the end of a line. */
function runOn(texts: readonly string[]): string {
  let text = '';
  for (const [at, line] of texts.entries()) {
    const next = texts[at + 1];
    if (isHyphenated(line, next)) text += line.slice(0, -1);
    else text += hasNoSpace(line, next) ? line : `${line} `;
  }
  return text.trimEnd();
}

type TextLine = Pick<PdfLine, 'cells' | 'text'>;

/** The text of lines with their links, powers and indices. */
function inlineNodes(lines: readonly TextLine[]): ChildNode[] {
  const hasElements = lines.some(({ cells }) =>
    cells.some(({ runs }) => runs.some(({ href, shift }) => href !== undefined || shift !== undefined)),
  );
  if (!hasElements) return [newText(runOn(lines.map(({ text }) => text)))];
  const nodes: ChildNode[] = [];
  for (const [at, line] of lines.entries()) {
    for (const [column, cell] of line.cells.entries()) {
      if (column > 0) nodes.push(newText(' '));
      nodes.push(...runNodes(cell));
    }
    const next = lines[at + 1]?.text;
    if (isHyphenated(line.text, next)) dropHyphen(nodes.at(-1));
    else if (!hasNoSpace(line.text, next)) nodes.push(newText(' '));
  }
  return nodes;
}

function dropHyphen(node: ChildNode | undefined): void {
  if (node === undefined) return;
  if (isText(node)) node.data = node.data.trimEnd().slice(0, -1);
  else if (isTag(node)) dropHyphen(node.children.at(-1));
}

function runNode({ text, href, shift }: PdfRun): ChildNode {
  const node = shift === undefined ? newText(text) : newElement(shift, {}, [newText(text)]);
  return href === undefined ? node : newElement('a', { href }, [node]);
}

function runNodes({ runs }: PdfCell): ChildNode[] {
  return runs.flatMap((run, at) => {
    const last = runs[at - 1];
    const node = runNode(run);
    return last !== undefined && hasSpaceBetween(last, run) ? [newText(' '), node] : [node];
  });
}

function kindOf(line: PdfLine, levels: ReadonlyMap<number, string>): Kind {
  if (levels.has(Math.round(line.size)) && line.text.length < maxHeadingLength) return 'heading';
  if (bullet.test(line.text)) return 'bullet';
  if (numbered.test(line.text)) return 'number';
  return line.cells.length > 1 ? 'row' : 'text';
}

/** Distance of the lines of a table cell, in font sizes: less than that of paragraphs, or text below a table joins it. */
const cellLineGap = 1.5;

/**
 * Whether a line is the next one of a cell of the row before it. Lines below a first cell are not: text below a table
 * starts there as well.
 */
function continuesCell(last: PdfLine, line: PdfLine): boolean {
  const gap = last.y - line.y;
  const isClose = last.page === line.page && gap > 0 && gap < cellLineGap * last.size;
  if (!isClose || Math.round(last.size) !== Math.round(line.size)) return false;
  // A line of one cell is the one before this in the same cell.
  const [first, ...others] = last.cells;
  const cells = others.length === 0 && first !== undefined ? [first] : others;
  const at = cells.findIndex(({ x }) => Math.abs(x - line.x) < line.size / 2);
  const next = cells[at + 1];
  return at !== -1 && (next === undefined || endOfLine(line) < next.x);
}

/** Whether a line continues the block before it. */
function continues(block: Block, line: PdfLine, kind: Kind, name: string | undefined): boolean {
  const last = block.lines.at(-1);
  if (last === undefined || last.angle !== line.angle) return false;
  const gap = last.y - line.y;
  const isNear = last.page === line.page && gap >= 0 && gap < paragraphGap * Math.max(last.size, line.size);
  if (block.kind === 'heading') return kind === 'heading' && block.name === name && isNear;
  if (block.kind === 'row') return kind === 'row' || (kind === 'text' && continuesCell(last, line));
  if (kind !== 'text') return false;
  const first = block.lines[0] ?? last;
  if (block.kind !== 'text') return isNear && line.x > first.x - indentGap * line.size;
  const isIndented = line.x > last.x + indentGap * line.size && line.x > first.x + indentGap * line.size;
  // A paragraph continues over the end of a page or column in the middle of a sentence.
  const isBreak = last.page !== line.page || gap < 0;
  const isOverBreak = isBreak && !/[.!?:…»”"]$/u.test(last.text) && /^\p{Ll}/u.test(line.text);
  return (isNear && !isIndented) || isOverBreak;
}

const numberOf = ({ text }: PdfLine): number => Number(numbered.exec(text)?.[1] ?? 1);

/**
 * Whether a line that begins as a numbered item is the middle of a sentence, as one with a date: the line before it is
 * unfinished, and the number does not follow the last one.
 */
function isMidSentence(block: Block, line: PdfLine, lastNumber: number): boolean {
  const number = numberOf(line);
  const [first] = block.lines;
  const last = block.lines.at(-1);
  if (first === undefined || last === undefined || number === 1 || number === lastNumber + 1) return false;
  const isItem = block.kind === 'bullet' || block.kind === 'number';
  const isIndented = line.x > first.x + indentGap * line.size;
  return (
    (block.kind === 'text' || (isItem && isIndented)) &&
    !/[.!?:;…»”"]$/u.test(last.text) &&
    continues(block, line, 'text', undefined)
  );
}

function blocksOf(lines: readonly PdfLine[], levels: ReadonlyMap<number, string>): readonly Block[] {
  const blocks: Block[] = [];
  let lastNumber = 0;
  for (const line of lines) {
    const found = kindOf(line, levels);
    const name = levels.get(Math.round(line.size));
    const last = blocks.at(-1);
    const isText = found === 'number' && last !== undefined && isMidSentence(last, line, lastNumber);
    const kind = isText ? 'text' : found;
    if (kind === 'number') lastNumber = numberOf(line);
    if (last !== undefined && continues(last, line, kind, name)) last.lines.push(line);
    else blocks.push({ kind, lines: [line], ...(name === undefined ? {} : { name }) });
  }
  return blocks;
}

/** Left edges that differ by less, in font sizes, are one column. */
const columnWidth = 2;

/** The left edges of the columns of all rows. */
function columnsOf(rows: readonly PdfLine[]): readonly number[] {
  const columns: number[] = [];
  const size = rows[0]?.size ?? 1;
  const edges = rows.flatMap(({ cells }) => cells.map(({ x }) => x)).toSorted((a, b) => a - b);
  for (const edge of edges) {
    const last = columns.at(-1);
    if (last === undefined || edge - last > columnWidth * size) columns.push(edge);
  }
  return columns;
}

/** The rows of a table, each of the line with its cells and the lines that continue one of them. */
function rowsOf(lines: readonly PdfLine[]): readonly (readonly PdfLine[])[] {
  const rows: PdfLine[][] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (last === undefined || line.cells.length > 1) rows.push([line]);
    else last.push(line);
  }
  return rows;
}

function tableOf(lines: readonly PdfLine[]): Element {
  const columns = columnsOf(lines);
  const size = lines[0]?.size ?? 1;
  const place = (cell: PdfCell): number => columns.findLastIndex((edge) => edge <= cell.x + size / 2);
  const trs = rowsOf(lines).map((row, index) => {
    const texts = columns.map(() => [] as TextLine[]);
    for (const { cells } of row)
      for (const cell of cells) texts[Math.max(place(cell), 0)]?.push({ cells: [cell], text: cell.text });
    const name = index === 0 ? 'th' : 'td';
    return newElement(
      'tr',
      {},
      texts.map((parts) => newElement(name, {}, inlineNodes(parts))),
    );
  });
  return newElement('table', {}, trs);
}

/** A line without the sign of its list item, which often is a run or a cell of its own. */
function withoutSign({ cells, text }: TextLine, sign: RegExp): TextLine {
  let rest = sign.exec(text)?.[0].trimEnd() ?? '';
  const withoutRest = (run: PdfRun): readonly PdfRun[] => {
    const own = run.text.trimStart();
    const shared = rest.startsWith(own) ? own.length : rest.length;
    rest = rest.slice(shared);
    const left = own.slice(shared).trimStart();
    return left === '' ? [] : [{ ...run, text: left }];
  };
  const left = cells.map((cell) => ({
    ...cell,
    runs: cell.runs.flatMap((run) => (rest === '' ? [run] : withoutRest(run))),
  }));
  return { cells: left.filter(({ runs }) => runs.length > 0), text: text.replace(sign, '') };
}

function itemOf({ kind, lines }: Block): Element {
  const [first, ...others] = lines;
  const sign = kind === 'bullet' ? bullet : numbered;
  return newElement('li', {}, inlineNodes(first === undefined ? [] : [withoutSign(first, sign), ...others]));
}

function elementOf(block: Block): Element {
  if (block.kind === 'row' && block.lines.filter(({ cells }) => cells.length > 1).length > 1)
    return tableOf(block.lines);
  return newElement(block.kind === 'heading' ? (block.name ?? 'h4') : 'p', {}, inlineNodes(block.lines));
}

/** Elements of a PDF: headings by font size, lists by their bullets, tables by aligned gaps, and paragraphs. */
export function pdfElements(lines: readonly PdfLine[]): readonly Element[] {
  const levels = headingLevels(lines, bodySize(lines));
  const elements: Element[] = [];
  let list: { readonly kind: Kind; readonly items: Element[]; readonly start: number } | undefined;
  const endList = (): void => {
    if (list !== undefined)
      elements.push(
        list.kind === 'bullet'
          ? newElement('ul', {}, list.items)
          : newElement('ol', { start: String(list.start) }, list.items),
      );
    list = undefined;
  };
  for (const block of blocksOf(lines, levels)) {
    if (block.kind !== 'bullet' && block.kind !== 'number') {
      endList();
      elements.push(elementOf(block));
      continue;
    }
    const [first] = block.lines;
    const number = first === undefined ? 1 : numberOf(first);
    const isNext = list?.kind === 'bullet' || number === (list?.start ?? 0) + (list?.items.length ?? 0);
    if (list?.kind !== block.kind || !isNext) endList();
    list ??= { kind: block.kind, items: [], start: number };
    list.items.push(itemOf(block));
  }
  endList();
  return elements;
}
