import { binEdges, binRows, type BinnedRows } from '../../lib/training/bin-rows.ts';
import { type GrowOptions } from '../../lib/training/grow-trees.ts';
import { seededRandom } from '../../lib/training/seeded-random.ts';

export const columns = ['links', 'words', 'noise'];

/** The rule to learn: long blocks with few links are content. */
const isContent = (links: number, words: number): boolean => words > 0.4 && links < 0.5;

/** Rows of random numbers from 0 up to 1. */
export function randomValues(count: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count * columns.length }, random);
}

export const labelsOf = (values: Float32Array): Float32Array =>
  Float32Array.from({ length: values.length / columns.length }, (_, row) =>
    isContent(values[row * columns.length] ?? 0, values[row * columns.length + 1] ?? 0) ? 1 : 0,
  );

export const binned = (values: Float32Array): BinnedRows =>
  binRows(values, columns.length, binEdges(values, columns.length, 1_000, 1));

export const growing: GrowOptions = {
  trees: 40,
  leaves: 8,
  learningRate: 0.2,
  minWeight: 5,
  ridge: 1,
  rowShare: 0.7,
  featureShare: 1,
  seed: 3,
};
