import { seededRandom } from './seeded-random.ts';

export const maxBins = 64;

/** Feature values sorted into at most `maxBins` bins per feature. */
export interface BinnedRows {
  readonly count: number;
  readonly width: number;
  /** Column by column, because trees read one feature of many rows at a time. */
  readonly bins: Uint8Array;
  /** For every feature the upper edges of its bins; the last bin has none. */
  readonly edges: readonly Float64Array[];
}

/** Edges at quantiles of a sample of the values, so that each bin holds about as many rows. */
export function binEdges(
  values: Float32Array,
  width: number,
  sampleRows: number,
  seed: number,
): Float64Array[] {
  const rows = values.length / width;
  const random = seededRandom(seed);
  const sample = Int32Array.from({ length: Math.min(rows, sampleRows) }, () => Math.floor(random() * rows));
  return Array.from({ length: width }, (_, feature) => {
    const sorted = Float64Array.from(sample, (row) => values[row * width + feature] ?? 0).sort();
    const distinct = [...new Set(sorted)];
    if (distinct.length <= maxBins) return midpoints(distinct);
    const quantiles = Array.from(
      { length: maxBins },
      (__, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / maxBins)] ?? 0,
    );
    return midpoints([...new Set(quantiles)]);
  });
}

const midpoints = (sorted: readonly number[]): Float64Array =>
  Float64Array.from(sorted.slice(1), (value, at) => (value + (sorted[at] ?? value)) / 2);

/** Values are stored row by row and bins column by column; this many rows fit the cache while converting. */
const rowsPerPass = 256;

export function binRows(values: Float32Array, width: number, edges: readonly Float64Array[]): BinnedRows {
  const count = values.length / width;
  const bins = new Uint8Array(values.length);
  for (let from = 0; from < count; from += rowsPerPass) {
    const to = Math.min(count, from + rowsPerPass);
    edges.forEach((edge, feature) => {
      for (let row = from; row < to; row++)
        bins[feature * count + row] = binOf(edge, values[row * width + feature] ?? 0);
    });
  }
  return { count, width, bins, edges };
}

function binOf(edge: Float64Array, value: number): number {
  let low = 0;
  let high = edge.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edge[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
