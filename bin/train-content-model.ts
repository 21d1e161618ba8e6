import './need-node-24.mjs';

import { commandLine, endWithUsage, runCommand } from '../lib/commands/command-line.ts';
import { trainAndScore } from '../lib/training/train-and-score.ts';

const usage = `node --max-old-space-size=14000 bin/train-content-model.ts --data FOLDER [options]

Trains the model that chooses main content, and scores it on held-out sites and corpora.

  --data FOLDER      annotated pages (docs/content-quality.md says which)
  --out FOLDER       where content-model.json and content-model-metrics.json are written
  --held-out FOLDER  also keep the models that were trained without a part of the sites, or without a corpus`;

const { values } = commandLine(
  {
    options: {
      data: { type: 'string' },
      out: { type: 'string', default: 'functions/shared/content/main-content' },
      'held-out': { type: 'string' },
    },
  },
  usage,
);
const { data = endWithUsage(usage), out, 'held-out': heldOut } = values;

await runCommand(() => trainAndScore({ data, out, heldOut }, (line) => console.error(line)));
