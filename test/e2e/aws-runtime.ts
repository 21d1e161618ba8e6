import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

// Runs the end-to-end tests with AWS's own client of the Runtime API in place of the runner's. Its addon is compiled at
// the first run, which takes a minute or two and needs cmake, make and g++. `npm run test:aws-runtime -- FILE` runs one
// file of tests.

/** On Lambda no function learns that its caller has hung up. */
const testsOfLambda = '^(?!.* hangs? up)';

const version = '4.0.2';
const directory = join('node_modules', '.aws-runtime', version);
const client = join(directory, 'node_modules/aws-lambda-ric/index.mjs');

const run = (command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } }).status ?? 1;

if (!existsSync(client)) {
  mkdirSync(directory, { recursive: true });
  const install = ['install', '--prefix', directory, '--no-audit', '--no-fund', `aws-lambda-ric@${version}`];
  const status = run('npm', install);
  if (status !== 0) process.exit(status);
}
process.exit(
  run(
    'vitest',
    [
      'run',
      '--project',
      'e2e',
      '--project',
      'recovery',
      '--testNamePattern',
      testsOfLambda,
      ...process.argv.slice(2),
    ],
    {
      RUNTIME_CLIENT: client,
    },
  ),
);
