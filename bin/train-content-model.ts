import './need-node-24.mjs';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { languagePart, sitePart } from '../lib/training/data-parts.ts';
import { readExamples, trainingSets } from '../lib/training/read-examples.ts';
import { scoreModel, summariseScores } from '../lib/training/score-model.ts';
import { trainModel } from '../lib/training/train-model.ts';

const usage = `usage: node --max-old-space-size=14000 bin/train-content-model.ts --data FOLDER
  --out FOLDER        where content-model.json and content-model-metrics.json go
  --held-out FOLDER   also keep the models that were trained without a part of the sites, or without a language
`;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: 'functions/shared/content/main-content' },
    'held-out': { type: 'string' },
  },
});
const { data, out, 'held-out': heldOutFolder } = options;
if (data === undefined) {
  process.stderr.write(usage);
  process.exit(2);
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const write = (folder: string, name: string, value: unknown, indent?: number): void =>
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, indent)}\n`);

const examples = await readExamples(data, log);

/** Scores every page by the model that was trained without its part. */
function scoreHeldOut(model: ReturnType<typeof trainModel>, parts: readonly string[]) {
  const scores = [...new Set(parts)].sort().flatMap((part) => {
    const without = model(part);
    if (heldOutFolder !== undefined) write(heldOutFolder, part, without);
    return scoreModel(
      without,
      examples.filter((_, at) => parts[at] === part),
    );
  });
  return summariseScores(scores);
}

const siteParts = examples.map(sitePart);
const model = trainModel(examples, siteParts);
write(out, 'content-model', model());
const sites = scoreHeldOut(model, siteParts);
log(`sites held out: ${JSON.stringify(sites)}`);

const languageParts = examples.map(languagePart);
const languages = scoreHeldOut(trainModel(examples, languageParts), languageParts);
log(`languages held out: ${JSON.stringify(languages)}`);

const count = (set: string): number => examples.filter((example) => example.set === set).length;
const trainedOn = Object.fromEntries([...trainingSets, 'invented'].map((set) => [set, count(set)]));
write(out, 'content-model-metrics', { trainedOn, heldOut: { sites, languages } }, 2);
