import { describe, expect, test } from 'vitest';

import { readForest } from '#shared/content/main-content/model/forest.ts';
import { chancesOf, rowsIn } from '#shared/content/main-content/model/score-rows.ts';
import { growForest } from '../../lib/training/grow-trees.ts';
import { packForest } from '../../lib/training/pack-forest.ts';
import { binned, columns, growing, labelsOf, randomValues } from './labelled-rows.ts';

const values = randomValues(2_000, 1);
const rows = binned(values);
const labels = labelsOf(values);
const weights = new Float32Array(rows.count).fill(1);

/** The share of unseen rows whose label a forest finds. */
function accuracyOf(forest: ReturnType<typeof growForest>): number {
  const unseen = randomValues(1_000, 2);
  const reader = readForest(packForest(forest, rows.edges, columns), columns);
  const chances = chancesOf(reader, rowsIn(unseen, columns.length));
  const right = labelsOf(unseen).filter((label, row) => label === Math.round(chances[row] ?? 0));
  return right.length / chances.length;
}

describe('growing a forest', () => {
  test('learns a rule that two features make together', () => {
    expect(accuracyOf(growForest(rows, labels, weights, growing))).toBeGreaterThan(0.97);
  });

  test('learns from no row of weight 0', () => {
    const misleading = Float32Array.from(labels, (label, row) => (row % 2 === 0 ? label : 1 - label));
    const halved = Float32Array.from(weights, (_, row) => (row % 2 === 0 ? 1 : 0));

    expect(accuracyOf(growForest(rows, misleading, halved, growing))).toBeGreaterThan(0.96);
  });

  test('gives the same forest for the same seed, and another one for another seed', () => {
    const forest = growForest(rows, labels, weights, growing);

    expect(growForest(rows, labels, weights, growing)).toEqual(forest);
    expect(growForest(rows, labels, weights, { ...growing, seed: 4 })).not.toEqual(forest);
  });

  test('keeps to the number of trees and leaves', () => {
    const { trees } = growForest(rows, labels, weights, { ...growing, trees: 5, leaves: 3 });

    expect(trees.map(({ leaf }) => leaf.length)).toEqual([3, 3, 3, 3, 3]);
  });
});
