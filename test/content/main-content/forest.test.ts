import { describe, expect, test } from 'vitest';

import { maxEdges, type PackedForest, readForest } from '#shared/content/main-content/model/forest.ts';
import { chancesOf, rowsIn } from '#shared/content/main-content/model/score-rows.ts';

/** Two trees: words <= 10 ? -1 : (links <= 0.5 ? 2 : -0.5), and the constant 0.25. */
const packed: PackedForest = {
  bias: 0.5,
  columns: ['links', 'words'],
  edges: [[0.5], [3, 10]],
  nodes: [maxEdges + 1, -1, 0, -1, -1, -1],
  leaves: [-1000, 2000, -500, 250],
};

const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score));

describe('a forest', () => {
  test.for([
    ['few words', [10, 0], -0.25],
    ['many words, no links', [11, 0.5], 2.75],
    ['many words in links', [11, 0.6], 0.25],
  ] as const)('adds up the values of its trees: %s', ([, [words, links], score]) => {
    const forest = readForest(packed, ['words', 'links']);

    const [chance] = chancesOf(forest, rowsIn(Float32Array.of(words, links), 2));

    expect(chance).toBeCloseTo(chanceOf(score), 6);
  });

  test('finds its columns by name, wherever rows have them', () => {
    const forest = readForest(packed, ['other', 'links', 'words']);

    const [chance] = chancesOf(forest, rowsIn(Float32Array.of(99, 0, 20), 3));

    expect(chance).toBeCloseTo(chanceOf(2.75), 6);
  });

  test('computes a chance for each row', () => {
    const forest = readForest(packed, ['words', 'links']);

    const chances = chancesOf(forest, rowsIn(Float32Array.of(1, 0, 20, 0, 20, 1), 2));

    expect(Array.from(chances, (chance) => Math.round(chance * 100))).toEqual([44, 94, 56]);
  });

  test('stops after eighty trees for a row with a sure chance', () => {
    const sure: PackedForest = {
      bias: 0,
      columns: ['words'],
      edges: [[10]],
      nodes: Array.from({ length: 100 }, () => [0, -1, -1]).flat(),
      leaves: Array.from({ length: 100 }, (_, tree) => (tree < 80 ? [-60, 40] : [300, -300])).flat(),
    };

    const chances = chancesOf(readForest(sure, ['words']), rowsIn(Float32Array.of(5, 20), 1));

    expect(chances[0]).toBeCloseTo(chanceOf(80 * -0.06), 6);
    expect(chances[1]).toBeCloseTo(chanceOf(80 * 0.04 - 20 * 0.3), 6);
  });

  test('gives a row the same chance among many as alone', () => {
    const forest = readForest(packed, ['words', 'links']);
    const alike = Array.from({ length: 2000 }, () => [20, 0]);
    const others = [
      [10, 0],
      [20, 1],
      [Number.NaN, 0.5],
    ];

    const among = chancesOf(forest, rowsIn(Float32Array.from([...alike, ...others].flat()), 2));
    const alone = others.map((row) => chancesOf(forest, rowsIn(Float32Array.from(row), 2))[0]);

    expect([...among.slice(-others.length)]).toEqual(alone);
    expect(among[0]).toBeCloseTo(chanceOf(2.75), 6);
  });

  test('refuses trees that use a column that rows no longer have', () => {
    expect(() => readForest(packed, ['words'])).toThrow('"links"');
  });
});
