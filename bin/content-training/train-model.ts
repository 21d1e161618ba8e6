import { candidateColumns, candidateRows } from '#shared/content/candidate-features.ts';
import type { PackedContentModel } from '#shared/content/content-model.ts';
import { smoothChances } from '#shared/content/block-smoothing.ts';
import {
  firstLookColumns,
  firstLookRows,
  secondLookColumns,
  secondLookRows,
} from '#shared/content/block-looks.ts';
import { pageFeatureNames } from '#shared/content/block-features.ts';
import { type PackedWordOdds, readWordOdds, type WordOdds } from '#shared/content/block-word-odds.ts';
import { candidatesOf } from '#shared/content/candidate-list.ts';
import { pageTypes } from '#shared/content/page-type.ts';

import { countWords, wordOdds } from './count-words.ts';
import { sitePart } from './data-parts.ts';
import { binEdges, binRows, type Forest, type GrowOptions } from './grow-trees.ts';
import { wordF1 } from './measure-selection.ts';
import { packForest } from './pack-forest.ts';
import {
  type CrossFit,
  crossFit,
  knownPageType,
  rarityOf,
  type TrainingRows,
  trainingRows,
} from './training-rows.ts';
import type { Example } from './training-set.ts';

const looks: GrowOptions = {
  trees: 120,
  leaves: 16,
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
  learningRate: 0.12,
  leaves: 6,
  leastWeight: 2,
  ridge: 2,
  rowShare: 0.7,
  seed: 11,
};
const choices: GrowOptions = {
  ...looks,
  trees: 60,
  learningRate: 0.12,
  leaves: 12,
  leastWeight: 5,
  rowShare: 0.6,
  featureShare: 0.5,
  seed: 13,
};

const hasType = (example: Example): boolean => knownPageType(example) !== undefined;
/** News pages of one collection, and pages that were invented, would drown the ones that people judged. */
const typeWeights: Readonly<Record<string, number>> = { 'wcxb-dev': 1, multilingual: 0.2, invented: 0.25 };

/** One part of the model: packed as grown on everything, or without a part of the data. */
type Packed<T> = (part?: string) => T;

interface PageTypes {
  readonly packed: Packed<PackedContentModel['pageTypes']>;
  /** For every example the chances of the types, by forests that never saw its part; they add up to 1. */
  readonly chances: readonly Float32Array[];
}

const fittedWithout = ({ forest, without }: CrossFit, part: string | undefined): Forest =>
  (part === undefined ? undefined : without.get(part)) ?? forest;

function trainPageTypes(examples: readonly Example[], parts: readonly string[]): PageTypes {
  const width = pageFeatureNames.length;
  const values = new Float32Array(examples.length * width);
  examples.forEach(({ pageRow }, at) => values.set(pageRow, at * width));
  const edges = binEdges(values, width, examples.length, types.seed);
  const rows = binRows(values, width, edges);
  const rarity = rarityOf(examples);
  const weights = Float32Array.from(examples, (example) => {
    const { set, type } = example;
    const rare = set === 'wcxb-dev' ? (rarity.get(type) ?? 1) : 1;
    return hasType(example) ? rare * (typeWeights[set] ?? 0) : 0;
  });
  const owners = Int32Array.from(examples, (_, at) => at);
  const fits = pageTypes.map((type) => {
    const targets = Float32Array.from(examples, (example) => (knownPageType(example) === type ? 1 : 0));
    return crossFit({ rows, targets, weights, owners }, parts, types);
  });
  return {
    packed: (part) =>
      Object.fromEntries(
        fits.map((fit, at) => [
          pageTypes[at] ?? '',
          packForest(fittedWithout(fit, part), edges, pageFeatureNames),
        ]),
      ),
    chances: examples.map((_, at) => {
      const chances = Float32Array.from(fits, (fit) => fit.chances[at] ?? 0);
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      return chances.map((chance) => chance / all);
    }),
  };
}

interface Words {
  readonly packed: Packed<PackedWordOdds>;
  /** What is told to an example: odds without its own site, whichever parts the model is judged by. */
  readonly oddsFor: (example: Example) => WordOdds;
}

