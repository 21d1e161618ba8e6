import { candidateColumns, candidateRows } from '#shared/content/candidate-features.ts';
import type { PackedContentModel } from '#shared/content/content-model.ts';
import { levelUnits } from '#shared/content/block-smoothing.ts';
import { firstLookColumns, secondLookColumns, secondLookRows } from '#shared/content/block-looks.ts';
import { pageFeatureNames } from '#shared/content/block-features.ts';
import { candidatesOf } from '#shared/content/candidate-list.ts';
import { pageTypes } from '#shared/content/page-type.ts';

import { binEdges, binRows, type GrowOptions, growForest } from './grow-trees.ts';
import { wordF1 } from './measure-selection.ts';
import { packForest } from './pack-forest.ts';
import { type CrossFit, crossFit, knownPageType, type TrainingRows, trainingRows } from './training-rows.ts';
import type { Example } from './training-set.ts';

const looks: GrowOptions = {
  trees: 110,
  leaves: 24,
  learningRate: 0.1,
  leastWeight: 20,
  ridge: 5,
  rowShare: 0.3,
  featureShare: 0.3,
  seed: 3,
};
const types: GrowOptions = {
  ...looks,
  trees: 40,
  leaves: 6,
  leastWeight: 2,
  ridge: 2,
  rowShare: 0.7,
  seed: 11,
};
const choices: GrowOptions = {
  ...looks,
  trees: 60,
  leaves: 12,
  leastWeight: 5,
  rowShare: 0.6,
  featureShare: 0.5,
  seed: 13,
};

/** Parts of about equal size; pages of one site share theirs. */
export function foldOf(site: string, folds: number): number {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(site)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return hash % folds;
}

const hasType = (example: Example): boolean => knownPageType(example) !== undefined;
/** News pages of one collection would drown the other types. */
const multilingualTypeWeight = 0.2;

interface PageTypes {
  readonly packed: PackedContentModel['pageTypes'];
  /** For every example the chances of the types, by forests that never saw its site; they add up to 1. */
  readonly chances: readonly Float32Array[];
}

function trainPageTypes(examples: readonly Example[], folds: readonly number[]): PageTypes {
  const width = pageFeatureNames.length;
  const values = new Float32Array(examples.length * width);
  examples.forEach(({ pageRow }, at) => values.set(pageRow, at * width));
  const edges = binEdges(values, width, examples.length, types.seed);
  const rows = binRows(values, width, edges);
  const weights = Float32Array.from(examples, (example) =>
    hasType(example) ? (example.set === 'multilingual' ? multilingualTypeWeight : 1) : 0,
  );
  const owners = Int32Array.from(examples, (_, at) => at);
  const fits = pageTypes.map((type) => {
    const targets = Float32Array.from(examples, (example) => (knownPageType(example) === type ? 1 : 0));
    return crossFit({ rows, targets, weights, owners, starts: [] }, folds, types);
  });
  return {
    packed: Object.fromEntries(
      fits.map(({ forest }, at) => [pageTypes[at] ?? '', packForest(forest, edges, pageFeatureNames)]),
    ),
    chances: examples.map((_, at) => {
      const chances = Float32Array.from(fits, (fit) => fit.chances[at] ?? 0);
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      return chances.map((chance) => chance / all);
    }),
  };
}

const chancesAt = ({ starts }: TrainingRows, { chances }: CrossFit, at: number): Float32Array =>
  chances.slice(starts[at], starts[at + 1]);

/** Every candidate of every page whose whole text is known, and the F1 that it really has. */
function trainChoice(
  examples: readonly Example[],
  chancesOf: (at: number) => Float32Array,
  typeChances: readonly Float32Array[],
) {
  const width = candidateColumns.length;
  const rows: Float32Array[] = [];
  const reached: number[] = [];
  examples.forEach((example, at) => {
    if (example.truthTokens.length === 0 || example.set === 'invented') return;
    const { context, units, frame } = example;
    const chances = levelUnits(context.tree, units, chancesOf(at));
    const candidates = candidatesOf(context, frame.words, chances, units);
    rows.push(candidateRows(candidates, frame.words, chances, typeChances[at] ?? new Float32Array()));
    for (const { accepted } of candidates) reached.push(wordF1(example, (block) => accepted[block] === 1));
  });
  const values = new Float32Array(reached.length * width);
  let row = 0;
  for (const own of rows) {
    values.set(own, row);
    row += own.length;
  }
  const edges = binEdges(values, width, reached.length, choices.seed);
  const forest = growForest(
    binRows(values, width, edges),
    Float32Array.from(reached),
    new Float32Array(reached.length).fill(1),
    choices,
  );
  return packForest(forest, edges, candidateColumns);
}

/**
 * Trains all parts one on top of the other. What a later part learns from is what the earlier ones say of pages
 * that they have not seen: each is fitted `folds` times without a part of the sites, then once with all.
 */
export function trainModel(examples: readonly Example[], folds: number): PackedContentModel {
  const parts = examples.map(({ site }) => foldOf(site, folds));
  const pageTypes = trainPageTypes(examples, parts);
  const firstRows = trainingRows(examples, firstLookColumns.length, ({ rows }) => rows);
  const first = crossFit(firstRows, parts, looks);
  const secondRows = trainingRows(examples, secondLookColumns.length, ({ frame, rows }, at) =>
    secondLookRows(frame, rows, chancesAt(firstRows, first, at), pageTypes.chances[at] ?? new Float32Array()),
  );
  const second = crossFit(secondRows, parts, { ...looks, seed: 5 });
  return {
    pageTypes: pageTypes.packed,
    first: packForest(first.forest, firstRows.rows.edges, firstLookColumns),
    second: packForest(second.forest, secondRows.rows.edges, secondLookColumns),
    candidates: trainChoice(examples, (at) => chancesAt(secondRows, second, at), pageTypes.chances),
  };
}
