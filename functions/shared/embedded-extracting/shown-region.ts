import type { LabelledValue } from './labels.ts';
import type { Line } from './page-lines.ts';

/** A part of a page that speaks of one thing: all of it, a card, a row. */
export interface Region {
  readonly lines: readonly Line[];
  /** Lines are numbered by their place in `lines`. */
  readonly labels: readonly LabelledValue[];
  readonly baseUrl: string;
  /** One of several alike: its links and first words are its own. */
  readonly isRecord: boolean;
}

export function partOf(
  region: Region,
  start: number,
  end: number,
  extra: readonly LabelledValue[] = [],
): Region {
  const labels = region.labels
    .filter(({ line, valueLine }) => line >= start && valueLine < end)
    .map((label) => ({ ...label, line: label.line - start, valueLine: label.valueLine - start }));
  return { ...region, lines: region.lines.slice(start, end), labels: [...extra, ...labels], isRecord: true };
}
