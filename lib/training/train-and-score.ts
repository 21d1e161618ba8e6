import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { languagePart, sitePart } from './data-parts.ts';
import { readExamples, trainingSets } from './read-examples.ts';
import { scoreModel, summariseScores } from './score-model.ts';
import { trainModel } from './train-model.ts';

export interface TrainingFolders {
  /** Annotated pages, one folder per set (see docs/content-quality.md). */
  readonly data: string;
  /** Where content-model.json and content-model-metrics.json are written. */
  readonly out: string;
  /** Where the models that were trained without a part of the data are written, when anywhere. */
  readonly heldOut: string | undefined;
}

const write = (folder: string, name: string, value: unknown, indent?: number): void =>
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, indent)}\n`);

/**
 * Trains the model on all examples and writes it, with its scores on held-out data: every page is scored by a model that
 * was trained without the page's part of the sites, then by one without its language.
 */
export async function trainAndScore(folders: TrainingFolders, log: (line: string) => void): Promise<void> {
  const examples = await readExamples(folders.data, log);

  const scoreHeldOut = (model: ReturnType<typeof trainModel>, parts: readonly string[]) => {
    const scores = [...new Set(parts)].sort().flatMap((part) => {
      const without = model(part);
      if (folders.heldOut !== undefined) write(folders.heldOut, part, without);
      const heldOut = examples.filter((_, at) => parts[at] === part);
      return scoreModel(without, heldOut);
    });
    return summariseScores(scores);
  };
  const siteParts = examples.map(sitePart);
  const model = trainModel(examples, siteParts);
  write(folders.out, 'content-model', model());
  const sites = scoreHeldOut(model, siteParts);
  log(`sites held out: ${JSON.stringify(sites)}`);

  const languageParts = examples.map(languagePart);
  const languages = scoreHeldOut(trainModel(examples, languageParts), languageParts);
  log(`languages held out: ${JSON.stringify(languages)}`);

  const countOf = (set: string): number => examples.filter((example) => example.set === set).length;
  const trainedOn = Object.fromEntries([...trainingSets, 'invented'].map((set) => [set, countOf(set)]));
  write(folders.out, 'content-model-metrics', { trainedOn, heldOut: { sites, languages } }, 2);
}
