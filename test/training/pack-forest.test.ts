import { describe, expect, test } from 'vitest';

import { readForest } from '#shared/content/main-content/model/forest.ts';
import { chancesOf, rowsIn } from '#shared/content/main-content/model/score-rows.ts';
import type { BinnedRows } from '../../lib/training/bin-rows.ts';
import { type Forest, growForest, type GrownTree } from '../../lib/training/grow-trees.ts';
import { packForest } from '../../lib/training/pack-forest.ts';
import { binned, columns, growing, labelsOf, randomValues } from './labelled-rows.ts';

function outputOf({ feature, bin, left, right, leaf }: GrownTree, rows: BinnedRows, row: number): number {
  let node = feature.length === 0 ? -1 : 0;
  while (node >= 0) {
    const value = rows.bins[(feature[node] ?? 0) * rows.count + row] ?? 0;
    node = (value <= (bin[node] ?? 0) ? left[node] : right[node]) ?? -1;
  }
  return leaf[-1 - node] ?? 0;
}

const chanceOf = ({ bias, trees }: Forest, rows: BinnedRows, row: number): number =>
  1 / (1 + Math.exp(-trees.reduce((sum, tree) => sum + outputOf(tree, rows, row), bias)));

describe('a packed forest', () => {
  const values = randomValues(500, 5);
  const rows = binned(values);
  const forest = growForest(rows, labelsOf(values), new Float32Array(rows.count).fill(1), growing);

  test('gives every row the chance that the forest gave it when it was grown', () => {
    const reader = readForest(packForest(forest, rows.edges, columns), columns);

    const chances = chancesOf(reader, rowsIn(values, columns.length));

    const differences = Array.from(chances, (chance, row) => Math.abs(chance - chanceOf(forest, rows, row)));
    // Leaves are stored in thousandths.
    expect(Math.max(...differences)).toBeLessThan(0.005);
  });

  test('names only the columns that its trees use', () => {
    const constant = growForest(rows, labelsOf(values), new Float32Array(rows.count).fill(1), {
      ...growing,
      leaves: 1,
    });

    expect(packForest(constant, rows.edges, columns).columns).toEqual([]);
    expect(packForest(forest, rows.edges, columns).columns).toEqual(
      expect.arrayContaining(['links', 'words']),
    );
  });
});
