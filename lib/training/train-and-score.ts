import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { corpusPart, sitePart } from './data-parts.ts';
import { readExamples, readMeasuredExamples, trainingSets } from './read-examples.ts';
import { scoreModel, type SetScore, summariseScores } from './score-model.ts';
import { trainModel } from './train-model.ts';
import type { Example } from './training-set.ts';

export interface TrainingFolders {
  /** Annotated pages, one folder per set (see docs/content-quality.md). */
  readonly data: string;
  /** Where content-model.json and content-model-metrics.json are written. */
  readonly out: string;
  /** Where the models that were trained without a part of the data are written, when anywhere. */
  readonly heldOut: string | undefined;
}

function write(folder: string, name: string, value: unknown, indent?: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, indent)}\n`);
}

const isReal = ({ set }: Example): boolean => set !== 'invented';

/**
 * Trains the model on all examples and writes it, with its scores: every page is scored by a model that was trained
 * without the page's part of the sites, then by one without its corpus; and the model itself on sets that it is never
 * trained on.
 */
export async function trainAndScore(folders: TrainingFolders, log: (line: string) => void): Promise<void> {
  const examples = await readExamples(folders.data, log);
  const scoreHeldOut = (partOf: (example: Example) => string, train: ReturnType<typeof trainModel>) => {
    const parts = [...new Set(examples.filter(isReal).map(partOf))].toSorted();
    const scores = parts.flatMap((part) => {
      const without = train(part);
      if (folders.heldOut !== undefined) write(folders.heldOut, part, without);
      return scoreModel(
        without,
        examples.filter((example) => isReal(example) && partOf(example) === part),
      );
    });
    return told(log, parts, summariseScores(scores));
  };

  const train = trainModel(examples, examples.map(sitePart));
  const model = train();
  write(folders.out, 'content-model', model);
  const sites = scoreHeldOut(sitePart, train);
  const corpora = scoreHeldOut(corpusPart, trainModel(examples, examples.map(corpusPart)));
  const measured = await readMeasuredExamples(folders.data, log);
  const neverTrainedOn = told(log, ['nothing'], summariseScores(scoreModel(model, measured)));

  const countOf = (set: string): number => examples.filter((example) => example.set === set).length;
  const trainedOn = Object.fromEntries([...trainingSets, 'invented'].map((set) => [set, countOf(set)]));
  write(folders.out, 'content-model-metrics', { trainedOn, heldOut: { sites, corpora }, neverTrainedOn }, 2);
}

function told(
  log: (line: string) => void,
  parts: readonly string[],
  scores: Record<string, SetScore>,
): Record<string, SetScore> {
  log(`held out in turn: ${parts.join(', ')}: ${JSON.stringify(scores)}`);
  return scores;
}
