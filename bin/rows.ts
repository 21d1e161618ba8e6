import './need-node-24.mjs';

import { commandLine, endWithUsage, runCommand } from '../lib/commands/command-line.ts';
import { clientOf, copyRows } from '../lib/commands/table-rows.ts';

const usage = `npm run rows -- --from TABLE|FILE.jsonl --to TABLE|FILE.jsonl [options]

Copies rows, to save them or to restore them (docs/operations.md). Rows that the target has are left as they are.

  --overwrite  replace rows that the target has
  --data DIR   tables of the service that runs on this data folder, instead of your AWS account; service.json there
               names them`;

const { values } = commandLine(
  {
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      data: { type: 'string' },
    },
  },
  usage,
);
const {
  from = endWithUsage(usage, '--from is missing.'),
  to = endWithUsage(usage, '--to is missing.'),
  overwrite,
  data,
} = values;

await runCommand(async () => {
  const { written, left } = await copyRows(clientOf(data), { from, to, overwrite });
  console.log(`${written} rows copied, ${left} left as they were.`);
});
