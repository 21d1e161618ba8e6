import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { heldOutFolds, holdOutLanguages, holdOutSites } from './content-training/hold-out.ts';
import { readExamples, trainingSets } from './content-training/read-examples.ts';
import { trainModel } from './content-training/train-model.ts';

const usage = `usage: node --max-old-space-size=12000 bin/train-content-model.ts --data FOLDER
  --out FOLDER          where content-model.json and content-model-metrics.json go
  --held-out            also train without each fold of sites and each language, and measure on those
  --held-out-models FOLDER  keep the models that were trained without a part
`;

const finalFolds = 3;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: 'functions/shared/content' },
    'held-out': { type: 'boolean', default: false },
    'held-out-models': { type: 'string' },
  },
});
const { data, out, 'held-out-models': modelsDir } = options;
if (data === undefined) {
  process.stderr.write(usage);
  process.exit(2);
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const write = (folder: string, name: string, value: unknown, indent?: number): void =>
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(value, null, indent)}\n`);

const examples = readExamples(data, log);
const model = trainModel(examples, finalFolds);
write(out, 'content-model', model);
log('trained');

if (options['held-out']) {
  const context = {
    log,
    ...(modelsDir === undefined
      ? {}
      : { onModel: (part: string, held: unknown) => write(modelsDir, part, held) }),
  };
  const sites = holdOutSites(examples, context);
  const languages = holdOutLanguages(examples, context);
  const count = (set: string): number => examples.filter((example) => example.set === set).length;
  const trainedOn = Object.fromEntries([...trainingSets, 'invented'].map((set) => [set, count(set)]));
  write(out, 'content-model-metrics', { trainedOn, heldOutFolds, sites, languages }, 2);
}
