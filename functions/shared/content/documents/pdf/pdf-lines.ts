import { directionOf, mirrored, readOrder } from './pdf-direction.ts';
import type { PdfRun } from './pdf-run.ts';

export interface PdfCell {
  readonly runs: readonly PdfRun[];
  readonly text: string;
  readonly x: number;
}

/** Runs on one baseline. Wide gaps separate cells, as in tables. From right to left, `x` is negative and grows to the left. */
export interface PdfLine {
  readonly cells: readonly PdfCell[];
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
  readonly page: number;
}

/** In font sizes. Spaces are a quarter wide, up to a half in justified lines. */
const wordGap = 0.15;
const cellGap = 1.6;
const sameBaseline = 0.4;
/** Powers and indices are smaller than the text beside them, and further from its baseline. */
const shiftedSize = 0.85;
const shiftedBaseline = 0.65;
const minShift = 0.12;
const maxShiftedCharacters = 12;
/** Slanted letters overlap a little. */
const maxOverlap = 0.2;
const maxShiftGap = 1;

const endOf = (run: PdfRun): number => run.x + run.width;

/** Negative if the runs overlap. Foreign words run the other way. */
const gapBetween = (run: PdfRun, other: PdfRun): number =>
  Math.max(run.x - endOf(other), other.x - endOf(run));

/** The right edge of a cell. */
export const endOfCell = ({ runs }: PdfCell): number =>
  runs.map(endOf).reduce((end, other) => Math.max(end, other), Number.NEGATIVE_INFINITY);

/** The right edge of the last cell. */
export function endOfLine({ cells }: PdfLine): number {
  const last = cells.at(-1);
  return last === undefined ? Number.NEGATIVE_INFINITY : endOfCell(last);
}

/** Whether a gap between neighbours of a line is a space that neither of them writes. */
export const hasSpaceBetween = (last: PdfRun, run: PdfRun): boolean =>
  gapBetween(run, last) > wordGap * Math.max(last.size, run.size) &&
  !last.text.endsWith(' ') &&
  !run.text.startsWith(' ');

function joined(runs: readonly PdfRun[]): string {
  let text = '';
  let last: PdfRun | undefined;
  for (const run of runs) {
    text += last !== undefined && hasSpaceBetween(last, run) ? ` ${run.text}` : run.text;
    last = run;
  }
  return text.replace(/\s+/g, ' ').trim();
}

const cellOf = (runs: readonly PdfRun[], isBackward: boolean): PdfCell => {
  const read = isBackward ? readOrder(runs) : runs;
  return { runs: read, text: joined(read), x: runs[0]?.x ?? 0 };
};

/** Whether a run is as small and short as a power or an index of the other one. */
const isSmallFor = (run: PdfRun, other: PdfRun): boolean =>
  run.size <= shiftedSize * other.size && run.text.trim().length <= maxShiftedCharacters;

/** Whether two neighbours that are drawn one after the other are on one line. A subtitle is below its title, not beside it. */
function areOnOneLine(last: PdfRun, run: PdfRun): boolean {
  const size = Math.max(run.size, last.size);
  const gap = gapBetween(run, last);
  const areBeside = gap >= -maxOverlap * size && gap <= maxShiftGap * size;
  const isShifted = areBeside && (isSmallFor(run, last) || isSmallFor(last, run));
  return Math.abs(run.y - last.y) <= (isShifted ? shiftedBaseline : sameBaseline) * size;
}

/** The run with the most characters, which has the size and the baseline of its line. */
const mainRun = (runs: readonly PdfRun[]): PdfRun | undefined =>
  runs.toSorted((a, b) => b.text.length - a.text.length)[0];

/** Tells which runs are raised or lowered beside the main one. */
function withShifts(runs: readonly PdfRun[], main: PdfRun): readonly PdfRun[] {
  return runs.map((run) => {
    const height = run.y - main.y;
    const isShifted = isSmallFor(run, main) && Math.abs(height) > minShift * main.size;
    return isShifted ? { ...run, shift: height > 0 ? 'sup' : 'sub' } : run;
  });
}

/** `isBackward` is whether the line is read from right to left. */
function lineOf(drawn: readonly PdfRun[], page: number, isBackward: boolean): PdfLine {
  const main = mainRun(drawn);
  const shifted = main === undefined ? drawn : withShifts(drawn, main);
  const runs = isBackward ? mirrored(shifted) : shifted;
  const cells: PdfRun[][] = [];
  let last: PdfRun | undefined;
  for (const run of runs) {
    if (last === undefined || run.x - endOf(last) > cellGap * run.size) cells.push([run]);
    else cells.at(-1)?.push(run);
    last = run;
  }
  const found = cells.map((cell) => cellOf(cell, isBackward));
  return {
    cells: found,
    text: found.map(({ text }) => text).join(' '),
    x: runs[0]?.x ?? 0,
    y: main?.y ?? 0,
    size: main?.size ?? 0,
    angle: runs[0]?.angle ?? 0,
    page,
  };
}

/**
 * The lines of a page in drawing order, which is the reading order even in columns.
 */
export function linesOf(runs: readonly PdfRun[], page: number): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  const usual = directionOf(runs);
  let current: PdfRun[] = [];
  const end = (): void => {
    if (current.length > 0) lines.push(lineOf(current, page, (directionOf(current) ?? usual) === 'rtl'));
    current = [];
  };
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const last = current.at(-1);
    const isBelow = last !== undefined && !areOnOneLine(last, run);
    const isBack = last !== undefined && run.x < last.x - last.size && usual !== 'rtl';
    if (isBelow || isBack || run.angle !== last?.angle) end();
    current.push(run);
  }
  end();
  return lines;
}

/** The font size of most characters. */
export function bodySize(lines: readonly PdfLine[]): number {
  const lengths = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length);
  }
  let best = 0;
  let longest = 0;
  for (const [size, length] of lengths) if (length > longest) [best, longest] = [size, length];
  return best;
}

/** Larger lines are headings, in sizes of the body. */
export const headingRatio = 1.15;
