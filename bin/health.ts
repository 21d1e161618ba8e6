import './need-node-24.mjs';

import { commandLine, runCommand } from '../lib/commands/command-line.ts';
import { checkHealth } from '../lib/commands/check-health.ts';

const usage = `node bin/health.ts [options]        whether the service of npm start answers: exit code 0 or 1

  --data DIR       its data (default .winnow)`;

const { values } = commandLine({ options: { data: { type: 'string', default: '.winnow' } } }, usage);

await runCommand(() => checkHealth(values.data));
