import './need-node-24.mjs';

import { text } from 'node:stream/consumers';

import { commandLine, endWithUsage, runCommand } from '../lib/commands/command-line.ts';
import { showPages, storeReadings } from '../lib/training/annotations/annotate.ts';

const usage = `node bin/annotate-pages.ts show PAGE... --data FOLDER --set SET
node bin/annotate-pages.ts store --readings FILE --data FOLDER --set SET < lines

Shows pages as numbered blocks, and stores which of them a reader takes for content (docs/content-quality.md).
A line to store is

  page | type | language | content | either | comments

whose last three fields are numbers and ranges of blocks, such as 3-9,12.

  --data FOLDER    sets of pages (docs/content-quality.md says which)
  --set SET        the set to annotate: unlabelled unless told
  --readings FILE  where one reader's readings are kept`;

const { values, positionals } = commandLine(
  {
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      set: { type: 'string', default: 'unlabelled' },
      readings: { type: 'string' },
    },
  },
  usage,
);
const [action, ...pages] = positionals;
const { data = endWithUsage(usage), set, readings } = values;
const from = { data, set };

await runCommand(async () => {
  if (action === 'show') return showPages(from, pages, (line) => console.log(line));
  if (action !== 'store' || readings === undefined) return endWithUsage(usage);
  const problems = await storeReadings(from, readings, (await text(process.stdin)).split('\n'));
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
