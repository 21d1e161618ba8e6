import type { getDocumentProxy } from 'unpdf';

import { type Annotation, withFields } from './pdf-fields.ts';
import type { PdfRun } from './pdf-run.ts';

/** Each text run is compared with every link of its page. */
const maxLinks = 500;

export type PdfProxy = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfProxy['getPage']>>;

/** Left, bottom, right, top. */
type Rect = readonly [number, number, number, number];

interface LinkArea {
  readonly href: string;
  readonly rect: Rect;
}

/** Coordinates in which text of one direction runs from left to right. */
interface Frame {
  /** Rotation of the text in degrees counter-clockwise, rounded to 15: a page that was scanned askew has one coordinate system. */
  readonly angle: number;
  readonly place: (x: number, y: number) => readonly [number, number];
}

const angleStep = 15;

function frameOf([a = 1, b = 0]: readonly number[]): Frame {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const angle = (Math.round(degrees / angleStep) * angleStep + 360) % 360;
  const sine = Math.sin((angle * Math.PI) / 180);
  const cosine = Math.cos((angle * Math.PI) / 180);
  return { angle, place: (x, y) => [x * cosine + y * sine, y * cosine - x * sine] };
}

function rectIn({ place }: Frame, [left, bottom, right, top]: Rect): Rect {
  const [x, y] = place(left, bottom);
  const [otherX, otherY] = place(right, top);
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
}

const linkAreas = (annotations: readonly Annotation[]): readonly LinkArea[] =>
  annotations.flatMap(({ subtype, url, rect }) =>
    subtype === 'Link' && typeof url === 'string' && Array.isArray(rect)
      ? [{ href: url, rect: rect as unknown as Rect }]
      : [],
  );

/** The position in a run where a link begins or ends: the word boundary nearest to the edge of its area. */
function boundaryAt({ text, x, width }: PdfRun, at: number): number {
  const index = Math.round(((at - x) / width) * text.length);
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  const before = text.lastIndexOf(' ', index) + 1;
  const after = text.indexOf(' ', index);
  return after === -1 || index - before <= after - index ? before : after;
}

/** A run as its parts before, in and after the area of a link. */
function linked(run: PdfRun, { href, rect: [left, , right] }: LinkArea): readonly PdfRun[] {
  const from = boundaryAt(run, left);
  const to = boundaryAt(run, right);
  const part = (start: number, end: number): PdfRun => ({
    ...run,
    text: run.text.slice(start, end),
    x: run.x + (start / run.text.length) * run.width,
    width: ((end - start) / run.text.length) * run.width,
  });
  const parts = [part(0, from), { ...part(from, to), href }, part(to, run.text.length)];
  return parts.filter(({ text }) => text !== '');
}

/** A font draws a letter and its radical with one shape, and some files then name the radical. */
const withLetters = (text: string): string =>
  text.replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'));

/** The text of a page in drawing order, with that of its forms. */
export async function runsOf(page: PdfPage): Promise<readonly PdfRun[]> {
  const { items } = await page.getTextContent();
  const annotations: readonly Annotation[] = await page.getAnnotations();
  const links = linkAreas(annotations).slice(0, maxLinks);
  const areasByAngle = new Map<number, readonly LinkArea[]>();
  const areasIn = (frame: Frame): readonly LinkArea[] => {
    const areas =
      areasByAngle.get(frame.angle) ?? links.map(({ href, rect }) => ({ href, rect: rectIn(frame, rect) }));
    areasByAngle.set(frame.angle, areas);
    return areas;
  };
  const runs = items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const transform = item.transform as readonly number[];
    const [, , c = 0, d = 0, e = 0, f = 0] = transform;
    const frame = frameOf(transform);
    const [x, y] = frame.place(e, f);
    const size = Math.hypot(c, d) || item.height;
    const run: PdfRun = { text: withLetters(item.str), x, y, width: item.width, size, angle: frame.angle };
    const area = areasIn(frame).find(
      ({ rect: [left, bottom, right, top] }) =>
        y + size / 3 >= bottom && y + size / 3 <= top && left < x + run.width && right > x,
    );
    return area === undefined ? [run] : linked(run, area);
  });
  return withFields(runs, annotations);
}
