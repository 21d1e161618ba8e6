import type { PageSetting } from './extraction-page.ts';
import type { LabelledValue } from './labels.ts';
import type { Line } from '#shared/content/formats/page-lines.ts';

/** A part of a page about one thing: the whole page, a card, a row. */
export interface Region {
  readonly lines: readonly Line[];
  /** In the order of their lines, which are indexes into `lines`. */
  readonly labels: readonly LabelledValue[];
  readonly setting: PageSetting;
  /** Whether it is one of several alike: then its links and first words are its own. */
  readonly isRecord: boolean;
  /** The line that names the subject of the page, where one does. */
  readonly subject?: number;
}

/** Index of the first label at or after a line. */
function firstFrom(labels: readonly LabelledValue[], line: number): number {
  let low = 0;
  let high = labels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((labels[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function partOf(
  region: Region,
  start: number,
  end: number,
  extra: readonly LabelledValue[] = [],
): Region {
  const labels = region.labels
    .slice(firstFrom(region.labels, start), firstFrom(region.labels, end))
    .filter(({ valueLine }) => valueLine < end)
    .map((label) => ({ ...label, line: label.line - start, valueLine: label.valueLine - start }));
  const { setting } = region;
  return { setting, lines: region.lines.slice(start, end), labels: [...extra, ...labels], isRecord: true };
}

const subjectLineOf = ({ lines, subject }: Region): number =>
  Math.max(0, subject ?? lines.findIndex(({ level }) => level === 1));

/** The lines from that of the subject on. */
export const fromHeading = (region: Region): readonly Line[] => region.lines.slice(subjectLineOf(region));

/** The lines from that of the subject on, then those before it. */
export function belowHeading(region: Region): readonly Line[] {
  const { lines } = region;
  const top = subjectLineOf(region);
  return top === 0 ? lines : [...lines.slice(top), ...lines.slice(0, top)];
}
