/** The steps of a scale from 0: round numbers, the last not below the maximum. */
export function ticksUpTo(max: number, maxSteps = 4): readonly number[] {
  if (max <= 0) return [0, 1];
  const rough = max / maxSteps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly series: number;
}

interface Space {
  readonly width: number;
  readonly height: number;
  readonly max: number;
}

/** Stacked bars of each column, as rectangles: `columns[day][series]`. */
export function stackedBars(
  columns: readonly (readonly number[])[],
  { width, height, max }: Space,
): readonly (readonly Bar[])[] {
  const slot = width / Math.max(1, columns.length);
  const gap = Math.min(4, slot * 0.25);
  return columns.map((values, index) => {
    let below = 0;
    return values.flatMap((value, series): Bar[] => {
      if (value <= 0) return [];
      const barHeight = (value / max) * height;
      below += barHeight;
      return [{ x: index * slot + gap / 2, y: height - below, width: slot - gap, height: barHeight, series }];
    });
  });
}

/** Which columns get a label, so that labels do not overlap: every n-th, counted from the last. */
export const labelledEvery = (columns: number, width: number, minLabelPx: number): number =>
  Math.max(1, Math.ceil((columns * minLabelPx) / Math.max(1, width)));
