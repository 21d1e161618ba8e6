import { bodySize, endOfCell, headingRatio, type PdfCell, type PdfLine } from './pdf-lines.ts';

/** Lines at the top and bottom of a page that can be headers and footers. */
const frameLines = 3;
const minPages = 3;
/** A footer has a page number, the number of pages and a date. */
const maxNumbers = 6;
/** Between a header or footer and the text, in usual distances of lines. */
const frameGap = 1.3;
/** In font sizes. Headers of double-spaced text are no further from it than its lines from each other. */
const maxLineDistance = 1.4;
/** Between two rows of a table, in usual distances of lines. */
const maxRowGap = 2.5;
/** Points by which a line may move from page to page. */
const placeTolerance = 3;

/** A page's lines from the top and from the bottom. */
const edgesOf = (lines: readonly PdfLine[]): readonly (readonly PdfLine[])[] => {
  const downwards = lines.toSorted((a, b) => b.y - a.y);
  return [downwards.slice(0, frameLines + 1), downwards.slice(-frameLines - 1).reverse()];
};

/** The distance of most lines from the next one. */
function usualDistance(pages: readonly (readonly PdfLine[])[]): number {
  const distances = pages.flatMap((lines) => {
    const heights = lines.map(({ y }) => y).toSorted((a, b) => b - a);
    return heights.map((y, at) => y - (heights[at + 1] ?? y)).filter((distance) => distance >= 1);
  });
  return distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0;
}

const areInOneColumn = (cell: PdfCell, other: PdfCell | undefined): boolean =>
  other !== undefined && cell.x < endOfCell(other) && other.x < endOfCell(cell);

/** In points. */
interface Gaps {
  /** A wider gap divides headers and footers from the text. */
  readonly frame: number;
  /** A wider gap ends a table. */
  readonly row: number;
}

function gapsOf(pages: readonly (readonly PdfLine[])[], body: number): Gaps {
  const distance = usualDistance(pages);
  return { frame: frameGap * Math.min(distance, maxLineDistance * body), row: maxRowGap * distance };
}

/** Whether two lines have the same columns and size. Parts of a footer may stand where columns do, but further away. */
const areRowsOfOneTable = (line: PdfLine, next: PdfLine, { row }: Gaps): boolean =>
  line.cells.length > 1 &&
  line.cells.length === next.cells.length &&
  Math.round(line.size) === Math.round(next.size) &&
  Math.abs(line.y - next.y) < row &&
  line.cells.every((cell, at) => areInOneColumn(cell, next.cells[at]));

const areApart = (line: PdfLine, next: PdfLine, gaps: Gaps): boolean =>
  Math.abs(line.y - next.y) > gaps.frame && !areRowsOfOneTable(line, next, gaps);

/** How many lines at the edge of a page are apart from its text. A page of a few lines close together has only text. */
function linesApart(edge: readonly PdfLine[], gaps: Gaps): number {
  return (
    edge.slice(0, frameLines).findLastIndex((line, at) => {
      const neighbour = edge[at + 1] ?? edge[at - 1];
      return neighbour === undefined || areApart(line, neighbour, gaps);
    }) + 1
  );
}

/** Whether a line can be nothing but a page number, as `- 3 -` and `3/12`. */
const isBareNumber = ({ cells, text }: PdfLine): boolean =>
  cells.length === 1 && /\d/.test(text) && !/\p{L}/u.test(text);

/**
 * The text as it is, and once for each number, replaced by its distance from the number of the page: page numbers have
 * the same distance on all pages.
 */
function readingsOf({ text, page }: PdfLine): readonly string[] {
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length > maxNumbers) return [text];
  const relative = numbers.map(
    ({ 0: number, index }) =>
      `${text.slice(0, index)}#${Number(number) - page}${text.slice(index + number.length)}`,
  );
  return [text, ...relative];
}

/** On how many pages a line stands at a place, and on how many of them it is apart from the text. */
interface Places {
  readonly pages: number;
  readonly apart: number;
}

const nowhere: Places = { pages: 0, apart: 0 };

/** Where the edges of pages have lines of one text and size. */
class EdgeLines {
  readonly #places = new Map<string, Places>();

  add(line: PdfLine, isApart: boolean): void {
    for (const reading of readingsOf(line)) {
      const key = this.#key(line, reading, 0);
      const { pages, apart } = this.#places.get(key) ?? nowhere;
      this.#places.set(key, { pages: pages + 1, apart: isApart ? apart + 1 : apart });
    }
  }

  of(line: PdfLine, reading: string): Places {
    const near = [-1, 0, 1].map((step) => this.#places.get(this.#key(line, reading, step)) ?? nowhere);
    return near.reduce((a, b) => ({ pages: a.pages + b.pages, apart: a.apart + b.apart }));
  }

  #key({ y, size }: PdfLine, reading: string, step: number): string {
    return `${Math.round(y / placeTolerance) + step} ${Math.round(size)} ${reading}`;
  }
}

/** The lines at the edges of a page, and whether each is apart from the text. A page number may be as near as a line. */
function edgeLines(lines: readonly PdfLine[], gaps: Gaps): ReadonlyMap<PdfLine, boolean> {
  const found = new Map<PdfLine, boolean>();
  for (const edge of edgesOf(lines)) {
    const count = linesApart(edge, gaps);
    for (const [at, line] of edge.slice(0, frameLines).entries())
      if (!found.has(line)) found.set(line, at < count || (at === 0 && isBareNumber(line)));
  }
  return found;
}

/**
 * Removes the headers and footers that most pages have at the same place: running titles and page numbers, which are
 * apart from the text. Of other lines that most pages repeat, as the header row of a table, the first one stays.
 */
export function withoutFrames(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  if (pages.length < minPages) return pages;
  const body = bodySize(pages.flat());
  const maxSize = body * headingRatio;
  const gaps = gapsOf(pages, body);
  const edges = pages.map((lines) => edgeLines(lines, gaps));
  const all = new EdgeLines();
  for (const edge of edges) for (const [line, isApart] of edge) all.add(line, isApart);
  const isOnMost = (count: number): boolean => count > pages.length / 2;
  const isFrame = (line: PdfLine): boolean =>
    line.size <= maxSize &&
    readingsOf(line).some((reading) => {
      const places = all.of(line, reading);
      return isOnMost(places.pages) && places.apart > places.pages / 2;
    });
  const seen = new Set<string>();
  return pages.map((lines, at) =>
    lines.filter((line) => {
      const isKnown = seen.has(line.text);
      seen.add(line.text);
      if (edges[at]?.has(line) !== true) return true;
      return !isFrame(line) && !(isKnown && isOnMost(all.of(line, line.text).pages));
    }),
  );
}
