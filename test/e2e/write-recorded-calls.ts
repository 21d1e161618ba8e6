/** `npm run privileges`: runs the end-to-end tests and writes which function needed which permission. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { plainSecrets } from '../../lib/settings.ts';
import { secretArns } from '../stack/privileges.ts';
import { synthesisedStack } from '../stack/template.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-privileges-'));
const file = process.argv[2] ?? join(directory, 'calls');

if (process.argv[2] === undefined) {
  const vitest = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'e2e', '--project', 'recovery', '--project', 'own-services'],
    {
      env: { ...process.env, RECORDED_CALLS: file },
      stdio: 'inherit',
    },
  );
  if (vitest.status !== 0) throw new Error('The end-to-end tests failed: nothing is written.');
}

const ids = Object.keys(synthesisedStack().resources);

/** A secret that a test makes missing, and not one of the template. */
const isOfTest = (permission: string): boolean =>
  /:secret:/.test(permission) && !permission.endsWith('-Winnow');

/** Names of one machine as the tests of the template show them: ids without their hash, secrets by their setting. */
function shown(permission: string): string {
  const [action = '', resource = ''] = permission.split(' on ');
  const secret = /:secret:(\w+)-[0-9a-f]+-Winnow$/.exec(resource)?.[1];
  if (secret !== undefined)
    return `${action} on ${secretArns[plainSecrets[secret as keyof typeof plainSecrets]]}`;
  const [name = '', ...rest] = resource.split('/');
  const id = ids.find((each) => each.toLowerCase() === name.toLowerCase());
  if (id === undefined) throw new Error(`The template has no ${resource}, for which ${action} was recorded.`);
  return `${action} on ${[id.replace(/[0-9A-F]{8}$/, ''), ...rest].join('/')}`;
}

const recorded: Record<string, string[]> = {};
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const [name = '', permission = ''] = line.split('\t');
  if (!isOfTest(permission)) (recorded[name] ??= []).push(shown(permission));
}
const sorted = Object.entries(recorded)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([name, permissions]) => [name, [...new Set(permissions)].toSorted()]);
writeFileSync(
  join(import.meta.dirname, '../stack/recorded-calls.json'),
  `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`,
);
rmSync(directory, { recursive: true });