function trainWords(examples: readonly Example[], parts: readonly string[]): Words {
  const pages = countWords(examples);
  const oddsWithout = (isLeftOut: (example: Example) => boolean): PackedWordOdds =>
    wordOdds(pages.filter(({ example }) => !isLeftOut(example)));
  const partOf = new Map(examples.map((example, at) => [example, parts[at]]));
  const bySites = new Map<string, WordOdds>();
  return {
    packed: (part) => oddsWithout((example) => part !== undefined && partOf.get(example) === part),
    oddsFor: (example) => {
      const own = sitePart(example);
      const odds = bySites.get(own) ?? readWordOdds(oddsWithout((other) => sitePart(other) === own));
      bySites.set(own, odds);
      return odds;
    },
  };
}

const chancesAt = ({ starts }: TrainingRows, { chances }: CrossFit, at: number): Float32Array =>
  chances.slice(starts[at], starts[at + 1]);

/** Every candidate of every page whose whole text is known, and the F1 that it really has. */
function trainChoice(
  examples: readonly Example[],
  parts: readonly string[],
  chancesOf: (at: number) => Float32Array,
  typeChances: readonly Float32Array[],
): Packed<PackedContentModel['candidates']> {
  const width = candidateColumns.length;
  const ownRows: Float32Array[] = [];
  const reached: number[] = [];
  const owners: number[] = [];
  examples.forEach((example, at) => {
    if (example.truthTokens.length === 0 || example.set === 'invented') return;
    const { context, units, frame } = example;
    const chances = smoothChances(context, units, chancesOf(at));
    const candidates = candidatesOf(context, frame.words, chances, units);
    ownRows.push(candidateRows(candidates, frame.words, chances, typeChances[at] ?? new Float32Array()));
    for (const { accepted } of candidates) {
      reached.push(wordF1(example, (block) => accepted[block] === 1));
      owners.push(at);
    }
  });
  const values = new Float32Array(reached.length * width);
  let start = 0;
  for (const own of ownRows) {
    values.set(own, start);
    start += own.length;
  }
  const edges = binEdges(values, width, reached.length, choices.seed);
  const labelled = {
    rows: binRows(values, width, edges),
    targets: Float32Array.from(reached),
    weights: new Float32Array(reached.length).fill(1),
    owners: Int32Array.from(owners),
  };
  const fit = crossFit(labelled, parts, choices);
  return (part) => packForest(fittedWithout(fit, part), edges, candidateColumns);
}

/**
 * Trains all parts of the model one on top of the other. What a later one learns from is what the earlier ones
 * say of pages that they have not seen: each is fitted without every part of the data in turn, then with all.
 * `parts` says for every example which part it belongs to. The answer packs the model, or what it is without a
 * part.
 */
export function trainModel(
  examples: readonly Example[],
  parts: readonly string[],
): Packed<PackedContentModel> {
  const pageTypes = trainPageTypes(examples, parts);
  const words = trainWords(examples, parts);
  const firstLook = (example: Example): Float32Array =>
    firstLookRows(example.context, example.rows, words.oddsFor(example));
  const firstRows = trainingRows(examples, firstLookColumns.length, firstLook);
  const first = crossFit(firstRows, parts, looks);
  const secondRows = trainingRows(examples, secondLookColumns.length, (example, at) =>
    secondLookRows(
      example.frame,
      firstLook(example),
      chancesAt(firstRows, first, at),
      pageTypes.chances[at] ?? new Float32Array(),
    ),
  );
  const second = crossFit(secondRows, parts, { ...looks, seed: 5 });
  const choice = trainChoice(examples, parts, (at) => chancesAt(secondRows, second, at), pageTypes.chances);
  return (part) => ({
    pageTypes: pageTypes.packed(part),
    words: words.packed(part),
    first: packForest(fittedWithout(first, part), firstRows.rows.edges, firstLookColumns),
    second: packForest(fittedWithout(second, part), secondRows.rows.edges, secondLookColumns),
    candidates: choice(part),
  });
}
